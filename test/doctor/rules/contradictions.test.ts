/** No finding claims what the figures beside it deny, whatever was seen: of a few thousand processes that could be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRules } from '../../../src/doctor/evaluate-rules.ts';
import { say, type Message, type OneOf } from '../../../src/messages/message.ts';
import type { ServiceVitals, Vitals } from '../../../src/model/vitals.ts';
import { stream } from '../../../src/queueing/simulate.ts';
import { codes, given } from '../../messages/samples.ts';
import { findingMessages } from './said.ts';
import {
  queueOf,
  serviceByHand,
  timeOf,
  vitalsByHand,
  waitOf,
  type Parts,
  socketsOf,
} from './vitals-by-hand.ts';

type Claim = 'pool threads compute' | 'CPUs are free' | 'the loop has time to spare';

type Claiming = OneOf<
  | 'pool-hog.because'
  | 'pool-too-large.title'
  | 'pool-starved-of-cpu.title'
  | 'pool-lock.own-threads.because'
  | 'loop-saturated.because'
  | 'downstream.because'
  | 'downstream.inside.because'
  | 'downstream.connections.because'
  | 'pool-too-small.because'
  | 'pool-hog.flood.because'
  | 'workers-saturated.because'
  | 'workers-saturated.no-cpu.because'
  | 'backlog.because'
  | 'loop-blocked.because'
>;

/** What a text claims, by its code and the figures that choose its words. */
function claimsOf(one: Message): Claim[] {
  const said = one as Claiming;
  switch (said.code) {
    case 'pool-hog.because':
      return said.params.helpers === null ? ['pool threads compute'] : [];
    case 'pool-too-large.title':
    case 'pool-starved-of-cpu.title':
      return ['pool threads compute'];
    case 'pool-lock.own-threads.because':
      return ['CPUs are free'];
    case 'loop-saturated.because':
      return said.params.free === null ? [] : ['CPUs are free'];
    case 'downstream.because':
    case 'downstream.inside.because':
    case 'downstream.connections.because':
      return said.params.waitedForCpu === null ? ['CPUs are free'] : [];
    case 'pool-too-small.because':
    case 'pool-hog.flood.because': {
      const { threads, areCpusFree, loop } = said.params;
      return [
        ...(threads === null && areCpusFree ? (['CPUs are free'] as const) : []),
        ...(loop === null ? [] : (['the loop has time to spare'] as const)),
      ];
    }
    case 'workers-saturated.because':
      return said.params.isLoopBusy ? ['CPUs are free'] : ['CPUs are free', 'the loop has time to spare'];
    case 'workers-saturated.no-cpu.because':
    case 'backlog.because':
      return said.params.isLoopBusy ? [] : ['the loop has time to spare'];
    case 'loop-blocked.because':
      return said.params.isBusy ? [] : ['the loop has time to spare'];
    default:
      return [];
  }
}

/** How the texts of findings say it: a new one that does belongs into `claimsOf`. */
const words: readonly [RegExp, Claim][] = [
  [/The threads compute|pool threads compute on|threads compete for/, 'pool threads compute'],
  [/(?<!No )CPU is free|CPUs are free/, 'CPUs are free'],
  [
    /not overloaded|is not the limit|event loop is not the cause|nothing was found that delays/,
    'the loop has time to spare',
  ],
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
function isDenied(claim: Claim, { pool, loop, cpu }: Vitals, service: ServiceVitals): boolean {
  switch (claim) {
    case 'pool threads compute':
      return (pool.time?.blocked ?? 0) > 0.5;
    case 'CPUs are free':
      return Math.min(cpu.available - cpu.used, service.machineCpus - service.machineUsed) < 0.25;
    case 'the loop has time to spare':
      return (loop.utilization ?? 0) >= 0.85;
  }
}

test('No finding claims what its figures deny', () => {
  const random = stream(16, 0);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const claimed = new Map<Claim, number>();
  for (let round = 0; round < 4000; round++) {
    const vitals = vitalsByHand(anyProcess(random, pick));
    const machineUsed = Math.min(8, vitals.cpu.used + pick([0.1, 0.1, 8 * random()]));
    const service = serviceByHand([vitals], { machineUsed });
    const { findings } = evaluateRules([vitals], service);
    for (const finding of findings)
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

type Naming = OneOf<
  | 'pool-hog.title'
  | 'pool-starved-of-cpu.library.title'
  | 'pool-lock.own-threads.title'
  | 'pool-hog.flood.title'
  | 'pool-starved-of-cpu.title'
>;

/** The kinds that a finding names as what holds the threads, or sets a limit for. */
function named(finding: { readonly title: Message }): readonly string[] {
  const title = finding.title as Naming;
  switch (title.code) {
    case 'pool-hog.title':
    case 'pool-starved-of-cpu.library.title':
    case 'pool-lock.own-threads.title':
      return [title.params.kind];
    case 'pool-hog.flood.title':
      return [title.params.hog];
    case 'pool-starved-of-cpu.title':
      return title.params.kinds.slice(0, 1);
    default:
      return [];
  }
}

test('Where one kind was seen in the hands of the threads, no other one is named for it', () => {
  const random = stream(17, 0);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  let findingsNamed = 0;
  for (let round = 0; round < 2000; round++) {
    const parts = anyProcess(random, pick);
    const part = 0.6 + 0.4 * random();
    const [holder, other] = pick([
      ['node_api', 'fs'],
      ['fs', 'crypto'],
      ['crypto', 'fs'],
    ] as const);
    const holders = [
      { kind: holder, part },
      { kind: other, part: 1 - part },
    ];
    const vitals = vitalsByHand({ ...parts, pool: { ...parts.pool, holders } });
    const { findings } = evaluateRules([vitals], serviceByHand([vitals]));
    for (const finding of findings)
      for (const kind of named(finding)) {
        findingsNamed++;
        // A library's own threads are of an add-on, whatever else the pool's threads do.
        const isOfLibrary = finding.title.code === 'pool-starved-of-cpu.library.title';
        assert.ok(kind === holder || isOfLibrary, JSON.stringify({ finding, vitals }));
      }
  }
  assert.ok(findingsNamed > 100, String(findingsNamed));
});

/** A process whose parts use the CPUs that it uses in all. */
function anyProcess(random: () => number, pick: <Item>(items: readonly Item[]) => Item): Parts {
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
