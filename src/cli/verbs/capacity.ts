import { resumable, runPlan } from '../run.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { capacityArguments } from '../options/capacity.ts';

/** `capacity`: the highest rate that keeps an objective, or a stored search for it that goes on. */
export async function capacity(args: Arguments): Promise<Work> {
  const { resume } = args.values;
  if (resume !== undefined) return resumable(args, resume);
  const plan = capacityArguments(args);
  return () => runPlan(args, plan);
}
