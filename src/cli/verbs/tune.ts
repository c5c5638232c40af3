import type { Arguments } from '../options/table.ts';
import { requireResumeAlone } from '../options/resume.ts';
import { runPlan } from '../run.ts';
import { tuneArguments } from '../options/tune.ts';

/** @returns the exit code */
export async function tune(args: Arguments): Promise<number> {
  const { resume } = args.values;
  if (resume !== undefined) requireResumeAlone(args);
  return runPlan('tune', resume === undefined ? tuneArguments(args) : { resume, args }, args.values);
}
