import { resumable, runPlan } from '../run.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { sweepArguments } from '../options/sweep.ts';
import { gate } from './gate.ts';

/** `sweep`: every setting of a grid, a gate, or a stored run of either that goes on. */
export async function sweep(args: Arguments): Promise<Work> {
  const { resume, against } = args.values;
  if (resume !== undefined) return resumable(args, resume);
  if (against !== undefined) return gate(args, against);
  const plan = sweepArguments(args);
  return () => runPlan(args, plan);
}
