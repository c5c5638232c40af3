/** Which of Node's asynchronous APIs need a thread of the pool? Asked of Node itself, with every thread held. */
import type { Plan } from '../../../model/plan.ts';
import { problem } from '../../../messages/problem.ts';
import type { Experiment, PlanOptions } from '../experiment.ts';
import { labPlan } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { passages } from './passages.ts';

/** The size that Node has by itself, and one thread, which shows the order of the jobs. */
const sizes = ['default', 1] as const;
/** Each trial answers the whole question: further ones are there to contradict. */
const blocks = { quick: 2, full: 3, 'as-published': 2 } as const;
/** Milliseconds, start and stop included; half of them are waiting for nothing more to happen. */
const trialCost = 1900;

async function plan(options: PlanOptions): Promise<Plan> {
  const { nodes = [], only } = options;
  const asked = only.find(({ key }) => key === 'pool')?.levels;
  const pools = sizes.filter((size) => asked === undefined || asked.includes(size));
  if (pools.length === 0) {
    throw problem('VARY_LEVEL_INVALID', {
      key: 'pool',
      value: asked?.join(',') ?? '',
      why: 'What needs a thread does not depend on how many there are.',
      todo: 'Use default, 1, or both.',
    });
  }
  const versions = nodes.length > 0 ? nodes : [null];
  const cells = versions.flatMap((version) =>
    pools.map((pool) => ({
      id: version ? `node-${version.label}/pool-${pool}` : `pool-${pool}`,
      setting: { ...(version && { node: version.label }), pool },
      load: { kind: 'none' as const },
      requests: [],
      parameters: {},
      ...(version && { node: version.binary }),
    })),
  );
  return labPlan(options, {
    name: 'pool-map',
    subject: { kind: 'program', program: 'pool-map', parameters: {} },
    factors: [
      ...(nodes.length > 0 ? [{ key: 'node', levels: nodes.map(({ label }) => label) }] : []),
      { key: 'pool', levels: [...pools] },
    ],
    cells,
    baseline: cells[0]?.id ?? '',
    blocks,
    quickLimit: null,
    timeout: 60_000,
    blockTime: cells.length * trialCost,
  });
}

export const poolMapExperiment: Experiment = {
  name: 'pool-map',
  question: 'Which of Node’s asynchronous APIs need a thread of the libuv pool?',
  sources: [
    'the article on the thread pool, its list of APIs',
    "Node's documents on UV_THREADPOOL_SIZE",
    'nodejs/node pull requests 65327, 65488 and 65489: small files and folders in one job',
  ],
  keys: ['pool'],
  comparesNodes: true,
  design: [
    'As many named pipes as there are pool threads are opened for reading: each open blocks its thread, and uses no CPU. Then every asynchronous API is started. Whatever is done needs no thread; the pipes are opened for writing, and whatever is done then needs one.',
    'No clock decides. The threads are held until a control of timers, connections, another process and another thread has ended three times in a row without any further API being done. The APIs are looked up in the modules as they are found, so that one that is new is told as not tried.',
    'In a pool of one thread the order of callbacks shows libuv’s queue for slow I/O: of two lookups the second is overtaken by a job that was submitted behind both.',
    'In the same pool holds that follow one another let every API do one job at a time: so it is counted how many jobs it has one after the other.',
  ],
  limits: [
    'It asks what an API needs at least once in the way it was called here; another argument may take another way.',
    'Add-ons are not asked: whatever calls napi_create_async_work or uv_queue_work needs a thread.',
  ],
  needs: [],
  plan,
  claims,
  passages,
};
