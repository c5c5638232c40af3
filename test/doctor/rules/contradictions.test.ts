/** No finding claims what the figures beside it deny, whatever was seen: of a few thousand processes that could be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, type AnyMessage, type Message } from '../../../src/messages/message.ts';
import { poolSizeOf } from '../../../src/apply/node-command.ts';
import type { ServiceVitals, Vitals } from '../../../src/model/vitals.ts';
import { stream } from '../../../src/queueing/simulate.ts';
import { codes, given } from '../../messages/samples.ts';
import { both, judged, type Seen } from './case.ts';
import { findingMessages } from './said.ts';
import {
  held,
  inCall,
  pool,
  queueOf,
  serviceByHand,
  stuck,
  timeOf,
  vitalsByHand,
  waitOf,
  socketsOf,
} from './vitals-by-hand.ts';

const [compute, free, spare] = [
  'pool threads compute',
  'CPUs are free',
  'the loop has time to spare',
] as const;
type Claim = typeof compute | typeof free | typeof spare;
type Claims = (params: Readonly<Record<string, unknown>>) => readonly (Claim | false)[];

const noThreadWaits: Claims = ({ waitedForCpu }) => [waitedForCpu === null && free];
const ofPool: Claims = ({ threads, areCpusFree, loop }) => [
  threads === null && areCpusFree === true && free,
  loop !== null && spare,
];
const ofLoop: Claims = ({ isLoopBusy }) => [!isLoopBusy && spare];

/** What a text claims, by its code and the figures that choose its words. */
const claims: Readonly<Record<string, Claims>> = {
  'pool-hog.because': ({ helpers }) => [helpers === null && compute],
  'pool-too-large.title': () => [compute],
  'pool-starved-of-cpu.title': () => [compute],
  'pool-lock.own-threads.because': () => [free],
  'loop-saturated.because': ({ free: cpus }) => [cpus !== null && free],
  'downstream.because': noThreadWaits,
  'downstream.inside.because': noThreadWaits,
  'downstream.connections.because': noThreadWaits,
  'pool-too-small.because': ofPool,
  'pool-hog.flood.because': ofPool,
  'workers-saturated.because': (params) => [free, ...ofLoop(params)],
  'workers-saturated.no-cpu.because': ofLoop,
  'backlog.because': ofLoop,
  'loop-blocked.because': ({ isBusy }) => [!isBusy && spare],
};
const claimsOf = ({ code, params }: AnyMessage) =>
  (claims[code]?.(params as Parameters<Claims>[0]) ?? []).filter((claim) => claim !== false);

/** How the texts of findings say it: a new one that does belongs into `claims`. */
const words: readonly [RegExp, Claim][] = [
  [/The threads compute|pool threads compute on|threads compete for/, compute],
  [/(?<!No )CPU is free|CPUs are free/, free],
  [/not overloaded|is not the limit|event loop is not the cause|nothing was found that delays/, spare],
];

test('Every text of a finding that claims one of these is known to', () => {
  const known = new Set(findingMessages.map(({ code }) => code));
  const texts = codes.filter((code) => known.has(code) && /\.(?:title|because|expect)$/.test(code));
  for (const said of [...findingMessages, ...texts.flatMap(given)].filter(({ code }) =>
    texts.includes(code as (typeof texts)[number]),
  ))
    for (const [pattern, claim] of words)
      assert.equal(
        claimsOf(said as Message).includes(claim),
        pattern.test(say(said)),
        `${said.code}: ${claim}`,
      );
});

/** What the figures deny. */
function isDenied(claim: Claim, { pool: { time }, loop, cpu }: Vitals, service: ServiceVitals): boolean {
  switch (claim) {
    case 'pool threads compute':
      return (time?.blocked ?? 0) > 0.5;
    case 'CPUs are free':
      return Math.min(cpu.available - cpu.used, service.machineCpus - service.machineUsed) < 0.25;
    case 'the loop has time to spare':
      return (loop.utilization ?? 0) >= 0.85;
  }
}

type Pick = <Item>(items: readonly Item[]) => Item;

/** So many processes that could be, and how one is drawn of several. */
function* processes(
  count: number,
  seed: number,
): Generator<{ parts: Seen; random: () => number; pick: Pick }> {
  const random = stream(seed, 0);
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] as (typeof items)[number];
  for (let round = 0; round < count; round++) yield { parts: anyProcess(random, pick), random, pick };
}

test('No finding claims what its figures deny', () => {
  const claimed = new Map<Claim, number>();
  for (const { parts, random, pick } of processes(4000, 16)) {
    const vitals = vitalsByHand(parts);
    const machineUsed = Math.min(8, vitals.cpu.used + pick([0.1, 0.1, 8 * random()]));
    const service = serviceByHand([vitals], { machineUsed });
    for (const finding of judged({ processes: [parts], service }).findings)
      for (const said of [finding.title, finding.because, finding.expect])
        for (const claim of claimsOf(said)) {
          claimed.set(claim, (claimed.get(claim) ?? 0) + 1);
          assert.ok(!isDenied(claim, vitals, service), JSON.stringify({ claim, finding, vitals, service }));
        }
  }
  // Without claims nothing was tried.
  for (const [, claim] of words)
    assert.ok((claimed.get(claim) ?? 0) > 100, `${claim}: ${claimed.get(claim)}`);
});

const naming = new Set([
  'pool-hog.title',
  'pool-lock.own-threads.title',
  'pool-hog.flood.title',
  'pool-starved-of-cpu.title',
]);

/** The kind that a title names as what holds the threads, or sets a limit for. A library's own threads are of an add-on, whatever else the pool's threads do. */
function named({ code, params }: AnyMessage): string | undefined {
  if (!naming.has(code)) return undefined;
  const { kind, hog, kinds } = params as { kind?: string; hog?: string; kinds?: readonly string[] };
  return kind ?? hog ?? kinds?.[0];
}

test('Where one kind was seen in the hands of the threads, no other one is named for it', () => {
  let findingsNamed = 0;
  for (const { parts, random, pick } of processes(2000, 17)) {
    const part = 0.6 + 0.4 * random();
    const [holder, other] = pick(['node_api fs', 'fs crypto', 'crypto fs']).split(' ') as [string, string];
    const seen = both(parts, { pool: held({ [holder]: part, [other]: 1 - part }) });
    for (const finding of judged({ processes: [seen] }).findings) {
      const kind = named(finding.title);
      if (kind === undefined) continue;
      findingsNamed++;
      assert.equal(kind, holder, JSON.stringify({ finding, seen }));
    }
  }
  assert.ok(findingsNamed > 100, String(findingsNamed));
});

test('What is in force already is never advised, whatever was seen', () => {
  for (const { parts, random, pick } of processes(3000, 7)) {
    const size = pick([1, 2, 4, 8, 16, 64, 128, 256]);
    const text = pick([null, String(size), '', '16', 'auto', '2']);
    const available = parts.cpu?.available ?? 8;
    const seen = both(
      parts,
      pool({ size, asked: poolSizeOf(text), askedText: text, busy: size * pick([random(), 1, 1]) }),
      pool(
        pick([{}, {}, stuck(Math.ceil(size * random()), pick([inCall('read', '/mnt/a'), inCall('poll')]))]),
      ),
      { cpu: { quota: pick([null, available]), throttled: pick([null, 0, random()]) } },
      { memory: { limit: pick([null, 100 * 2 ** 20, 2 ** 30]), growth: pick([null, 0, 2 ** 22]) } },
      { taskRoom: pick([null, 0, 20, 300]) },
    );
    for (const finding of judged({ processes: [seen] }).findings) {
      const all = JSON.stringify({ finding, seen });
      for (const { text: change } of finding.changes) {
        for (const [, found] of change.matchAll(/UV_THREADPOOL_SIZE=(\d+)/g)) {
          assert.notEqual(Number(found), size, all);
          assert.ok(Number(found) >= 1 && Number(found) <= 1024, all);
        }
      }
      const advised = Number(
        /^UV_THREADPOOL_SIZE=(\d+)/.exec(finding.changes[0]?.text ?? '')?.[1] ?? Number.NaN,
      );
      if (finding.verb === 'raise') assert.ok(!(advised <= size), all);
      if (finding.verb === 'lower') assert.ok(!(advised >= size), all);
      assert.doesNotMatch(all, /NaN|undefined|Infinity/);
    }
  }
});

/** A process whose parts use the CPUs that it uses in all. */
function anyProcess(random: () => number, pick: Pick): Seen {
  const available = pick([1, 2, 4, 8]);
  const size = pick([1, 4, 4, 16]);
  const busy = size * pick([0, random(), 1, 1]);
  const running = pick([0.04, random(), 0.98]);
  const waited = (1 - running) * pick([0, random()]);
  const lock = (1 - running - waited) * pick([0, 0, random()]);
  const utilization = pick([random(), 0.85 + 0.15 * random()]);
  const ran = utilization * pick([random(), 0.97]);
  const loopWaited = (utilization - ran) * pick([0, random(), 1]);
  const helpers = pick([0, 0, available * random()]);
  const helpersWaited = helpers * pick([0, 2 * random()]);
  const workers = pick([[], [], [{ tid: 50, ran: 0.97, waitedForCpu: pick([0, 0.02]) }]]);
  const ofWorkers = workers.reduce((sum, worker) => sum + worker.ran, 0);
  const late = { mean: 9, p50: 1, p99: pick([2, 160]), max: pick([9, 420]) };
  const connections = { connections: 40, pending: 40, age: { p50: 900, p95: 1800, max: 2700 } };
  return {
    pool: {
      size,
      busy,
      full: pick([0, 0.6, 1]),
      queue: pick([
        queueOf({}),
        queueOf({ fs: 10 ** (3 * random()) }),
        queueOf({ fs: 18, node_api: 4 }),
        queueOf({ node_api: 20, fs: 10 * random() }),
        queueOf({ crypto: 10 ** (2 * random()), fs: 2 }),
      ]),
      wait: pick([waitOf(0.06), waitOf(10 ** (4 * random() - 1))]),
      time: pick([null, timeOf(running, waited, lock), timeOf(running, waited, lock)]),
    },
    loop: {
      utilization,
      ran,
      waitedForCpu: loopWaited,
      delay: late,
      stalls: pick([0, 8]),
      silent: 0,
    },
    cpu: {
      used: Math.min(available, ran + busy * running + helpers + ofWorkers),
      available,
      waited: loopWaited + busy * waited + helpersWaited,
    },
    native:
      helpers > 0 ? [{ name: 'libvips worker', threads: 4, ran: helpers, waitedForCpu: helpersWaited }] : [],
    workers,
    requests: { pending: pick([0.3, 40]), rate: 100, mean: 900 },
    sockets: pick([
      null,
      socketsOf({
        listening: [{ address: ':3000', mean: pick([0, 20]), max: 40, limit: 511 }],
        inbound: connections,
        outbound: pick([[], [{ ...connections, to: '10.0.0.5:5432' }]]),
      }),
    ]),
  };
}
