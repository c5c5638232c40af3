/** From the arguments of `tune` to a plan. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cpus } from '../../run/run.ts';
import { planTune } from '../../run/plans.ts';
import { poolFactor } from '../../tune/grid.ts';
import { askedIn, type Level, type Plan, type Setting } from '../../model/plan.ts';
import type { TuneFactor } from '../../model/tune.ts';
import { poolSizeOf } from '../../apply/node-command.ts';
import type { Factor } from '../../model/factor.ts';
import { invalid, time } from './values.ts';
import type { Arguments } from './parse.ts';
import { factors, fewestBlocks, leastBudget, measuring, requireTime } from './sweep.ts';
import { defaults } from './defaults.ts';
import { assignmentOf, scriptName, type PackageScript } from '../../apply/apply-command.ts';

/** Two form a grid; of three the first blocks alone would take longer than a sweep of the most likely one. */
const mostFactors = 2;
const { tune: usual } = defaults;
/** What a first trial chooses on most servers: for the time that is told before it. */
const guess = { warmup: 1000, duration: 3000 } as const;

const chosen = ['warmup', 'duration'] as const;

/** @throws Problem of every kind that a command line can have */
export function tuneArguments(args: Arguments): Plan {
  const { values, faults } = args;
  const given = factors(args).map(withAnchor);
  const common = measuring(args);
  const { objective = usual.objective, budget = usual.budget } = values;
  if (objective === 'throughput' && (common.load.kind === 'rate' || common.load.kind === 'poisson'))
    faults.add(invalid('--objective', objective, 'objective.rate'));
  faults.read(() => time(leastBudget)(`${budget / 1000}s`, '--budget'));
  faults.end();
  const varied = given.length > 0 ? given : [poolFactor(cpus())];
  requireChoice(varied);
  const script = packageScript(common.command, common.cwd);
  requireReach(varied, common.command, script);
  const chooses =
    common.duration === null || common.load.kind === 'ramp'
      ? []
      : chosen.filter((key) => values[key] === undefined);
  const plan = planTune({
    ...common,
    ...Object.fromEntries(chooses.map((key) => [key, guess[key]])),
    factors: varied.map(({ key, levels }) => ({ key, levels: [...levels] })),
    search: {
      objective,
      within: values.within ?? usual.within,
      confidence: values.confidence ?? usual.confidence,
      mode: values.certified ? 'certified' : 'fast',
      constraints: values['subject-to'] ?? [],
      default: current(varied),
      anchors: Object.fromEntries(varied.map(({ key, anchors = [] }) => [key, [...anchors]])),
      ...(chooses.length > 0 && { chooses }),
      ...(script && { script }),
    },
    budget,
  });
  // A search that is guided measures the current setting first.
  const alone = askedIn(plan).search?.isGuided ? 1 : 0;
  requireTime(budget, plan, 2 * fewestBlocks + alone);
  return plan;
}

const withAnchor = (factor: Factor): TuneFactor =>
  factor.key === 'pool' && factor.levels.length > 2 && factor.levels.includes(cpus())
    ? { ...factor, anchors: [cpus()] }
    : factor;

/** Two of one key would be one variable, and one level of something that has no default leaves nothing to search. */
function requireChoice(varied: readonly TuneFactor[]): void {
  const shown = varied.map(({ key, levels }) => `${key}=${levels.join(',')}`).join(' ');
  if (varied.filter((one) => one.levels.length > 1 || isOwn(one)).length > mostFactors)
    throw invalid('--vary', shown, 'vary.too-many');
  if (varied.some(({ key }, i) => varied.findIndex((one) => one.key === key) < i))
    throw invalid('--vary', shown, 'vary.twice');
  const own = current(varied);
  if (varied.every(({ key, levels }) => levels.length === 1 && own[key] === levels[0]))
    throw invalid('--vary', shown, 'vary.one-setting');
}

/** `env UV_THREADPOOL_SIZE=16 node server.js` has 16 threads, whichever size a trial asks for. */
function requireReach(
  varied: readonly TuneFactor[],
  command: readonly string[],
  script: PackageScript | null,
): void {
  for (const { key } of varied) {
    const name =
      key === 'pool' ? 'UV_THREADPOOL_SIZE' : key.startsWith('env:') ? key.slice('env:'.length) : null;
    const value = name === null ? null : assignmentOf(command, name, script);
    if (name === null || value === null) continue;
    throw invalid('--vary', key, 'vary.assigned', { script: script?.name ?? null, key, name, value });
  }
}

/** What chokepoint knows the default of. */
const isOwn = ({ key }: TuneFactor) => ['pool', 'processes', 'cpus'].includes(key);

/** The setting that runs if nothing is changed. */
function current(varied: readonly TuneFactor[]): Setting {
  const own: Readonly<Record<string, Level>> = {
    pool: poolSizeOf(process.env['UV_THREADPOOL_SIZE'] ?? null),
    processes: 1,
    cpus: cpus(),
  };
  return Object.fromEntries(
    varied.map(({ key, levels }) => [
      key,
      // One level of a variable is no choice: it is how the server is started.
      own[key] ?? (key.startsWith('env:') && levels.length > 1 ? inherited(key) : (levels[0] ?? 0)),
    ]),
  );
}

/** The number that a variable has here, which the server inherits; another text may be a secret, and is not told. */
function inherited(key: string): Level {
  const value = process.env[key.slice('env:'.length)] ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 'default';
}

/** The script of the nearest package.json that `npm start` runs. Null if it runs none, or none is found: then the manager will say so. */
function packageScript(command: readonly string[], cwd: string): PackageScript | null {
  const name = scriptName(command);
  if (name === null || name === '') return null;
  const text = new Map(Object.entries(scriptsNear(cwd))).get(name);
  return typeof text === 'string' ? { name, text } : null;
}

function scriptsNear(folder: string): object {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts?: unknown;
    };
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    const parent = dirname(folder);
    return parent === folder ? {} : scriptsNear(parent);
  }
}
