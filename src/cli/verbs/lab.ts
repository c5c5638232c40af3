/** `lab`: named experiments, one of them or several, or the list of all. */
import { cpus, listExperiments, planExperiment } from '../../run/run.ts';
import { experiments, findExperiment } from '../../lab/experiments/catalogue.ts';
import { findNodes } from '../../host/node-versions.ts';
import type { PlanOptions } from '../../lab/experiments/experiment.ts';
import type { Plan } from '../../model/plan.ts';
import { parseVary, type Factor } from '../../model/vary.ts';
import { message, say } from '../../messages/message.ts';
import { interruptible } from '../interruptible.ts';
import { printList } from '../output/list.ts';
import { printJson, tell, tellMessage } from '../output/terminal.ts';
import { invalid } from '../options/values.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { resumable, runPlan } from '../run.ts';
import { runSeveral } from '../run-several.ts';
import { seed } from '../options/sweep.ts';

/** Whatever is wrong with the words is said before the first of them is measured. */
export async function lab(args: Arguments): Promise<Work> {
  const { values, words, faults } = args;
  if (values.list) return () => list(values);
  if (values.resume !== undefined) return resumable(args, values.resume);
  const found = words.flatMap((word) => faults.read(() => findExperiment(word)) ?? []);
  const chosen = words.length > 0 ? [...new Set(found)] : experiments.filter((one) => !one.byNameOnly);
  const names = chosen.map(({ name }) => name);
  const [only, ...others] = chosen;
  const isSeveral = others.length > 0;
  if (isSeveral && values.vary) faults.add(invalid('--vary', values.vary.join(' '), 'vary.experiments'));
  const factors = only && !isSeveral ? factorsOf(only.keys, args) : [];
  const single = chosen.find((one) => !('comparesNodes' in one) || !one.comparesNodes);
  // Before any of them is fetched.
  if (single && values.node?.includes(','))
    faults.add(
      invalid('--node', values.node, 'node.one-lab', { experiment: single.name, versions: values.node }),
    );
  return async () => {
    const scale: Plan['scale'] = values.full ? 'full' : values['as-published'] ? 'as-published' : 'quick';
    const { blocks = null } = values;
    const common = { scale, seed: seed(values), blocks, ...(await nodesOf(values)) };
    // A build of minutes must end with Ctrl-C, and be heard of.
    const plan = (name: string, rest: Pick<PlanOptions, 'asked' | 'only'>) =>
      interruptible((signal) => planExperiment(name, { ...common, ...rest }, { signal, tell: tellMessage }));
    if (only && !isSeveral) return runPlan(args, await plan(only.name, { asked: args.asked, only: factors }));
    if (words.length === 0)
      for (const { name } of experiments.filter((one) => one.byNameOnly))
        tell(say(message('cli.experiments-apart', { name })));
    return runSeveral(names, (name) => plan(name, { asked: [], only: [] }), values);
  };
}

function factorsOf(keys: readonly string[], { values: { vary = [] }, faults }: Arguments): Factor[] {
  const context = { keys, open: false, cpus: cpus() };
  return vary.flatMap((text) => faults.read(() => parseVary(text, context)) ?? []);
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
  if (values.json) printJson({ schema: 1, experiments: rows });
  const labelled = (label: 'source' | 'needs', texts: readonly string[]) =>
    texts.map((text) => [label, text] as const);
  const items = rows.map(({ name, question, sources, needs, keys, claims, expected, why }) => {
    const time =
      expected === null
        ? message('cli.lab-not-now')
        : message('cli.lab-time', { claims: claims.length, ms: expected });
    const varied = keys.length > 0 ? [['varies', keys.join(', ')] as const] : [];
    const known = [...labelled('source', sources), ...labelled('needs', needs), ...varied];
    return [`${name}  (${say(time)})`, question, ...known, ...(why === undefined ? [] : [why])] as const;
  });
  if (!values.json) printList(items, values);
  return 0;
}
