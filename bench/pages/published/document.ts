/** Published tables as rows that the validity checks can judge: only what a document itself says is known. */
import type { Observation } from '../../../src/model/observation.ts';

export interface PublishedDocument {
  readonly id: string;
  /** What was measured, in one line. */
  readonly title: string;
  /** What the checks take from its text besides its figures. */
  readonly known: string;
  readonly rows: readonly Observation[];
}
