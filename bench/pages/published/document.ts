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

type Said = Pick<Observation, 'name' | 'cell' | 'group' | 'load' | 'figures'> & Partial<Observation>;

/** What the document says; everything else is not known. */
export function publishedRow(said: Said): Observation {
  return { ...unknown, ...said };
}

const unknown: Omit<Observation, 'name' | 'cell' | 'group' | 'load' | 'figures'> = {
  counts: true,
  declared: null,
  length: null,
  // Every load of these documents ends by its number of requests.
  endsByCount: true,
  requests: null,
  throughput: null,
  mean: null,
  min: null,
  max: null,
  median: null,
  inFlight: null,
  floor: null,
  percentiles: null,
  server: null,
  jobs: null,
  late: null,
  proofs: null,
  answers: null,
  warnings: null,
  generator: null,
  unsent: null,
  machine: null,
  bounds: [],
  workers: null,
  computingCpus: null,
  bins: null,
  perWorker: null,
  clocks: [],
  labels: [],
  inForce: null,
};
