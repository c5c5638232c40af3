import type { Look } from '../model/look.ts';
import type { ProbeReading } from '../model/reading.ts';
import type { WatchedProcess } from '../model/watch.ts';

/** What was seen of one process, as its figures are made from it: null and none where that part is missing. */
export interface Sources {
  readonly process: WatchedProcess;
  readonly look: Look | null;
  readonly readings: readonly ProbeReading[];
}
