/** `lab`: named experiments, one of them or several, or the list of all. */
import { lab as wholeLab, listExperiments, planExperiment } from '../../lab/lab.ts';
import { experiments, findExperiment } from '../../lab/experiments/catalogue.ts';
import { findNodes } from '../../host/node-versions.ts';
import type { PlanOptions } from '../../lab/experiments/experiment.ts';
import { plannedTrials, type Plan } from '../../model/plan.ts';
import { authored, message, say } from '../../messages/message.ts';
import { interruptible } from '../interruptible.ts';
import { printList } from '../output/list.ts';
import {
  print,
  printJson,
  printProblem,
  shownProblem,
  tell,
  tellMessage,
  textOptions,
} from '../output/terminal.ts';
import { invalid } from '../options/values.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { measure, reportFolder, resumable, runPlan, storeFile } from '../run.ts';
import { interrupted, problemOf } from '../../run/failure.ts';
import { factors, seed } from '../options/sweep.ts';
import { exitCodes, Problem, sayProblem, type ProblemData } from '../../messages/problem.ts';
import type { RunResult } from '../../model/verdict.ts';
import type { Collection } from '../../report/pages/collection.ts';
import { oneLine } from '../../format/printable.ts';
import { pad } from '../../format/width.ts';
import { pageOf } from '../../report/pages/page-of.ts';
import { said } from '../../report/page.ts';
import { openStore } from '../../store/store.ts';
import { openReport } from '../output/open-report.ts';
import { collectionDocument, requireFolder, writeCollection } from '../output/reports.ts';
import { collectionText } from '../../report/report.ts';

/** Makes the work of `lab`: whatever is wrong with the words is said before anything is measured. */
export async function lab(args: Arguments): Promise<Work> {
  const { values, words, faults } = args;
  if (values.list) return () => list(values);
  if (values.resume !== undefined) return resumable(args, values.resume, wholeLab);
  const found = words.flatMap((word) => faults.read(() => findExperiment(word)) ?? []);
  const chosen = words.length > 0 ? [...new Set(found)] : experiments.filter((one) => !one.byNameOnly);
  const names = chosen.map(({ name }) => name);
  const [only, ...others] = chosen;
  const isSeveral = others.length > 0;
  if (isSeveral && values.vary) faults.add(invalid('--vary', values.vary.join(' '), 'vary.experiments'));
  const varied = only && !isSeveral ? factors(args, only.keys) : [];
  const single = chosen.find((one) => !('comparesNodes' in one) || !one.comparesNodes);
  // Said before any of these Nodes is fetched.
  if (single && values.node?.includes(','))
    faults.add(
      invalid('--node', values.node, 'node.one-lab', { experiment: single.name, versions: values.node }),
    );
  return async () => {
    const scale: Plan['scale'] = values.full ? 'full' : values['as-published'] ? 'as-published' : 'quick';
    const { blocks = null } = values;
    const common = { scale, seed: seed(values), blocks, ...(await nodesOf(values)) };
    // Planning may build for minutes: Ctrl-C must end that, and what it does is told.
    const plan = (name: string, rest: Pick<PlanOptions, 'asked' | 'only'>) =>
      interruptible((signal) => planExperiment(name, { ...common, ...rest }, { signal, tell: tellMessage }));
    if (only && !isSeveral)
      return runPlan(args, await plan(only.name, { asked: args.asked, only: varied }), wholeLab);
    if (words.length === 0)
      for (const { name } of experiments.filter((one) => one.byNameOnly))
        tell(say(message('cli.experiments-apart', { name })));
    return runSeveral(names, (name) => plan(name, { asked: [], only: [] }), values);
  };
}

/** One Node for all servers, or several for the experiments that put them side by side. */
async function nodesOf({ node }: Values) {
  if (node === undefined) return { node: null };
  const nodes = await findNodes(node);
  const [first] = nodes;
  return {
    node: first?.binary ?? null,
    ...(first && { nodeVersion: first.label }),
    ...(nodes.length > 1 && { nodes }),
  };
}

async function list(values: Values): Promise<number> {
  const rows = await listExperiments();
  if (values.json) printJson({ schema: 1, experiments: rows }, values);
  const items = rows.map(({ name, question, sources, needs, keys, claims, expected, why }) => {
    const code = `experiment.${name}`;
    const labelled = (label: 'source' | 'needs', texts: readonly string[]) =>
      texts.map((text, i) => [label, authored(text, code, `${label}-${i + 1}`)] as const);
    const time =
      expected === null
        ? message('cli.lab-not-now')
        : message('cli.lab-time', { claims: claims.length, ms: expected });
    const varied = keys.length > 0 ? [['varies', keys.join(', ')] as const] : [];
    return [
      `${name}  (${say(time)})`,
      authored(question, code),
      ...labelled('source', sources),
      ...labelled('needs', needs),
      ...varied,
      ...(why === undefined ? [] : [why]),
    ] as const;
  });
  if (!values.json) printList(items, values);
  return 0;
}

/** Problems that end the whole: the next experiment could not be stored either. */
const fatal = new Set<string>(['STORE_FULL', 'STORE_WRITE_FAILED', 'STORE_UNWRITABLE', 'STORE_DAMAGED']);

/**
 * @param planOf is asked when the turn of an experiment comes, so that it is calibrated to the machine as it is then
 * @returns the exit code
 */
async function runSeveral(
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
        const result = await measure(plan, store, values, signal, wholeLab);
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

/** Milliseconds that all experiments together will take, said before the first begins. One that cannot be planned says so at its turn. */
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
  if (values.json) printJson(collectionDocument(collection, values), values);
  else if (file !== null) {
    print(collectionText(collection, textOptions(values)));
    const ids = results.map(({ run }) => run.id).join(' ');
    print(`\n${say(message('report.file', { file }))}\n${pad(say(message('cli.runs')), 8, 'left')}${ids}`);
  }
  await openReport(file, values);
  const last = results.at(-1);
  const isCut = last?.run.status === 'interrupted';
  // An interruption between two experiments cuts nothing off, and yet not all is done.
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
