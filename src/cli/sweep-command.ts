import type { Arguments } from './options.ts';
import { runPlan } from './run.ts';
import { sweepArguments } from './sweep-arguments.ts';

/** @returns the exit code */
export function sweep(args: Arguments): Promise<number> {
  const { resume } = args.values;
  return runPlan('sweep', resume === undefined ? sweepArguments(args) : { resume }, args.values);
}
