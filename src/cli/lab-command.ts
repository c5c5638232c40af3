import { cpus, experiments, planExperiment } from '../lab.ts';
import { problem } from '../model/problem.ts';
import { parseVary } from '../model/vary.ts';
import { wholeNumber, type Arguments, type Values } from './options.ts';
import { runPlan } from './run.ts';
import { seed } from './sweep-arguments.ts';
import { requireAlone } from './sweep-command.ts';

/** @returns the exit code */
export async function lab(args: Arguments): Promise<number> {
  const { values, words } = args;
  if (values.list) return list(values);
  if (values.resume !== undefined) {
    requireAlone(args);
    return runPlan('lab', { resume: values.resume }, values);
  }
  if (args.command.length > 0) {
    throw problem('OPTION_INVALID', {
      option: 'lab',
      value: args.command.join(' '),
      why: 'The lab starts servers of its own.',
      todo: 'For your own server use: chokepoint sweep … -- node server.js',
    });
  }
  if (words.length > 1) {
    throw problem('OPTION_INVALID', {
      option: 'lab',
      value: words.join(' '),
      why: 'It runs one experiment at a time.',
      todo: 'Name one of them.',
    });
  }
  const name = words[0] ?? experiments[0]?.name ?? '';
  const { keys = [] } = experiments.find((experiment) => experiment.name === name) ?? {};
  const context = { keys, open: false, cpus: cpus() };
  const plan = await planExperiment(name, {
    asked: args.asked,
    scale: scale(values),
    seed: seed(values),
    blocks: values.blocks === undefined ? null : wholeNumber('--blocks', values.blocks, 1),
    only: keys.length > 0 ? (values.vary ?? []).map((text) => parseVary(text, context)) : [],
    node: values.node ?? null,
  });
  return runPlan('lab', plan, values);
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

function list(values: Values): number {
  const rows = experiments.map(({ name, question, sources, needs }) => ({ name, question, sources, needs }));
  if (values.json) process.stdout.write(`${JSON.stringify({ schema: 1, experiments: rows })}\n`);
  for (const { name, question, sources, needs } of values.json ? [] : rows) {
    process.stdout.write(`${name}\n  ${question}\n`);
    for (const source of sources) process.stdout.write(`  source: ${source}\n`);
    for (const need of needs) process.stdout.write(`  needs:  ${need}\n`);
  }
  return 0;
}
