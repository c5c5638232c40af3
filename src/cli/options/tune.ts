/** From the words of `tune` to a plan; what is wrong with them is found here, before anything starts. */
import { cpus, planTune, poolFactor } from '../../run/run.ts';
import { metrics } from '../../model/metric.ts';
import type { Level, Load, Plan, Setting } from '../../model/plan.ts';
import { poolSizeOf } from '../../model/pool-size.ts';
import { nearest, problem } from '../../model/problem.ts';
import { objectives, type Constraint, type Objective, type TuneFactor } from '../../model/tune.ts';
import { milliseconds, share } from './values.ts';
import { type Arguments, type Values } from './table.ts';
import { factors, measuring } from './sweep.ts';
import { assignmentOf, type PackageScript } from '../../model/apply/apply-command.ts';
import { packageScript } from './package-script.ts';

const tuneDefaults = {
  objective: 'throughput',
  within: '5%',
  confidence: '95%',
  budget: '15m',
} as const;
/** Two form a grid; of three the first blocks alone would take longer than a sweep of the most likely one. */
const mostFactors = 2;

/** @throws Problem of every kind that a command line can have */
export function tuneArguments(args: Arguments): Plan {
  const { values } = args;
  const common = measuring(args, 'tune');
  const varied = values.vary?.length ? variedFactors(values.vary) : [poolFactor(cpus())];
  if (varied.filter((one) => one.levels.length > 1 || isOwn(one)).length > mostFactors) {
    throw problem('OPTION_INVALID', {
      option: '--vary',
      value: varied.map(({ key }) => key).join(', '),
      why: 'A search goes over one variable, or over two that form a grid.',
      todo: 'Tune two of them first, and the third with what was recommended.',
    });
  }
  requireChoice(varied);
  const script = packageScript(common.command, common.cwd);
  requireReach(varied, common.command, script);
  const plan = planTune({
    ...common,
    factors: varied.map(({ key, levels }) => ({ key, levels: [...levels] })),
    search: {
      objective: objective(values, common.load),
      within: share('--within', values.within ?? tuneDefaults.within, '5%'),
      confidence: confidence(values.confidence ?? tuneDefaults.confidence),
      mode: values.certified ? 'certified' : 'fast',
      constraints: constraints(values),
      default: today(varied),
      anchors: Object.fromEntries(varied.map(({ key, anchors = [] }) => [key, [...anchors]])),
      ...(script && { script }),
    },
    budget: milliseconds('--budget', values.budget ?? tuneDefaults.budget, 10_000),
  });
  requireTime(plan);
  return plan;
}

/** Of each of two settings two trials, before anything can be said of them. */
const fewestTrials = 4;

/** What would end before it has compared anything need not begin. */
function requireTime({ search, expected, limit }: Plan): void {
  if (!search || limit === null) return;
  const each = expected / search.trials;
  const needed = each * (fewestTrials + (search.isGuided ? 1 : 0));
  if (limit >= needed) return;
  throw problem('OPTION_INVALID', {
    option: '--budget',
    value: `${limit / 1000}s`,
    why: `A trial takes about ${Number((each / 1000).toPrecision(2))} s here, and nothing can be compared before two settings have two trials each.`,
    todo: `Write --budget ${Math.ceil(needed / 1000)}s at least, better 5 times that; or a shorter --duration and --warmup.`,
  });
}

function variedFactors(vary: readonly string[]): TuneFactor[] {
  return factors(vary).map((factor) =>
    factor.key === 'pool' && factor.levels.length > 2 && factor.levels.includes(cpus())
      ? { ...factor, anchors: [cpus()] }
      : factor,
  );
}

/** Two of one key would be one variable, and one level of something that has no default leaves nothing to search. */
function requireChoice(varied: readonly TuneFactor[]): void {
  const isTwice = varied.some(({ key }, i) => varied.findIndex((one) => one.key === key) < i);
  const own = today(varied);
  const isSingle = varied.every(({ key, levels }) => levels.length === 1 && own[key] === levels[0]);
  if (!isTwice && !isSingle) return;
  throw problem('OPTION_INVALID', {
    option: '--vary',
    value: varied.map(({ key, levels }) => `${key}=${levels.join(',')}`).join(' '),
    why: isTwice ? 'The same variable is named twice.' : 'That leaves one setting, which runs today already.',
    todo: isTwice ? 'Put all of its levels behind one --vary.' : 'Write --vary pool=1..64',
  });
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
    throw problem('OPTION_INVALID', {
      option: '--vary',
      value: key,
      why: `${script ? `The script "${script.name}" of package.json` : 'The command'} sets ${name}=${value} itself, over every value that would be tried.`,
      todo:
        key === 'pool'
          ? `Take it out there, and put it in front of chokepoint: ${name}=${value} chokepoint tune … (then that is what runs today).`
          : `Take it out there. To have it tried as well: --vary ${key}=${value},OTHER`,
    });
  }
}

/** What chokepoint knows the default of. */
const isOwn = ({ key }: TuneFactor) => ['pool', 'processes', 'cpus'].includes(key);

/** What runs if nothing is changed. */
function today(varied: readonly TuneFactor[]): Setting {
  const own: Readonly<Record<string, Level>> = {
    pool: poolSizeOf(process.env['UV_THREADPOOL_SIZE'] ?? null),
    processes: 1,
    cpus: cpus(),
  };
  return Object.fromEntries(
    varied.map(({ key, levels }) => [
      key,
      // One level of a variable is no choice: it is how the server is started.
      own[key] ?? (key.startsWith('env:') && levels.length > 1 ? 'default' : (levels[0] ?? 0)),
    ]),
  );
}

function objective(values: Values, { kind }: Load): Objective {
  const text = values.objective ?? tuneDefaults.objective;
  const names = objectives.map((each) => (each === 'cpuPerRequest' ? 'cpu-per-request' : each));
  const found = objectives[names.indexOf(text as (typeof names)[number])];
  if (found === 'throughput' && (kind === 'rate' || kind === 'poisson')) {
    throw problem('OPTION_INVALID', {
      option: '--objective',
      value: text,
      why: 'These requests come by the clock, so every setting that keeps up has the same throughput.',
      todo: 'Write --objective p99, or take clients that wait for their answers: --load closed:32',
    });
  }
  if (found) return found;
  const near = nearest(text, names);
  throw problem('OPTION_INVALID', {
    option: '--objective',
    value: text,
    why: `It takes one of ${names.join(', ')}.`,
    todo: near ? `Did you mean "${near}"?` : 'Write --objective p99',
  });
}

function confidence(text: string): number {
  const value = share('--confidence', text, '95%');
  if (value >= 0.5 && value <= 0.999) return value;
  throw problem('OPTION_INVALID', {
    option: '--confidence',
    value: text,
    why: 'Below 50 % it is a guess, and above 99.9 % it never comes.',
    todo: 'Write --confidence 95%',
  });
}

/** What every server has, in the words of the command line. */
const limited = new Map<string, Constraint['figure']>([
  ['errors', 'errors'],
  ['throughput', 'throughput'],
  ['mean', 'mean'],
  ['p50', 'p50'],
  ['p90', 'p90'],
  ['p99', 'p99'],
  ['first-response', 'firstResponse'],
  ['cpu-per-request', 'cpuPerRequest'],
]);

/** `p99<200ms,errors=0,throughput>500`. */
function constraints(values: Values): Constraint[] {
  const text = values['subject-to'];
  if (text === undefined) return [];
  return text.split(',').map((part) => constraint(part.trim()));
}

function constraint(text: string): Constraint {
  const [, sign = '', number = '', unit = ''] =
    /^[a-z][\w-]*\s*(<=?|>=?|=)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|)$/i.exec(text) ?? [];
  const name = /^[a-z][\w-]*/i.exec(text)?.[0] ?? '';
  const figure = limited.get(name);
  const isKnown = figure !== undefined;
  const isTime = isKnown && figure !== 'errors' && metrics[figure].unit === 'ms';
  const isUnit =
    figure === 'errors' ? unit === '%' || (unit === '' && Number(number) === 0) : isTime === (unit !== '');
  const isEqual = sign === '=' && !(figure === 'errors' && Number(number) === 0);
  if (figure === undefined || sign === '' || !isUnit || isEqual || (isTime && unit === '%')) {
    throw problem('OPTION_INVALID', {
      option: '--subject-to',
      value: text,
      why: isKnown
        ? 'It is a figure, "<" or ">", and a limit: a time with ms or s, errors as 0 or a percentage, throughput as a number of requests a second.'
        : `It is about one of ${[...limited.keys()].join(', ')}.`,
      todo: "Write --subject-to 'p99<200ms,errors=0'",
    });
  }
  const isBound = figure !== 'errors' && metrics[figure].better === 'higher' ? '>' : '<';
  if (sign !== '=' && !sign.startsWith(isBound)) {
    throw problem('OPTION_INVALID', {
      option: '--subject-to',
      value: text,
      why: `A limit keeps the bad away, and ${name} is better the ${isBound === '>' ? 'higher' : 'lower'} it is.`,
      todo: `Write --subject-to '${name}${isBound}${number}${unit}'`,
    });
  }
  const scale = unit === 's' ? 1000 : unit === '%' ? 0.01 : 1;
  return {
    figure,
    relation: sign.startsWith('>') ? 'at least' : 'at most',
    limit: Number(number) * scale,
  };
}
