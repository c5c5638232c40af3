/** From the words of `predict` to what is calibrated and what is asked; what is wrong with them is found here. */
import { planSweep } from '../../run/run.ts';
import type { Plan } from '../../model/plan.ts';
import { problem } from '../../model/problem.ts';
import { parseWhatIf, type WhatIf } from '../../model/what-if.ts';
import { wholeNumber } from './values.ts';
import { trialOptions, type Arguments, type OptionName } from './table.ts';
import { measuring } from './sweep.ts';

export interface PredictArguments {
  readonly source:
    | { readonly kind: 'run'; readonly id: string; readonly cell: string | null }
    | { readonly kind: 'demands'; readonly file: string }
    | { readonly kind: 'measure'; readonly plan: Plan };
  readonly asked: WhatIf;
  /** The load comes from another machine. */
  readonly isElsewhere: boolean;
}

/** Trials of a server that is measured first: enough for a spread. */
const trials = 3;

/** @throws Problem of every kind that a command line can have */
export function predictArguments(args: Arguments): PredictArguments {
  const { values } = args;
  return {
    source: sourceOf(args),
    asked: parseWhatIf(values['what-if'] ?? []),
    isElsewhere: values['load-elsewhere'] ?? false,
  };
}

function sourceOf(args: Arguments): PredictArguments['source'] {
  const { run, demands, cell, url, scenario, blocks } = args.values;
  const given = [run, demands, url ?? scenario].filter((one) => one !== undefined).length;
  if (given === 0 && args.command.length === 0) {
    throw problem('ARGUMENT_MISSING', {
      name: '--run',
      why: 'A prediction starts from what was measured: a stored run, stored demands, or your server as it is.',
      todo: 'Write --run last, --demands FILE, or --url http://127.0.0.1:3000/ -- node server.js',
    });
  }
  if (given > 1) {
    throw problem('OPTION_INVALID', {
      option: 'predict',
      value: [run && '--run', demands && '--demands', url && '--url'].filter(Boolean).join(' and '),
      why: 'It is calibrated on one of them.',
      todo: 'Leave the others out.',
    });
  }
  if (run !== undefined) {
    requireNone(args, '--run', trialOptions);
    return { kind: 'run', id: run, cell: cell ?? null };
  }
  if (demands !== undefined) {
    requireNone(args, '--demands', [...trialOptions, 'cell']);
    return { kind: 'demands', file: demands };
  }
  requireNone({ ...args, command: [], words: [] }, '--url', ['cell']);
  const common = measuring(args);
  const times = blocks === undefined ? trials : wholeNumber('--blocks', blocks, 1);
  return {
    kind: 'measure',
    plan: planSweep({ ...common, factors: [], blocks: Math.min(times, 20), stopping: null }),
  };
}

/** What belongs to another source would be passed over. @throws Problem OPTION_INVALID */
function requireNone(
  { values, words, command }: Arguments,
  source: string,
  others: readonly OptionName[],
): void {
  const other = others.find((name) => values[name] !== undefined);
  const given = other === undefined ? (words[0] ?? command[0]) : `--${other}`;
  if (given === undefined) return;
  throw problem('OPTION_INVALID', {
    option: source,
    value: given,
    why: 'With it nothing is measured, so that this would be passed over.',
    todo: 'Leave one of the two out.',
  });
}
