import { gate } from './gate-command.ts';
import { commonOptions, resumeOptions, type Arguments, type OptionName } from './options.ts';
import { problem } from '../model/problem.ts';
import { runPlan } from './run.ts';
import { sweepArguments } from './sweep-arguments.ts';

/** @returns the exit code */
export async function sweep(args: Arguments): Promise<number> {
  const { resume, against } = args.values;
  if (resume !== undefined) requireAlone(args);
  if (resume !== undefined) return runPlan('sweep', { resume }, args.values);
  if (against !== undefined) return gate(args, against);
  return runPlan('sweep', sweepArguments(args), args.values);
}

/** A stored run has its plan: whatever else is asked for would be passed over. @throws Problem OPTION_INVALID */
export function requireAlone({ values, command, words }: Arguments): void {
  const fitting = new Set<OptionName>([...resumeOptions, ...commonOptions]);
  const other = (Object.keys(values) as OptionName[]).find((name) => !fitting.has(name));
  const given = other === undefined ? [...words, ...command][0] : `--${other}`;
  if (given === undefined) return;
  throw problem('OPTION_INVALID', {
    option: '--resume',
    value: given,
    why: 'A resumed run goes on with the plan that it was begun with.',
    todo: 'Leave the rest out, or start a new run without --resume.',
  });
}
