/** Waits for the facts that a program's processes write: one file `PID.facts` for each, with a JSON object. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Milliseconds } from '../model/units.ts';
import { problem } from '../messages/problem.ts';
import type { Facts } from '../model/sample.ts';
import type { RunningServer } from '../server/server.ts';

const pollInterval = 20;

export interface FactsOptions {
  readonly server: Pick<RunningServer, 'exited'>;
  readonly directory: string;
  /** Number of processes that write facts. */
  readonly announces: number;
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** @throws Problem FACTS_MISSING when the program ended, or went on for `timeout`, without them. */
export async function awaitFacts(options: FactsOptions): Promise<Facts[]> {
  const { server, directory, announces, timeout, clock, signal } = options;
  let exit: string | null = null;
  void server.exited.then((how) => (exit = how));
  for (const deadline = clock.now() + timeout; ;) {
    // The end is noted before the folder is read: files that are not there then will not come.
    const ended = exit;
    const facts = readFacts(directory);
    if (facts.length >= announces) return facts;
    if (ended !== null || clock.now() > deadline) {
      const how = ended ?? `still running after ${Math.round(timeout / 1000)} s`;
      throw problem('FACTS_MISSING', { found: facts.length, of: announces, how });
    }
    await clock.sleep(pollInterval, signal);
  }
}

/** Reads all facts. A file appears as a whole (it is written aside and renamed). */
function readFacts(directory: string): Facts[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.facts'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Facts);
}
