/** Where a generator is, seen from the machine of the server, and at which address it reaches that. */
import { BlockList, isIPv4 } from 'node:net';
import type { NetworkPlace } from '../../host/network-place.ts';
import type { GeneratorHello } from '../../model/schema/generator-protocol.ts';

/** Whether both are one machine: then a generator takes its CPU time from the server. */
export function isSameMachine(one: NetworkPlace, other: NetworkPlace): boolean {
  return one.boot === null ? other.boot === null && one.host === other.host : one.boot === other.boot;
}

/**
 * Whether both have the same loopback: a container has its own. Copies of one virtual machine may differ in their addresses alone, so one
 * must hold all addresses of the other; some may come or go between two looks (a VPN).
 */
export function isSameNetwork(one: NetworkPlace, other: NetworkPlace): boolean {
  return (
    isSameMachine(one, other) && one.network === other.network && (holds(one, other) || holds(other, one))
  );
}

const holds = (all: NetworkPlace, some: NetworkPlace) =>
  some.addresses.every(({ address }) => all.addresses.some((one) => one.address === address));

/**
 * The address of this machine for a generator. One that the generator has itself (`172.17.0.1` on any machine with Docker)
 * would lead to its own machine.
 * @returns the one that sshd saw; else the only one in a network of the generator; else the only one. Null: several, or none
 */
export function addressFor(
  here: NetworkPlace,
  there: Pick<GeneratorHello, 'addresses' | 'calledFrom'>,
): string | null {
  const own = here.addresses.filter(({ address }) => !there.addresses.some((one) => one.address === address));
  const called = own.find(({ address }) => address === there.calledFrom);
  if (called) return called.address;
  const near = own.filter(({ cidr }) => there.addresses.some(({ address }) => isIn(address, cidr)));
  const [first, ...others] = near.length > 0 ? near : own;
  return first && others.length === 0 ? first.address : null;
}

function isIn(address: string, cidr: string | null): boolean {
  const [network = '', bits = ''] = cidr?.split('/') ?? [];
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  if (network === '' || isIPv4(address) !== (family === 'ipv4')) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}
