import type { Arguments } from './options.ts';
import { runPlan } from './run.ts';
import { requireAlone } from './sweep-command.ts';
import { tuneArguments } from './tune-arguments.ts';

/** @returns the exit code */
export async function tune(args: Arguments): Promise<number> {
  const { resume } = args.values;
  if (resume !== undefined) requireAlone(args);
  return runPlan('tune', resume === undefined ? tuneArguments(args) : { resume }, args.values);
}
