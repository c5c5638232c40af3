/** What is tried of a rule. */
import type { FleetVitals } from '../../../src/model/vitals.ts';
import type { Parts } from './vitals-by-hand.ts';

export interface Case {
  readonly about: string;
  /** One for each process. */
  readonly processes: readonly Parts[];
  readonly fleet?: Partial<FleetVitals>;
}

export interface Cases {
  readonly fires: readonly Case[];
  readonly fine: readonly Case[];
  readonly cannotTell: readonly Case[];
}

export const one = (about: string, parts: Parts, fleet?: Partial<FleetVitals>): Case => ({
  about,
  processes: [parts],
  ...(fleet && { fleet }),
});

export const several = (about: string, processes: readonly Parts[], fleet?: Partial<FleetVitals>): Case => ({
  about,
  processes: processes.map((parts, index) => ({ pid: 100 + index, role: 'worker', ...parts })),
  ...(fleet && { fleet }),
});

export const twoCpus = { used: 1.95, available: 2, waited: 3 };
