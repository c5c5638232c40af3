/** Several experiments one after the other: each is a run of its own in the store, and all of them make one report. */
import { exitCodes, Problem, sayProblem, type ProblemData } from '../messages/problem.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import type { RunResult } from '../model/verdict.ts';
import type { Collection } from '../report/pages/collection.ts';
import { oneLine } from '../format/printable.ts';
import { pad } from '../format/width.ts';
import { pageOf } from '../report/pages/page-of.ts';
import { said } from '../report/page.ts';
import { openStore } from '../store/store.ts';
import { interruptible } from './interruptible.ts';
import type { Values } from './options/table.ts';
import { openReport } from './output/open-report.ts';
import { collectionDocument, requireFolder, writeCollection } from './output/reports.ts';
import { print, printJson, printProblem, shownProblem, tell, textOptions } from './output/terminal.ts';
import { message, say } from '../messages/message.ts';
import { collectionText } from '../report/report.ts';
import { interrupted, measure, problemOf, reportFolder, storeFile } from './run.ts';

/** These end the whole: the next experiment could not be stored either. */
const fatal = new Set<string>(['STORE_FULL', 'STORE_WRITE_FAILED', 'STORE_UNWRITABLE', 'STORE_DAMAGED']);

/**
 * @param planOf is asked when the turn of an experiment comes, so that it is calibrated to the machine as it is then
 * @returns the exit code
 */
export async function runSeveral(
  names: readonly string[],
  planOf: (name: string) => Promise<Plan>,
  values: Values,
): Promise<number> {
  using store = openStore(storeFile(values), 'write');
  if (values.out !== undefined) requireFolder(values.out);
  tell(say(message('cli.experiments', { experiments: names.length, ms: await timeOf(names, planOf) })));
  const results: RunResult[] = [];
  const failed: { name: string; problem: ProblemData }[] = [];
  let left = [...names];
  let wasInterrupted = false;
  await interruptible(async (signal) => {
    while (!signal.aborted) {
      const name = left.shift();
      if (name === undefined) break;
      const place = { place: names.length - left.length, all: names.length, name };
      const done = (text: string) =>
        tell(say(message('cli.experiment-done', { ...place, text: oneLine(text) })));
      try {
        const plan = await planOf(name);
        tell(say(message('cli.experiment', { ...place, trials: plannedTrials(plan) })));
        const result = await measure(plan, store, values, signal);
        results.push(result);
        done(said(pageOf(result).verdict.sentence));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        failed.push({ name, problem: shownProblem(error) });
        done(sayProblem(error).what);
        if (fatal.has(error.code)) break;
      }
    }
    wasInterrupted = signal.aborted;
  });
  return finish({ results, failed, left }, wasInterrupted, values);
}

/** How long all of them will take, said before the first begins. One that cannot be planned says so at its turn. */
async function timeOf(names: readonly string[], planOf: (name: string) => Promise<Plan>): Promise<number> {
  let all = 0;
  for (const name of names) {
    try {
      const { expected, limit } = await planOf(name);
      all += Math.min(expected, limit ?? Infinity);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return all;
}

async function finish(collection: Collection, wasInterrupted: boolean, values: Values): Promise<number> {
  const { results, failed, left } = collection;
  const [first] = results;
  const file = first ? await writeCollection(collection, reportFolder(values, `lab-${first.run.id}`)) : null;
  if (values.json) printJson(collectionDocument(collection, values));
  else if (file !== null) {
    print(collectionText(collection, textOptions(values)));
    const ids = results.map(({ run }) => run.id).join(' ');
    print(`\n${say(message('report.file', { file }))}\n${pad(say(message('cli.runs')), 8, 'left')}${ids}`);
  }
  await openReport(file, values);
  const last = results.at(-1);
  const isCut = last?.run.status === 'interrupted';
  // It may come between two experiments: nothing was cut off, and yet not all was done.
  if (isCut || (wasInterrupted && left.length > 0)) {
    if (!last) return exitCodes.interrupted;
    const [id, scale] = [isCut ? last.run.id : null, last.plan.scale];
    return printProblem(interrupted(last, message('interrupted.lab', { id, left, scale })));
  }
  const problems = [
    ...failed.map((one) => new Problem(one.problem)),
    ...results.flatMap((result) => problemOf('lab', result) ?? []),
  ];
  // Whatever could be measured was; the code says that something could not.
  for (const one of problems) printProblem(one);
  return problems.length > 0 ? exitCodes.unmeasured : exitCodes.fine;
}
