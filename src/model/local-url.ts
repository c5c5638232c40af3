/** The addresses that may be loaded. */
import { problem } from './problem.ts';
import { redactText } from './redact/redact.ts';

/** The server is started on this machine: a load that went elsewhere would measure, and burden, somebody else's. */
export function requireLocal(url: string): void {
  const host = new URL(url).hostname;
  if (/^(127(\.\d+){3}|localhost|\[::1\])$/.test(host)) return;
  throw problem('URL_INVALID', {
    value: redactText(url),
    why: `The server is started on this machine, and ${host} is not a loopback address.`,
  });
}
