/** Makes a plan of the arguments of `capacity`. */
import { planCapacity } from '../../run/plans.ts';
import type { Plan } from '../../model/plan.ts';
import { invalid, time } from './values.ts';
import type { Arguments } from './parse.ts';
import { factors, leastBudget, measuring } from './sweep.ts';
import { defaults } from './defaults.ts';

const { capacity: usual } = defaults;
const mostSettings = 2;

/** @throws Problem of every kind that a command line can have */
export function capacityArguments(args: Arguments): Plan {
  const { values, faults } = args;
  const varied = factors(args);
  const { load: _load, warmup: _warmup, duration: _duration, ...common } = measuring(args);
  const settings = varied.reduce((product, { levels }) => product * levels.length, 1);
  if (settings > mostSettings)
    faults.add(invalid('--vary', (values.vary ?? []).join(' '), 'slo.two-settings'));
  const { slo = [], expect, precision = usual.precision, budget = usual.budget * settings } = values;
  faults.read(() => time(leastBudget)(`${budget / 1000}s`, '--budget'));
  faults.end();
  return planCapacity({
    ...common,
    factors: varied,
    capacity: { objective: [...slo], precision, ...(expect !== undefined && { expect }) },
    budget,
  });
}
