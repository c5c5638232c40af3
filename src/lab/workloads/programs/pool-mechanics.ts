/**
 * The pool's own rules (guest), asked of Node itself: what size it takes from which setting, when it is fixed, what its
 * threads cost, who shares them, and how many of them names may have. Counts only; nothing is timed.
 */
import { join } from 'node:path';
import { leaveFacts, parametersOf, type Facts } from './facts.ts';
import { ScratchFolder } from './map/attempt.ts';
import { inCode, memory, sizes } from './mechanics/children.ts';
import { jobsAtOnce, namedThreads, workers } from './mechanics/count.ts';
import { names, slowNames } from './mechanics/names.ts';

const parameters = parametersOf();
// An ES module can set the size here at the earliest: behind all that it imports.
if (parameters['set'] !== undefined && parameters['ask'] === 'count-module') {
  process.env['UV_THREADPOOL_SIZE'] = String(parameters['set']);
}

const scratch = new ScratchFolder(join(process.env['CHOKEPOINT_DIR'] ?? '.', `mechanics-${process.pid}`));

/** Counts the pool of this very process. */
async function count(): Promise<Facts> {
  const { firstUse = {} } = globalThis as { firstUse?: Facts };
  if (parameters['jobs'] === 0) return firstUse;
  return { jobs: await jobsAtOnce(scratch), named: namedThreads(), ...firstUse };
}

const questions: Readonly<Record<string, () => Promise<Facts>>> = {
  count,
  'count-module': count,
  'set-late': count,
  sizes,
  'in-code': () => inCode(scratch, Number(parameters['set'])),
  memory,
  workers: () => workers(scratch),
  names,
  'slow-names': () => slowNames(scratch),
};

const question = questions[String(parameters['ask'])];
if (!question) throw new Error(`no question "${parameters['ask']}"`);
leaveFacts({ node: process.versions.node, uv: process.versions.uv, ...(await question()) });
// Whoever was started by a topology goes on until it is ended: a process that ends takes its topology with it.
if (parameters['ends'] === 1) process.kill(process.pid, 'SIGKILL');
else setInterval(() => {}, 60_000);
