/** What an experiment of the lab declares: its question, its claims with their sources, a plan, and the rules of its verdicts. */
import type { AnyMessage } from '../../messages/message.ts';
import type { Factor } from '../../model/vary.ts';
import type { Contestant, ContestantId } from '../../model/contestant.ts';
import type { Plan } from '../../model/plan.ts';
import type { HostConditions } from '../../model/sample.ts';
import type { Outcome } from './outcome.ts';
import type { ClaimVerdict, Measured, Picture, Section, Table } from '../../model/verdict.ts';

/** What is known of the machine before the plan is made. */
export interface Capabilities {
  readonly host: HostConditions;
  /** Whole CPUs. */
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
  /** `Plan.asked`. */
  readonly asked?: readonly string[];
  readonly scale: Plan['scale'];
  readonly seed: number;
  readonly blocks: number | null;
  /** Levels that the user narrows the grid to: `--vary pool=4,8`. */
  readonly only: readonly Factor[];
  readonly node: string | null;
  /** Its version; absent: that of the Node that runs chokepoint. */
  readonly nodeVersion?: string;
  /** Further Node binaries by their labels, for the experiment that puts versions side by side. */
  readonly nodes?: readonly { readonly label: string; readonly binary: string }[];
}

export type Judgement = Pick<ClaimVerdict, 'verdict' | 'because' | 'evidence' | 'undecided'>;

export interface Claim {
  /** Permanent. */
  readonly id: string;
  readonly text: string;
  readonly source: string;
  /** Words from intervals alone; never a sentence that was known before. */
  readonly judge: (measured: Measured) => Judgement;
  /**
   * What its figures have to show, in parts that must agree: who runs the blocks asks it which cells still lack precision,
   * and a test holds its bounds against what the model predicts. Absent of what is counted.
   */
  readonly outcomes?: (measured: Measured) => readonly (readonly Outcome[])[];
}

export interface Experiment {
  readonly name: string;
  readonly question: string;
  readonly sources: readonly string[];
  /** Factors that `--vary` can narrow. */
  readonly keys: readonly string[];
  /** How it is measured, and why so: a paragraph each. */
  readonly design: readonly string[];
  /** What it does not show: one sentence each. */
  readonly limits: readonly string[];
  /** It puts Node versions side by side: `--node` may name several. */
  readonly comparesNodes?: boolean;
  /** It takes so long, or builds so much, that `lab` runs it only where it is named. */
  readonly byNameOnly?: boolean;
  /** Programs without which a part is not run. */
  readonly needs: readonly string[];
  readonly plan: (options: PlanOptions, facts: Capabilities) => Promise<Plan>;
  readonly claims: readonly Claim[];
  /** The question's answer in a sentence with this run's figures, where there is one; null where too little was measured. */
  readonly answer?: (measured: Measured) => AnyMessage | null;
  readonly passages: (measured: Measured) => readonly Section[];
}

/** Columns of a table. */
export const left = (label: string) => ({ label, align: 'left' as const });
export const right = (label: string) => ({ label, align: 'right' as const });

/** A section of tables and pictures; none where nothing of it was measured. */
export function section(
  title: string,
  paragraphs: readonly string[],
  tables: readonly Table[],
  pictures: readonly Picture[] = [],
): Section[] {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  if (filled.length + pictures.length === 0) return [];
  return [{ title, paragraphs, tables: filled, ...(pictures.length > 0 && { pictures }) }];
}
