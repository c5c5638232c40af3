/**
 * The place of a process: its machine, its network (a container has its own), and its addresses, without those of loopback and
 * the link-local ones, which mean nothing without an interface.
 */
import { hostname, networkInterfaces } from 'node:os';
import { message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';
import { hostOf, reachOf } from '../format/address.ts';
import type { GeneratorHello } from '../model/schema/generator-protocol.ts';
import { redactText } from '../redact/redact.ts';
import { linkOf, textOf } from './kernel-files.ts';

export type NetworkPlace = Pick<GeneratorHello, 'host' | 'boot' | 'network' | 'addresses'>;

export function networkPlace(): NetworkPlace {
  return {
    host: hostname().slice(0, 300),
    boot: textOf('/proc/sys/kernel/random/boot_id')?.trim() || null,
    network: linkOf('/proc/self/ns/net'),
    addresses: Object.values(networkInterfaces())
      .flatMap((all = []) => all)
      .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
      .map(({ address, cidr }) => ({ address, cidr })),
  };
}

/** All addresses of this machine, loopback among them. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
}

/** Refuses the URL of another machine: the server is started here, and a load would measure, and burden, somebody else's. */
export function requireLocal(url: string, own: readonly string[] = []): void {
  const host = hostOf(url);
  if (reachOf(host) === 'loopback' || own.includes(host)) return;
  throw problem('URL_INVALID', { value: redactText(url), why: message('url.not-local', { host }) });
}
