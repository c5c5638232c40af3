/** What the controller and the lab's server (`app.ts`) have agreed on. */
import type { Parameters } from '../workloads/workload.ts';

export interface AppOptions {
  readonly workload: string;
  readonly parameters: Parameters;
  readonly host: string;
  readonly port: number;
}

/** Answers without any work, so that asking whether the server is up costs and warms nothing. */
export const readyPath = '/ready';
