import {
  cpus,
  experiments,
  findExperiment,
  findNodes,
  listExperiments,
  planExperiment,
} from '../../run/run.ts';
import { problem } from '../../model/problem.ts';
import { parseVary, type Factor } from '../../model/vary.ts';
import { jsonText } from '../../report/terminal/printable.ts';
import { about } from '../output/about.ts';
import { wholeNumber } from '../options/values.ts';
import { type Arguments, type Values } from '../options/table.ts';
import { requireResumeAlone } from '../options/resume.ts';
import { runPlan } from '../run.ts';
import { runSeveral } from '../run-several.ts';
import { seed } from '../options/sweep.ts';

/** @returns the exit code */
export async function lab(args: Arguments): Promise<number> {
  const { values, words } = args;
  if (values.list) return list(values);
  if (values.resume !== undefined) {
    requireResumeAlone(args);
    return runPlan('lab', { resume: values.resume, args }, values);
  }
  if (args.command.length > 0) {
    throw problem('OPTION_INVALID', {
      option: 'lab',
      value: args.command.join(' '),
      why: 'The lab starts servers of its own.',
      todo: 'For your own server use: chokepoint sweep … -- node server.js',
    });
  }
  // Whatever is wrong with the words is said before the first of them is measured.
  const all = words.length > 0 ? words.map(findExperiment) : experiments;
  const names = [...new Set(all.map(({ name }) => name))];
  const common = {
    scale: scale(values),
    seed: seed(values),
    blocks: values.blocks === undefined ? null : wholeNumber('--blocks', values.blocks, 1),
    ...(await nodesOf(values, all)),
  };
  const [only] = names;
  if (only !== undefined && names.length === 1) {
    const plan = await planExperiment(only, { ...common, asked: args.asked, only: factorsOf(only, values) });
    return runPlan('lab', plan, values);
  }
  if (values.vary !== undefined) {
    throw problem('OPTION_INVALID', {
      option: '--vary',
      value: values.vary.join(' '),
      why: 'Each experiment varies something else.',
      todo: 'Name the one experiment that is meant.',
    });
  }
  const planOf = (name: string) => planExperiment(name, { ...common, asked: [], only: [] });
  return runSeveral(names, planOf, values);
}

function factorsOf(name: string, { vary = [] }: Values): readonly Factor[] {
  const { keys } = findExperiment(name);
  return vary.map((text) => parseVary(text, { keys, open: false, cpus: cpus() }));
}

/** One Node for all servers, or several for the experiments that put them side by side. */
async function nodesOf(values: Values, chosen: readonly { name: string; comparesNodes?: boolean }[]) {
  if (values.node === undefined) return { node: null };
  const single = chosen.find(({ comparesNodes }) => !comparesNodes);
  // Before any of them is fetched.
  if (values.node.includes(',') && single) {
    throw problem('OPTION_INVALID', {
      option: '--node',
      value: values.node,
      why: `"${single.name}" runs on one Node.`,
      todo: `Give one version. Side by side: chokepoint lab pool-map --node ${values.node}`,
    });
  }
  const nodes = await findNodes(values.node);
  const [first] = nodes;
  return { node: first?.binary ?? null, ...(nodes.length > 1 && { nodes }) };
}

function scale(values: Values) {
  const asked = (['quick', 'full', 'as-published'] as const).filter((name) => values[name]);
  const [first = 'quick', second] = asked;
  if (second === undefined) return first;
  throw problem('OPTION_INVALID', {
    option: `--${first}`,
    value: `--${second}`,
    why: 'Only one scale can be run at a time.',
    todo: 'Leave one of them out.',
  });
}

async function list(values: Values): Promise<number> {
  const rows = await listExperiments();
  if (values.json) process.stdout.write(`${jsonText({ schema: 1, experiments: rows })}\n`);
  for (const { name, question, sources, needs, keys, claims, expected, why } of values.json ? [] : rows) {
    const notNow = claims.length > 0 ? 'cannot be run now' : 'not here yet';
    const time = expected === null ? notNow : `${claims.length} claims, ${about(expected)}`;
    process.stdout.write(`${name}  (${time})\n  ${question}\n`);
    for (const source of sources) process.stdout.write(`  source: ${source}\n`);
    for (const need of needs) process.stdout.write(`  needs:  ${need}\n`);
    if (keys.length > 0) process.stdout.write(`  varies: ${keys.join(', ')}\n`);
    if (why !== undefined) process.stdout.write(`  ${why}\n`);
  }
  return 0;
}
