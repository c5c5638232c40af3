/** Why `--load` is not understood, and what the load generator is asked in its self-test. */
import type { Numbers, Strings } from '../nested.ts';

export interface Asked {
  readonly perSecond: number;
  readonly seconds: number;
}

export const loadTexts = {
  'load.no-number': 'Use KIND:NUMBER.',
  'load.unknown-kind': ({ kind }: { kind: string }) => `There is no load called "${kind}".`,
  'load.number-missing': 'A number is missing or is not a number.',
  'load.whole': 'It takes whole numbers of 1 or more, and at most 5000 clients.',
  'load.rate': 'A rate is a number of requests per second above 0.',

  'share.batch': 'A batch waits for all of its requests, which only one generator can do.',
  'share.few': ({ clients }: { clients: number }) =>
    `Each needs a client at least, and there are ${clients}.`,
  'share.counted': ({ clients }: { clients: number }) =>
    `With a fixed number of requests each has to have the same number of clients, and ${clients} cannot be divided so.`,
  'share.refused': ({ fault }: { fault: string }) => `A generator elsewhere takes no such job (${fault}).`,
  'reach.refused': ({ reason }: { reason: string }) =>
    `A TCP connect from there failed: ${reason}. The server may listen at 127.0.0.1 only, or a firewall is on the way.`,
  'reach.which': ({ addresses }: { addresses: readonly string[] }) =>
    `Its own loopback is not this machine, and which address leads here is not known. This machine has ${addresses.join(', ') || 'none but loopback'}.`,
  'generators.announced': ({ generators, loads }: Record<'generators' | 'loads', readonly string[]>) =>
    `Real load from ${generators.length === 1 ? 'one generator' : `${generators.length} generators`} (${generators.join('; ')}): ${loads.length === 0 ? 'rates that the search chooses' : loads.join(', ')}. Load only hosts and networks that you may load.`,
  'generators.waiting': ({ name, most }: Strings<'name'> & Numbers<'most'>) =>
    `The generator "${name}" has not answered yet. It is given up in ${Math.round(most / 1000)} s.`,

  'selftest.stall-p99': 'A stall delays every request that was due during it: p99',
  'selftest.stall-p50': '… and no other request: p50',
  'selftest.delay-p50': 'An exact delay is reported as it is: p50 since the request was sent',
  'selftest.littles-law': "Throughput × mean response time is the number of clients (Little's law)",
  'selftest.wrong-verified': 'A wrong answer is not a success: verified',
  'selftest.wrong-errors': '… but an error: of kind status',
  'selftest.nobody-answered': 'Where nothing listens, no request is answered: answered',
  'selftest.nobody-errors': '… and each attempt is an error: of kind connect',
  'selftest-asked.stall': ({ perSecond, seconds, stallMs }: Asked & { readonly stallMs: number }) =>
    `${perSecond} requests/s for ${seconds} s; the server is blocked once, for ${stallMs} ms`,
  'selftest-asked.delay': ({ perSecond, seconds, delayMs }: Asked & { readonly delayMs: number }) =>
    `${perSecond} requests/s for ${seconds} s; each answer leaves ${delayMs} ms after its request`,
  'selftest-asked.clients': ({ clients, seconds }: { clients: number; seconds: number }) =>
    `${clients} clients without a pause for ${seconds} s`,
  'selftest-asked.wrong': '4 clients with 50 requests each; every answer has status 500',
  'selftest-asked.nobody': '4 clients with 5 requests each; nothing listens',
};
