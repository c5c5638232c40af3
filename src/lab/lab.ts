/** The lab as others use it: its experiments planned for this machine, its servers started, and what its runs are judged by. */
import { hostConditions, wholeCpus } from '../host/host.ts';
import { iterationsPerMillisecond } from '../host/machine-speed.ts';
import { findTool } from '../host/tools.ts';
import { Problem, problem } from '../messages/problem.ts';
import { contestantIds } from '../model/contestant.ts';
import type { JudgedClaim, Lab, Preparing } from '../model/experiment.ts';
import type { Plan } from '../model/plan.ts';
import type { ContestantLaunch } from '../model/schema/contestant.ts';
import { whyNoOwnNames } from '../server/own-names.ts';
import { handsOverSockets, readsWholeFiles } from '../topologies/guest-protocol.ts';
import { findPackage } from '../topologies/topology.ts';
import { findContestants } from './contestants/contestants.ts';
import { experiments, findExperiment } from './experiments/catalogue.ts';
import type { Capabilities, Experiment, PlanOptions } from './experiments/experiment.ts';
import type { NodeFeature } from './experiments/judgement.ts';
import { withUnits } from './experiments/platforms/grid.ts';

/** What a run of an experiment is given. */
export const lab: Lab = { experiments, findContestants, withUnits };

/** One experiment in `lab --list`. */
export interface ExperimentRow extends Pick<
  Experiment,
  'name' | 'question' | 'byNameOnly' | 'sources' | 'needs' | 'keys'
> {
  readonly claims: readonly Pick<JudgedClaim, 'id' | 'text' | 'source'>[];
  /** Milliseconds that a quick run takes on this machine; null if it cannot run here, with `why`. */
  readonly expected: number | null;
  readonly why?: string;
}

/** All experiments, including those that cannot run on this machine. */
export async function listExperiments(): Promise<ExperimentRow[]> {
  const known = await capabilities({ builds: false });
  const options = { scale: 'quick', seed: 1, blocks: null, only: [], node: null } as const;
  const rows: ExperimentRow[] = [];
  for (const { name, question, byNameOnly, sources, needs, keys, claims, plan } of experiments) {
    const told = claims.map(({ id, text, source }) => ({ id, text, source }));
    const row = { name, question, ...(byNameOnly && { byNameOnly }), sources, needs, keys, claims: told };
    try {
      const { expected, limit } = await plan(options, known);
      rows.push({ ...row, expected: Math.min(expected, limit ?? Infinity) });
    } catch (error) {
      // An experiment that cannot run here does not hide the others.
      if (!(error instanceof Problem)) throw error;
      rows.push({ ...row, expected: null, why: `${error.what} ${error.todo}` });
    }
  }
  return rows;
}

/**
 * The plan of a named experiment for this machine. Servers of other platforms that it needs are built if they are missing.
 * @param preparing receiver of news of a build, and the signal that ends it
 * @throws Problem EXPERIMENT_UNKNOWN, VARY_LEVEL_INVALID; the signal's reason
 */
export async function planExperiment(
  name: string,
  options: PlanOptions,
  preparing: Pick<Preparing, 'tell' | 'signal'> = {},
): Promise<Plan> {
  const { plan } = findExperiment(name);
  const known = await capabilities({ ...preparing, builds: true }, options.nodeVersion);
  return plan(options, known);
}

/**
 * The command that starts the server of another platform, built if needed; undefined for a topology of Node.
 * @throws Problem CONTESTANT_NOT_READY; the signal's reason
 */
export async function contestantLaunch(
  topology: string,
  preparing: Pick<Preparing, 'tell' | 'signal'>,
): Promise<ContestantLaunch | undefined> {
  const id = contestantIds.find((one) => one === topology);
  if (id === undefined) return undefined;
  const [found] = await findContestants({ ...preparing, builds: true, ids: [id] });
  if (found?.reason) throw problem('CONTESTANT_NOT_READY', { name: id, why: found.reason });
  return found?.launch;
}

const packages = ['pm2', 'piscina'] as const;
const programs = ['ab', 'taskset'] as const;

/** Features of Node that some experiments use, with the test whether a version has them. */
const features: Readonly<Record<NodeFeature, (version: string) => boolean>> = {
  'handed-sockets': handsOverSockets,
  'whole-files': readsWholeFiles,
};

/**
 * @param node version of the Node that runs the servers
 * @returns the facts about the machine, its optional programs and its Node that plans need; takes about half a second
 */
async function capabilities(preparing: Preparing, node?: string): Promise<Capabilities> {
  const host = hostConditions();
  return {
    host,
    cpus: wholeCpus(host),
    iterationsPerMillisecond: await iterationsPerMillisecond(),
    has: new Set<string>([
      ...packages.filter((name) => findPackage(name) !== null),
      ...programs.filter((name) => findTool(name) !== null),
      ...Object.entries(features).flatMap(([name, has]) => (has(node ?? host.node) ? name : [])),
    ]),
    whyNoOwnNames,
    contestants: (ids) => findContestants({ ...preparing, ids }),
  };
}
