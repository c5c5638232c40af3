/** What the controller and the lab's server (`app.ts`) have agreed on. */
import type { Parameters } from '../workloads/workload.ts';

export interface AppOptions {
  readonly workload: string;
  readonly parameters: Parameters;
  readonly host: string;
  readonly port: number;
  /** Started by hand (`chokepoint serve`): it prints what the seed's server printed, and answers `jobsPath`. */
  readonly byHand?: boolean;
}

/** Answers without any work, so that asking whether the server is up costs and warms nothing. */
export const readyPath = '/ready';

/** Where a server that was started by hand tells which jobs have ended: `curl.sh` makes the seed's table of them. */
export const jobsPath = '/jobs';
