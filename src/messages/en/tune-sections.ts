/** The sections of a search in a report: the settings that were tried, and where the recommended one is written. */
import { counted } from '../../format/number.ts';
import { listed, tenthPercent, wholePercent } from '../../format/words.ts';
import type { Nested, Numbers, Strings } from '../nested.ts';

const applying = {
  'apply.pool':
    'UV_THREADPOOL_SIZE is read once, when the pool is first used: set it before the process starts, not in its code.',
  'apply.pools': ({ processes, threads }: Numbers<'processes' | 'threads'>) =>
    `Each process has a pool of its own: ${processes} processes × ${counted(threads, 'thread')} are ${processes * threads} pool threads on the machine.`,
  'apply.own-pool': 'Each process has a pool of its own: with more processes the threads multiply.',
  'apply.cluster': ({ file }: Strings<'file'>) =>
    `It was measured with so many processes on one machine, behind one port. PM2 in cluster mode does the same; ${file} does it without PM2, and the other forms start that file, in the server's folder. Replicas in Kubernetes are spread over machines.`,
  'apply.no-cluster':
    'A command that is no plain "node script" cannot be started several times behind one port.',
  'apply.cpus': ({ cpus }: Numbers<'cpus'>) =>
    `It was measured on ${cpus} of the machine's CPUs: more of them are another setting.`,
  'apply.windows':
    'In package.json the line is for a POSIX shell; on Windows set the variable where the service is defined.',
  'apply.no-pm2-cpus': 'PM2 is left out: it cannot bind its processes to CPUs.',
  'apply.no-pm2-file': 'PM2 is left out: it starts a file, and this command has none.',
  'apply.no-package':
    'package.json is left out: the command runs a script of it, and gets from outside what was recommended.',
  /** @param script its name; null: the one that the command starts */
  'apply.package-front': ({ variables, script }: Strings<'variables'> & { script: string | null }) =>
    `In package.json put ${variables} in front of what ${which(script)} runs.`,
  'apply.package-own': ({ variables, script }: Strings<'variables'> & { script: string | null }) =>
    `In package.json ${which(script)} sets the variable itself: change it there to ${variables}.`,
  'apply.names': ({ names }: { names: readonly string[] }) =>
    `${listed(names)}: put in your own ${names.length === 1 ? 'name' : 'names'}.`,
};

function which(script: string | null): string {
  return script === null ? 'the script that the command starts' : `its script "${script}"`;
}

/** Settings that give the same as the current one, itself among them. */
export interface Same {
  /** Of the one variable; null: there are several. */
  readonly key: string | null;
  /** Of numbers, where all between them that were tried are the same; else null. */
  readonly range: Numbers<'low' | 'high'> | null;
  readonly names: readonly string[];
  /** Of the objective. */
  readonly label: string;
  readonly within: number;
  /** Worse ones, with confidence. `ratio`: to the current one. */
  readonly others: readonly { readonly name: string; readonly ratio: number }[];
}

/** Nobody calls the same what may differ by more. */
const mostTheSame = 0.2;
/** More names hide the sentence that they stand in. */
const mostAside = 3;

function aside(others: Same['others']): string[] {
  if (others.length > mostAside) return [`${others.length} others are worse`];
  const told = others.map(({ name, ratio }) =>
    Math.abs(ratio - 0.5) < 0.05
      ? `${name} halves it`
      : `${name} gives ${Number(ratio.toPrecision(2))} times as much`,
  );
  return told.length === 0 ? [] : [told.join(', ')];
}

export const tuneSections = {
  'tune.same': ({ key, range, names, label, within, others }: Same) => {
    const what =
      key === null
        ? listed(names)
        : `${key === 'pool' ? 'pool sizes' : key} ${range ? `${range.low} to ${range.high}` : listed(names)}`;
    const share = wholePercent(within);
    const said =
      within <= mostTheSame
        ? `give the same ${label} within ${share}`
        : `differ by at most ${share} in ${label}`;
    return [`${what} ${said}`, ...aside(others)].join('; ');
  },
  'tune.same-certainty': ({ confidence, trials }: Numbers<'confidence' | 'trials'>) =>
    `This holds with ${tenthPercent(confidence)} confidence, by the spread of all ${counted(trials, 'trial')} together.`,
  'tune.pool-unused': 'no job enters the pool, so its size cannot matter',
  'tune.pool-unused-seen': ({ requests }: Numbers<'requests'>) =>
    `The pool threads had nothing to do while ${counted(requests, 'request')} ${requests === 1 ? 'was' : 'were'} answered.`,
  ...applying,
  'tune-section.recommendation': 'Recommendation',
  'tune-section.tried': 'Settings that were tried',
  'tune-section.apply': 'How to apply it',
  'tune-section.shell': 'In a shell',
  'tune-section.standing': 'standing',
  'tune-section.table': ({ metric, unit }: { metric: Nested } & Strings<'unit'>) => `${metric} (${unit})`,
  /** @param isGuess whether the ratios are to a best guess; null: there is none. `isFresh`: blocks were added for the final comparison */
  'tune-section.note': ({ isGuess, isFresh }: { isGuess: boolean | null; isFresh: boolean }) => {
    const ratios = `; its ratio to the ${isGuess ? 'best guess' : 'recommended one'} is from blocks that hold both`;
    return `Geometric mean of all trials of a setting${isGuess === null ? '' : ratios}${isFresh ? ', and from fresh ones where it was in the final comparison' : ''}. What was far behind in its first blocks was not measured again.`;
  },
  'tune-section.failed-trials': ({ trials, failed }: Numbers<'trials' | 'failed'>) =>
    `${trials} (${failed} failed)`,
  'tune-section.about': ({ value }: Strings<'value'>) => `about ${value}`,

  'tune-standing.best': 'recommended',
  'tune-standing.guess': 'best guess',
  'tune-standing.equivalent': 'as good',
  'tune-standing.better': 'better',
  'tune-standing.undecided': 'no significant difference',
  'tune-standing.worse': 'worse',
  'tune-standing.not-final': 'not compared further',
  'tune-standing.breaks': 'breaks a constraint',
  'tune-standing.failed': 'failed',
  'tune-standing.screened': 'far behind',
  'tune-standing.dropped': 'dropped early',
  'tune-standing.few-requests': 'too few requests',
};
