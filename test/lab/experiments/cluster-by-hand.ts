/** Runs of the cluster experiment as they would come out in worlds of which the truth is known. */
import { Histogram } from '../../../src/stats/histogram.ts';
import type { Cell, Plan } from '../../../src/model/plan.ts';
import type { RequestTrace, Trial } from '../../../src/model/sample.ts';
import { published } from '../../../src/lab/workloads/cluster.ts';
import { trialOf, withOutcome, withSample } from '../../kit/trials.ts';
import { cpus, trialsOf } from './two-cpus.ts';

export interface World {
  /** Throughput over that of one process. */
  readonly gain: (topology: string, clients: number) => number;
  /** The policies beside round robin. */
  readonly policy: (topology: string) => number;
  /** How much longer the slowest client waits where connections are kept. */
  readonly unevenness: (topology: string) => number;
  /** Milliseconds for each millisecond of the test. */
  readonly elapsedGrowth: number;
  readonly clientGrowth: number;
  /** Seconds of the whole published loop. */
  readonly loop: number;
  /** What ab measures of what is there. */
  readonly ab: number;
  /** Milliseconds of CPU of a request without work, with its connection. */
  readonly passing: (topology: string) => number;
}

/** Two CPUs, and work that only computes. */
export const sane: World = {
  gain: (_, clients) => Math.min(clients, cpus),
  policy: () => 1,
  unevenness: () => 1.4,
  elapsedGrowth: 1,
  clientGrowth: 0,
  loop: 5,
  ab: 1,
  passing: (topology) => (topology === 'handed-sockets' ? 0.15 : 0.3),
};

/** Milliseconds of CPU of one request. */
const demand = 40;

export const simulated = (plan: Plan, world: World, noise = 0.01): Trial[] =>
  trialsOf(plan, 7, noise, (block, cell, _, jitter) => simulatedTrial(block, cell, world, jitter));

function simulatedTrial(block: number, cell: Cell, world: World, jitter: () => number): Trial {
  const { topology, clients, connections, variant } = cell.setting;
  const name = String(topology);
  const gain = name === 'node' ? 1 : world.gain(name, Number(clients)) * world.policy(name);
  const requests = cell.load.kind === 'closed' ? cell.load.clients * (cell.load.requestsEach ?? 1) : 0;
  const length = ((requests * demand) / gain / (String(variant).startsWith('ab') ? world.ab : 1)) * jitter();
  const unevenness = connections === 'kept' ? world.unevenness(name) * jitter() : jitter();
  const traces = requestsOf(cell, { requests, length, unevenness }, world, jitter);
  const trial = trialOf(block, cell.id, {
    throughput: (requests / length) * 1000,
    responses: traces.map(({ done, sent }) => done - sent),
    ...(variant === 'light' && { cpu: [requests * world.passing(name) * jitter()] }),
  });
  const serverTime = new Histogram();
  const iterations = Number(cell.parameters['iterations']);
  for (let i = 0; i < requests; i++)
    serverTime.record(((world.loop * 1e6) / published.iterations) * iterations * jitter());
  const [count, makespan] = [requests, length];
  const jobs = { count, min: demand, mean: demand, max: demand, makespan, afterLastResponse: 0 };
  const loaded = withOutcome(trial, () => ({
    window: { start: 0, duration: length },
    serverTime: serverTime.toData(),
    bytesReceived: requests * 87,
    traces: String(variant).startsWith('ab') ? [] : traces,
  }));
  // Of a hundred jobs the first worker has its even half, or what its connections bring it.
  const busiest = Math.round((100 / cpus) * unevenness);
  const pids = Array.from({ length: 100 }, (_, i) => ({ pid: i < busiest ? 0 : 1, start: 0, end: demand }));
  return withSample(loaded, () => ({ jobs: { ...jobs, traces: pids } }));
}

interface Run {
  readonly requests: number;
  readonly length: number;
  readonly unevenness: number;
}

/** One after the other for each client; the last client is the slowest. */
function requestsOf(
  { setting }: Cell,
  { requests, length, unevenness }: Run,
  { elapsedGrowth, clientGrowth }: World,
  jitter: () => number,
): RequestTrace[] {
  const clients = Number(setting['clients']);
  const took = (length * clients) / requests;
  return Array.from({ length: requests }, (_, i) => {
    const done = took * (Math.floor(i / clients) + 1);
    const slow = i % clients === clients - 1 ? unevenness : 1;
    const waited = took * slow + clientGrowth * done;
    const serverTime = setting['variant'] === 'worker-clock' ? 500 + elapsedGrowth * done * jitter() : demand;
    return {
      client: i % clients,
      due: done - waited,
      sent: done - waited,
      firstByte: done,
      done,
      status: 200,
      error: null,
      serverTime,
    };
  });
}
