/** Several experiments one after the other: each is a run of its own in the store, and all of them make one report. */
import { exitCodes, Problem, type ProblemData } from '../model/problem.ts';
import { plannedTrials, type Plan } from '../model/plan.ts';
import type { RunResult } from '../model/verdict.ts';
import type { Collection } from '../report/outline/collection.ts';
import { oneLine } from '../report/terminal/printable.ts';
import { outline } from '../report/outline/outline.ts';
import { openStore } from '../store/store.ts';
import { about } from './output/about.ts';
import { interruptible } from './interruptible.ts';
import type { Values } from './options/table.ts';
import {
  printCollectionJson,
  printCollectionText,
  requireFolder,
  writeCollection,
} from './output/reports.ts';
import { printProblem, shownProblem } from './output/problem-text.ts';
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
  process.stderr.write(`${names.length} experiments, ${await timeOf(names, planOf)}\n`);
  const results: RunResult[] = [];
  const failed: { name: string; problem: ProblemData }[] = [];
  let left = [...names];
  let wasInterrupted = false;
  await interruptible(async (signal) => {
    while (!signal.aborted) {
      const name = left.shift();
      if (name === undefined) break;
      const place = `${names.length - left.length} of ${names.length}`;
      try {
        const plan = await planOf(name);
        process.stderr.write(`${place}: ${name} (${plannedTrials(plan)} trials)\n`);
        const result = await measure(plan, store, values, signal);
        results.push(result);
        process.stderr.write(`${place}: ${name}: ${oneLine(outline(result).verdict)}\n`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        failed.push({ name, problem: shownProblem(error) });
        process.stderr.write(`${place}: ${name}: ${oneLine(error.what)}\n`);
        if (fatal.has(error.code)) break;
      }
    }
    wasInterrupted = signal.aborted;
  });
  return finish({ results, failed, left }, wasInterrupted, values);
}

/** How long all of them will take, said before the first begins. One that cannot be planned says so at its turn. */
async function timeOf(names: readonly string[], planOf: (name: string) => Promise<Plan>): Promise<string> {
  let all = 0;
  for (const name of names) {
    try {
      const { expected, limit } = await planOf(name);
      all += Math.min(expected, limit ?? Infinity);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return about(all);
}

async function finish(collection: Collection, wasInterrupted: boolean, values: Values): Promise<number> {
  const { results, failed, left } = collection;
  const [first] = results;
  const file = first ? await writeCollection(collection, reportFolder(values, `lab-${first.run.id}`)) : null;
  if (values.json) printCollectionJson(collection);
  else if (file !== null) {
    printCollectionText(collection, values);
    process.stdout.write(`\nReport: ${file}\nRuns:   ${results.map(({ run }) => run.id).join(' ')}\n`);
  }
  const last = results.at(-1);
  if (last?.run.status === 'interrupted') {
    const rest =
      left.length > 0 ? `, and then with: chokepoint lab ${left.join(' ')} --${last.plan.scale}` : '';
    return printProblem(interrupted(last, `Go on with: chokepoint lab --resume ${last.run.id}${rest}`));
  }
  // It came between two experiments: nothing was cut off, and yet not all was done.
  if (wasInterrupted && left.length > 0) {
    const scale = last ? ` --${last.plan.scale}` : '';
    const todo = `Go on with: chokepoint lab ${left.join(' ')}${scale}`;
    return last ? printProblem(interrupted(last, todo)) : exitCodes.interrupted;
  }
  const problems = [
    ...failed.map((one) => new Problem(one.problem)),
    ...results.flatMap((result) => problemOf('lab', result) ?? []),
  ];
  // Whatever could be measured was; the code says that something could not.
  for (const one of problems) printProblem(one);
  return problems.length > 0 ? exitCodes.unmeasured : exitCodes.fine;
}
