/**
 * Which addresses a script must not reach: all but those of the machine that is loaded, as for every other load. A script that names
 * another host would load that. k6 takes them as networks.
 */
import { isIPv4 } from 'node:net';

/** All of IPv4; of IPv6 what is routed, and what is translated to IPv4 (RFC 6052, RFC 8215). */
const routed = ['0.0.0.0/0', '2000::/3', '64:ff9b::/32', 'fc00::/7', 'fe80::/10'] as const;
const loopback = '127.0.0.0/8';

/** Addresses with the same first `bits`. */
interface Network {
  readonly first: bigint;
  readonly bits: number;
  /** Of an address: 32 or 128. */
  readonly width: number;
}

/** @param server addresses of the server besides loopback. @returns networks that hold all addresses but these */
export function blockedNetworks(server: readonly string[]): string[] {
  const open = [loopback, ...server.map((address) => `${address}/${isIPv4(address) ? 32 : 128}`)].map(
    networkOf,
  );
  return routed.flatMap((network) => without(networkOf(network), open)).map(textOf);
}

/** Halves a network until each part holds none of the holes, or is one. */
function without(network: Network, holes: readonly Network[]): Network[] {
  const inside = holes.filter((hole) => holds(network, hole) || holds(hole, network));
  if (inside.length === 0) return [network];
  if (inside.some((hole) => holds(hole, network))) return [];
  const { first, width } = network;
  const bits = network.bits + 1;
  const half = 1n << BigInt(width - bits);
  return [first, first + half].flatMap((part) => without({ first: part, bits, width }, inside));
}

function holds(one: Network, other: Network): boolean {
  const rest = BigInt(one.width - one.bits);
  return one.width === other.width && one.bits <= other.bits && one.first >> rest === other.first >> rest;
}

function networkOf(text: string): Network {
  const [address = '', bits] = text.split('/');
  const groups = isIPv4(address) ? address.split('.').map(Number) : groupsOf(address);
  const size = groups.length === 4 ? 8 : 16;
  const first = groups.reduce((sum, group) => (sum << BigInt(size)) + BigInt(group), 0n);
  return { first, bits: Number(bits), width: groups.length * size };
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The form of a URL has hexadecimal groups alone.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)])));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function textOf({ first, bits, width }: Network): string {
  const size = width === 32 ? 8 : 16;
  const groups = Array.from(
    { length: width / size },
    (_, at) => (first >> BigInt(width - size * (at + 1))) & ((1n << BigInt(size)) - 1n),
  );
  return `${width === 32 ? groups.join('.') : groups.map((group) => group.toString(16)).join(':')}/${bits}`;
}
