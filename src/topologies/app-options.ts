/** What the controller and the lab's server (`app.ts`) have agreed on. */
import type { Parameters } from '../workloads/workload.ts';

export interface AppOptions {
  readonly workload: string;
  readonly parameters: Parameters;
  readonly host: string;
  readonly port: number;
  /** Started by hand (`chokepoint serve`): it prints what the article's server printed, and answers `jobsPath`. */
  readonly byHand?: boolean;
}

/** Answers without any work, so that asking whether the server is up costs and warms nothing. */
export const readyPath = '/ready';

/** Where a server that was started by hand tells which jobs have ended: `curl.sh` makes the article's table of them. */
export const jobsPath = '/jobs';

/** Worker threads for the workload's tasks, in `CHOKEPOINT_TASKS`; without it they are done on the event loop. */
export interface TaskOptions {
  readonly pool: 'piscina' | 'own' | 'once';
  readonly workers: number;
  /** Tasks that one worker may have under way. */
  readonly atATime: number;
  /** The package.json of piscina. */
  readonly piscina?: string | undefined;
}
