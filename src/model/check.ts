/** The validity checks: why a result must not be trusted, and what happens to its verdicts then. */
import type { Message } from '../messages/message.ts';
import type { Evidence, Metric } from './metric.ts';
import type { Ratio } from './units.ts';

/** Permanent ids; docs/checks.md explains each. */
export const checkIds = [
  'L1',
  'L2',
  'F1',
  'F2',
  'P2',
  'B1',
  'S1',
  'T1',
  'T2',
  'E1',
  'E2',
  'G1',
  'G2',
  'M1',
  'D1',
  'D2',
  'C1',
  'W1',
  'V1',
  'I1',
  'R1',
  'Q1',
  'P1',
] as const;
export type CheckId = (typeof checkIds)[number];

/** `not applicable`: the data that it needs were not taken, or the check says nothing about this kind of load. */
export type CheckOutcome = 'pass' | 'fail' | 'not applicable';

/**
 * What a failure does to the verdicts.
 * - `note`: it is reported, and nothing changes
 * - `hide`: figures that mean nothing are not shown (percentiles with too few requests)
 * - `undecided`: comparisons of these cells lose their word
 * - `void`: the cell's trials do not count
 * - `silence`: no comparing words in the whole run
 */
export type CheckEffect = 'note' | 'hide' | 'undecided' | 'void' | 'silence';

export interface CheckResult {
  readonly id: CheckId;
  /** What must be so, in a few words: `Warm-up complete`. */
  readonly title: string;
  readonly outcome: CheckOutcome;
  readonly effect: CheckEffect;
  /** One sentence with the arithmetic in it: `1149 requests/s × 10 ms = 11.5 in flight, but 10 clients were declared.` */
  readonly sentence: Message;
  /** Cells that it concerns; empty if the whole run. */
  readonly cells: readonly string[];
  /** Metrics that it concerns; all if absent. */
  readonly metrics?: readonly Metric[];
  /** The worst finding of each cell that loses its verdicts, as a sentence. A question about one cell is answered with its own. */
  readonly worst?: Readonly<Record<string, Message>>;
  /**
   * Share by which the throughput of each cell may be too low, if that is the only effect of the failure. A cell that is not listed
   * lacks nothing. A verdict that is the same with and without this share is kept (judge/lack.ts). Absent if the share is not known.
   */
  readonly understates?: Readonly<Record<string, Ratio>>;
  readonly evidence: readonly Evidence[];
}
