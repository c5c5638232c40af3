import { gate } from './gate.ts';
import type { Arguments } from '../options/table.ts';
import { requireResumeAlone } from '../options/resume.ts';
import { runPlan } from '../run.ts';
import { sweepArguments } from '../options/sweep.ts';

/** @returns the exit code */
export async function sweep(args: Arguments): Promise<number> {
  const { resume, against } = args.values;
  if (resume !== undefined) requireResumeAlone(args);
  if (resume !== undefined) return runPlan('sweep', { resume, args }, args.values);
  if (against !== undefined) return gate(args, against);
  return runPlan('sweep', sweepArguments(args), args.values);
}
