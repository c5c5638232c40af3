/**
 * An experiment of the lab as one declaration: its question, its claims with their sources, its grid, and what its page says. From
 * it follow the plan (cells, ids, factors), the judged claims and their words.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Message } from '../../messages/message.ts';
import { problem, reason, type Problem } from '../../messages/problem.ts';
import type { ContestantId } from '../../model/contestant.ts';
import type { JudgedExperiment } from '../../model/experiment.ts';
import type { Contestant } from '../../model/schema/contestant.ts';
import type { Cell, Level, Plan, Request } from '../../model/plan.ts';
import type { HostConditions } from '../../model/sample.ts';
import type { Bytes, Milliseconds } from '../../model/units.ts';
import type { Factor } from '../../model/factor.ts';
import { total } from '../../stats/mean-and-spread.ts';
import { idHeader } from '../workloads/workload.ts';
import { claimsOf, type Claim, type Claims, type NodeFeature, type Program } from './judgement.ts';

/** What is known of the machine before the plan is made. */
export interface Capabilities {
  readonly host: HostConditions;
  /** CPUs, as a whole number. */
  readonly cpus: number;
  /** pbkdf2-sha512 iterations (of a 512-byte key) that one CPU does in a millisecond, measured just now. */
  readonly iterationsPerMillisecond: number;
  /** Which of `needs` (lab/experiments/judgement.ts) were found. */
  readonly has: ReadonlySet<string>;
  /** Asks why a server cannot have a name server of its own; null if it can. A plan that needs none does not ask. */
  readonly whyNoOwnNames?: () => Promise<string | null>;
  /**
   * Finds the servers of other platforms, one result for each id, and builds those that have not been built yet, unless
   * the plan is made only to list it. A plan that needs none does not ask. Its result belongs into `Plan.contestants`.
   */
  readonly contestants?: (ids?: readonly ContestantId[]) => Promise<Contestant[]>;
}

export interface PlanOptions {
  /** The words of a command line that asked for the plan, as in `Plan.asked`. */
  readonly asked?: readonly string[];
  readonly scale: Plan['scale'];
  readonly seed: number;
  readonly blocks: number | null;
  /** Levels that the user narrows the grid to: `--vary pool=4,8`. */
  readonly only: readonly Factor[];
  readonly node: string | null;
  /** Version of `node`; absent: that of the Node that runs chokepoint. */
  readonly nodeVersion?: string;
  /** Further Node binaries by their labels, for the experiment that puts versions side by side. */
  readonly nodes?: readonly { readonly label: string; readonly binary: string }[];
}

interface Declared extends Omit<JudgedExperiment, 'claims'> {
  readonly sources: readonly string[];
  /** Factors that `--vary` can narrow. */
  readonly keys: readonly string[];
  /** What it does not show, a sentence each. */
  readonly limits: readonly string[];
  /** Whether it puts Node versions side by side: then `--node` may name several. */
  readonly comparesNodes?: boolean;
  /** Whether `lab` runs it only where it is named, since it takes so long or builds so much. */
  readonly byNameOnly?: boolean;
  /** Programs without which a part is not run. */
  readonly needs: readonly string[];
}

export interface Experiment extends Declared {
  readonly plan: (options: PlanOptions, facts: Capabilities) => Promise<Plan>;
  readonly claims: readonly Claim[];
}

/** What one plan measures: its settings, the cell of each, and what of the plan is its own. */
interface Grid<Setting> extends Omit<Partial<Plan>, 'baseline'> {
  readonly wanted: readonly [Setting, ...Setting[]];
  readonly subject: Plan['subject'];
  readonly cell: (setting: Setting) => CellOf | Promise<CellOf>;
  /** Whether the other settings are compared with this one; the first is taken if none is found. */
  readonly baseline?: (setting: Setting) => boolean;
  /** Time of a trial of the setting if nothing has to be measured again. Where blocks differ, `expected` is given instead. */
  readonly cost?: (setting: Setting) => Milliseconds;
}

/** A cell without its id, which follows from its setting. Its levels are those of the setting, unless `setting` is given. */
export type CellOf = Omit<Cell, 'id' | 'setting' | 'parameters'> &
  Partial<Pick<Cell, 'setting' | 'parameters'>>;

/**
 * Keeps the settings of an experiment that the user asked for, each once.
 * @param lacking what this machine lacks for the levels that were asked for
 * @throws Problem VARY_LEVEL_INVALID if none is left
 */
type Narrow<Setting> = (
  settings: readonly Setting[],
  lacking?: Message | null,
) => readonly [Setting, ...Setting[]];

interface Definition<Setting> extends Declared {
  readonly claims: Claims;
  /** Factors of its plans, where they are more or fewer than `keys`. */
  readonly factors?: readonly string[];
  readonly blocks: Readonly<Record<Plan['scale'], number>>;
  /** Time after which a quick run begins no further block; null: none. */
  readonly quickLimit: Milliseconds | null;
  readonly cellId: (setting: Setting) => string;
  readonly grid: (
    options: PlanOptions,
    facts: Capabilities,
    narrow: Narrow<Setting>,
  ) => Grid<Setting> | Promise<Grid<Setting>>;
}

/** @returns the experiment, whose plans and claims follow from its declaration */
export function defineExperiment<Setting extends object>(given: Definition<Setting>): Experiment {
  const { claims, factors, blocks, quickLimit, cellId, grid, ...declared } = given;
  const { name, keys } = declared;
  return {
    ...declared,
    claims: claimsOf(name, claims),
    async plan(options, facts) {
      const { asked = [], scale, seed, node, only } = options;
      const narrow: Narrow<Setting> = (settings, lacking = null) => {
        // A setting without a factor has all of its levels.
        const isAsked = (setting: Setting) =>
          only.every((factor) =>
            factor.levels.includes(levelOf(setting, factor.key) ?? factor.levels[0] ?? ''),
          );
        const kept = new Map(settings.filter(isAsked).map((setting) => [cellId(setting), setting]));
        const [first, ...others] = kept.values();
        if (!first) throw nothingLeft(settings, only, keys, lacking);
        return [first, ...others];
      };
      const made = await grid(options, facts, narrow);
      const { wanted, cell, baseline = () => false, cost, ...own } = made;
      const count = own.blocks ?? options.blocks ?? blocks[scale];
      return {
        name,
        asked: [...asked],
        scale,
        strategy: { kind: 'all' },
        seed,
        warmup: 0,
        duration: null,
        timeout: 30_000,
        startTimeout: 30_000,
        node,
        affinity: null,
        blocks: count,
        limit: scale === 'quick' ? quickLimit : null,
        expected: count * total(wanted.map((setting) => cost?.(setting) ?? 0)),
        factors: (factors ?? keys).flatMap((key) => {
          const found = [...new Set(wanted.flatMap((setting) => levelOf(setting, key) ?? []))];
          return found.length > 0 ? { key, levels: found } : [];
        }),
        cells: await Promise.all(
          wanted.map(async (setting) => ({
            id: cellId(setting),
            setting: { ...setting } as Cell['setting'],
            parameters: {},
            ...(await cell(setting)),
          })),
        ),
        baseline: cellId(wanted.find(baseline) ?? wanted[0]),
        ...own,
      };
    },
  };
}

const levelOf = (setting: object, key: string) => setting[key as keyof typeof setting] as Level | undefined;

/** The problem that no setting has the levels that were asked for. It names the factor of which no setting has a level. */
function nothingLeft(
  settings: readonly object[],
  only: readonly Factor[],
  [usual = '']: readonly string[],
  lacking: Message | null,
): Problem {
  const isUnknown = ({ key, levels }: Factor) =>
    !settings.some((setting) => levels.includes(levelOf(setting, key) ?? ''));
  const wrong = only.find(isUnknown) ?? only[0];
  const key = wrong?.key ?? usual;
  const levels = [...new Set(settings.flatMap((setting) => levelOf(setting, key) ?? []))];
  const { why, todo } = reason('vary.no-cell', { key, levels });
  return problem('VARY_LEVEL_INVALID', {
    key,
    value: wrong?.levels.join(',') ?? '',
    why: lacking ?? why,
    todo,
  });
}

/** Levels of a factor that were asked for; undefined where none were. */
export const askedLevels = ({ only }: Pick<PlanOptions, 'only'>, key: string): readonly Level[] | undefined =>
  only.find((factor) => factor.key === key)?.levels;

/** Numbers that were asked for, also ones that an experiment does not have by itself; undefined where none were. */
export const askedNumbers = (options: Pick<PlanOptions, 'only'>, key: string): number[] | undefined =>
  askedLevels(options, key)?.filter((level) => typeof level === 'number');

export const ascending = (values: readonly number[]): number[] =>
  [...new Set(values)].toSorted((a, b) => a - b);

/** A request whose answer proves its work by this key. */
export const proved = (path: string, key: string, more: Partial<Request> = {}): Request =>
  requestOf(path, { proof: { idHeader, key }, ...more });

export const requestOf = (path: string, more: Partial<Request> = {}): Request => ({
  url: `http://127.0.0.1${path}`,
  method: 'GET',
  headers: {},
  weight: 1,
  ...more,
});

/** The programs and features of `wanted` that were not found, for `Plan.absent`. */
export function absent<Wanted extends Program | NodeFeature>(
  wanted: readonly Wanted[],
  has: ReadonlySet<string>,
): Wanted[] {
  return wanted.filter((one) => !has.has(one));
}

/** How long a piece of work takes: the fastest of a few rounds, since whatever else the machine does can only slow one down. */
export function fastest(run: () => unknown, rounds: number): Milliseconds {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/**
 * Asks before anything starts whether the servers of an experiment will have space for their files.
 * @throws Problem ROOM_MISSING if the temporary folder has less than `needed` left
 */
export function requireDiskSpace(needed: Bytes): void {
  const folder = tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  const missing = needed - bavail * bsize;
  if (missing > 0) throw problem('ROOM_MISSING', { folder, missing: Math.ceil(missing / 2 ** 20) });
}
