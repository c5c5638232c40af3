/** What to do about a failed check, where the tool that wrote the file is its cause. */
import { message, type Message } from '../messages/message.ts';
import type { CheckId, CheckResult } from '../model/check.ts';
import type { PublishedCheck, PublishedRun } from '../model/published.ts';

/** @returns one line for each tool and cause */
export function repairsOf(
  settings: PublishedCheck['settings'],
  checks: readonly CheckResult[],
): PublishedCheck['repairs'] {
  const failedIn = (cell: string): ReadonlySet<CheckId> =>
    new Set(
      checks.flatMap(({ id, outcome, cells }) =>
        outcome === 'fail' && (cells.length === 0 || cells.includes(cell)) ? id : [],
      ),
    );
  const all = settings.flatMap(({ cell, runs }) => {
    const failed = failedIn(cell);
    return runs.flatMap((run) => repairOf(run, failed) ?? []);
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** A step of the instants that long leaves the length of a test of seconds unknown. */
const wholeSecond = 1000;

function repairOf(run: PublishedRun, failed: ReadonlySet<CheckId>): Message | null {
  const { source, step, lengthStep } = run;
  const [tool = source] = source.split(' ');
  if (source === 'k6 CSV' && lengthStep === wholeSecond && failed.has('C1'))
    return message('published.repair.seconds');
  if (tool === 'wrk' && failed.has('L1') && isAboveClients(run)) return message('published.repair.added');
  const isCoarse = failed.has('C1') || (failed.has('L1') && !isAboveClients(run));
  return isCoarse && step === 1 && (tool === 'autocannon' || tool === 'ab')
    ? message('published.repair.milliseconds')
    : null;
}

/** @returns whether its times are longer than its clients leave room for */
function isAboveClients({ throughput, mean, clients }: PublishedRun): boolean {
  return throughput !== null && mean !== null && clients !== null && (throughput * mean) / 1000 > clients;
}
