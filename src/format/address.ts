/** Addresses of servers: their parts, and how far requests to them travel. */

/**
 * The address of a path at whichever port the server takes: port 0, as in `listen(0)`. Each trial finds the port, and the
 * plan keeps what all trials share.
 */
export function atAnyPort(path: string): string {
  return atOrigin('http://127.0.0.1:0', new URL(path, 'http://127.0.0.1').href);
}

/** Whether the port of an address is to be found from the processes of the server. */
export function isToBeFound(url: string): boolean {
  return new URL(url).port === '0';
}

/** The same path and query on another origin. */
export function atOrigin(origin: string, url: string): string {
  const { pathname, search } = new URL(url);
  return origin + pathname + search;
}

/** The host of an address, an IPv6 one without its brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Host and port of an address as `net.connect` takes them. */
export function endpointOf(url: string): { readonly host: string; readonly port: number } {
  const { port, protocol } = new URL(url);
  return { host: hostOf(url), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** Whether a service is on this machine. @param place `127.0.0.1:5432`, `[::1]:5432`, or the path of a unix socket */
export function isHere(place: string): boolean {
  return /^(?:\/|127\.|\[::1\])/.test(place);
}

/**
 * How far requests to a host travel: `private` are networks for private use and links (RFC 1918, 3927, 4193, 4291). A name is
 * `public`: where it leads is known only when it is looked up.
 */
export function reachOf(host: string): 'loopback' | 'private' | 'public' {
  if (/^(127(\.\d+){3}|localhost|::1)$/.test(host)) return 'loopback';
  const isPrivate =
    /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(host) ||
    (host.includes(':') && /^(f[cd]|fe[89ab])[\da-f]/i.test(host));
  return isPrivate ? 'private' : 'public';
}
