import { resumable, runPlan } from '../run.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { tuneArguments } from '../options/tune.ts';

/** `tune`: a search for the best setting, or a stored one that goes on. */
export async function tune(args: Arguments): Promise<Work> {
  const { resume } = args.values;
  if (resume !== undefined) return resumable(args, resume);
  const plan = tuneArguments(args);
  return () => runPlan(args, plan);
}
