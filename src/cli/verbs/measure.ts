/** `sweep`, `tune` and `capacity`: a new plan, or a stored run that goes on. */
import type { Plan } from '../../model/plan.ts';
import { capacityArguments } from '../options/capacity.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { sweepArguments } from '../options/sweep.ts';
import { tuneArguments } from '../options/tune.ts';
import { resumable, runPlan } from '../run.ts';
import { gate } from './gate.ts';

const plans: Readonly<Record<string, (args: Arguments) => Plan>> = {
  sweep: sweepArguments,
  tune: tuneArguments,
  capacity: capacityArguments,
};

export async function measure(args: Arguments): Promise<Work> {
  const { resume, against } = args.values;
  if (resume !== undefined) return resumable(args, resume);
  if (against !== undefined) return gate(args, against);
  const plan = plans[args.verb]?.(args);
  if (!plan) throw new Error(`${args.verb} measures nothing`);
  return () => runPlan(args, plan);
}
