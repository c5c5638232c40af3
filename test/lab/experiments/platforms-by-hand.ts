/** Contestants that are there or not, and trials of the experiment on platforms as a world would give them. */
import assert from 'node:assert/strict';
import type { Capabilities } from '../../../src/lab/experiments/experiment.ts';
import { threadsKey, wait } from '../../../src/lab/experiments/platforms/grid.ts';
import { message } from '../../../src/messages/message.ts';
import { contestantIds, type ContestantId } from '../../../src/model/contestant.ts';
import type { Contestant } from '../../../src/model/schema/contestant.ts';
import type { Cell, Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { trialOf, withSample } from '../../kit/trials.ts';
import { capabilities, cpus, trialsOf } from './two-cpus.ts';

export const inOrder = {
  'spring-mvc': { java: '25.0.3', 'spring-boot': '4.1.2' },
  'spring-virtual': { java: '25.0.3', 'spring-boot': '4.1.2' },
  'spring-webflux': { java: '25.0.3', 'spring-boot': '4.1.2' },
  go: { go: '1.26.8' },
} as const satisfies Partial<Record<ContestantId, Record<string, string>>>;

export const notFound = message('contestant.spring-missing', {
  name: 'Spring',
  needs: 21,
  java: ['17.0.15'],
  compiles: true,
  maven: [],
});

/** @param ready those that can be started, with their versions; the others are missing */
export const withContestants = (
  ready: Readonly<Partial<Record<ContestantId, Record<string, string>>>>,
  ...has: string[]
): Capabilities => ({
  ...capabilities(...has),
  contestants: (ids = contestantIds) =>
    Promise.resolve(
      ids.map((id): Contestant => {
        const versions = ready[id];
        return versions
          ? { id, state: 'ready', versions, launch: { file: 'server', args: [], env: {} } }
          : { id, state: 'missing', versions: {}, reason: { ...notFound } };
      }),
    ),
});

/** How the platforms behave. Ratios are to Node's one loop unless told. */
export interface World {
  /** Requests that Tomcat and its virtual threads serve at a time at 1,000 clients, and those of WebFlux. */
  readonly tomcat: number;
  readonly virtual: number;
  readonly webflux: number;
  readonly node: number;
  /** Median times at 10 clients and at the calm rate: virtual ÷ MVC, WebFlux ÷ MVC, Node ÷ MVC. */
  readonly virtualLatency: number;
  readonly webfluxLatency: number;
  readonly nodeLatency: number;
  /** Throughput of primes: MVC ÷ Node, MVC ÷ a Node for each CPU, virtual ÷ MVC. */
  readonly computing: number;
  readonly computingAll: number;
  readonly virtualComputing: number;
  /** Waits inside synchronized blocks that are served at a time. */
  readonly locked: number;
  /** CPU per request: WebFlux ÷ MVC. */
  readonly reactiveCost: number;
  /** Of WebFlux; MVC with 1,000 threads for requests has 1,020. */
  readonly reactiveThreads: number;
  /** p90 of the mix, Node ÷ MVC. */
  readonly mixed: number;
  /** Busy waiting, MVC ÷ Node. */
  readonly burning: number;
  readonly firstWindow: number;
  readonly noise: number;
}

export const expected: World = {
  tomcat: 198,
  virtual: 600,
  webflux: 700,
  node: 800,
  virtualLatency: 1,
  webfluxLatency: 1,
  nodeLatency: 0.99,
  computing: 1.9,
  computingAll: 1.4,
  virtualComputing: 1,
  locked: 480,
  reactiveCost: 1.3,
  reactiveThreads: 30,
  mixed: 30,
  burning: 14,
  firstWindow: 0.5,
  noise: 0.01,
};

const isMany = ({ load }: Cell) => load.kind === 'closed' && load.clients >= 500;

/** Requests per second. */
function rateOf(world: World, cell: Cell): number {
  const { setting, load } = cell;
  const { work, topology } = setting;
  if (load.kind === 'rate') return load.perSecond;
  if (work === 'synchronized') return (world.locked * 1000) / wait;
  if (work === 'wait' && isMany(cell)) {
    const tomcat = setting[threadsKey] === undefined ? world.tomcat : world.virtual;
    const atOnce = {
      'spring-mvc': tomcat,
      'spring-virtual': world.virtual,
      'spring-webflux': world.webflux,
    };
    return ((atOnce[topology as keyof typeof atOnce] ?? world.node) * 1000) / wait;
  }
  const node = 100;
  const spring = topology === 'spring-mvc' || topology === 'spring-virtual';
  if (work === 'burn') return node * (spring ? world.burning : 1);
  if (work !== 'prime') return node;
  if (topology === 'reuse-port') return (node * world.computing) / world.computingAll;
  const gained = node * (spring ? world.computing : 1);
  return topology === 'spring-virtual' ? gained * world.virtualComputing : gained;
}

/** Milliseconds: what a wait takes, so that none is answered before it is over. */
const above = 1.06 * wait;

/** Milliseconds of all requests alike. */
function timeOf(world: World, { setting: { work, topology }, load }: Cell): number {
  if (work === 'mix') return topology === 'node' ? world.mixed : 1;
  if (load.kind === 'closed' && load.clients > 10) return above;
  const ratio = {
    'spring-virtual': world.virtualLatency,
    'spring-webflux': world.webfluxLatency,
    node: world.nodeLatency,
  }[String(topology)];
  return above * (ratio ?? 1);
}

function cpuOf(world: World, { setting: { topology } }: Cell): number {
  const mvc = 4;
  if (topology === 'spring-mvc') return mvc;
  return topology === 'spring-webflux' ? mvc * world.reactiveCost : 1;
}

function threadsOf(world: World, { setting }: Cell): number {
  if (setting[threadsKey] !== undefined) return 1020;
  return setting['topology'] === 'spring-webflux' ? world.reactiveThreads : 30;
}

/** Enough for a median to be compared; of the mix, for its p90. */
const countOf = ({ setting }: Cell) => (setting['work'] === 'mix' ? 1100 : 220);

export const simulated = (plan: Plan, world: World): Trial[] =>
  trialsOf(plan, 11, world.noise, (block, cell, jitter) => {
    const count = countOf(cell);
    const trial = trialOf(block, cell.id, {
      throughput: rateOf(world, cell) * jitter,
      responses: Array.from({ length: count }, () => timeOf(world, cell) * jitter),
      cpu: [cpuOf(world, cell) * count * jitter],
    });
    const [server] = trial.effective;
    assert.ok(server);
    const isJava = String(cell.setting['topology']).startsWith('spring');
    const first = isJava ? world.firstWindow : 1;
    const settling = {
      duration: isJava ? 2400 : 0,
      isSteady: true,
      windows: [1, 1].map((part) => ({ throughput: 100 * part * jitter, cpuPerRequest: 1 })),
      exercise: [first, 1, 1].map((part) => 100 * part * jitter),
    };
    return {
      ...withSample(trial, () => ({ settling })),
      load: cell.load,
      effective: Array.from({ length: Number(cell.setting['processes'] ?? 1) }, () => ({
        ...server,
        threads: threadsOf(world, cell),
        rss: 60e6 * jitter,
        cpusAllowed: cpus,
      })),
    };
  });
