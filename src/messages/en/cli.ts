/** What the command line says around its results: how far it is, lists, and what it has written. */
import { about, clockTime, counted, percent } from '../../format/number.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';
import { quoted } from '../shell.ts';

/** In round figures: nobody knows it better before it starts. */
function roundTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const rest = Math.round(seconds % 60);
  return `${Math.floor(seconds / 60)} min${rest > 0 && rest < 60 ? ` ${rest} s` : ''}`;
}

const progress = {
  'cli.rate': ({ rate }: Strings<'rate'>) => `${rate} requests/s`,
  /** One that has ended; `of`: null where nobody knows how many there will be. */
  'cli.trial': ({
    done,
    of,
    cell,
    result,
    seconds,
  }: Numbers<'done' | 'seconds'> & Maybe<'of'> & Strings<'cell' | 'result'>) =>
    `trial ${of === null ? done : `${done} of ${of}`}: ${cell}: ${result} (${seconds.toFixed(1)} s)`,
  'cli.time-left': ({ low, high, isOne }: Numbers<'low' | 'high'> & { isOne: boolean }) =>
    isOne ? `about ${clockTime(high)} left` : `${clockTime(low)} to ${clockTime(high)} left`,
  'cli.warning': ({ what, why, code }: Strings<'what' | 'why' | 'code'>) =>
    `warning: ${what} ${why} [${code}]`,
  'cli.note': ({ note }: { note: Nested }) => `note: ${note}`,
  /** What a folder keeps of the command line. */
  'cli.from-settings': ({ file, words }: Strings<'file' | 'words'>) => `from ${file}: ${words}`,
  /** Options that the verb does not have. */
  'cli.settings-foreign': ({ file, names }: Strings<'file' | 'names'>) =>
    `from ${file}, not an option of this command: ${names}`,
  'cli.settings-doubted': ({ file, uid }: Strings<'file'> & Maybe<'uid'>) =>
    `${file} is not used: ${uid === null ? 'other users may write it, or its folder' : `it, or its folder, belongs to user ${uid}`}.`,
  'cli.start-here': 'Here:',
  'cli.getting-ready': ({ target }: Strings<'target'>) => `watching ${target}: getting ready`,
  /** Seconds; `all`: null without an end. */
  'cli.watching': ({ target, at, all }: Strings<'target'> & Numbers<'at'> & Maybe<'all'>) =>
    `watching ${target}: ${at.toFixed(1)}${all === null ? '' : ` of ${all.toFixed(1)}`} s`,
  'cli.last-lines': "the server's last lines:",
  'cli.preparing-base': ({ command }: Strings<'command'>) => `Preparing the base: ${command}`,
  'cli.metrics': ({ url }: Strings<'url'>) => `Metrics: ${url}`,
  'cli.gate-undecided': 'Warning: the gate is undecided, so it lets head pass.',
  'cli.experiments': ({ experiments, ms }: Numbers<'experiments' | 'ms'>) =>
    `${experiments} experiments, ${about(ms)}`,
  'cli.experiments-apart': ({ name }: Strings<'name'>) =>
    `not among them: ${name}, which takes longer. Start it with: {chokepoint} lab ${name}`,
  'cli.experiment': ({ place, all, name, trials }: Numbers<'place' | 'all' | 'trials'> & Strings<'name'>) =>
    `${place} of ${all}: ${name} (${trials} trials)`,
  'cli.experiment-done': ({ place, all, name, text }: Numbers<'place' | 'all'> & Strings<'name' | 'text'>) =>
    `${place} of ${all}: ${name}: ${text}`,
};

/** What a search is about to do. Names stand in a column of nine. */
const search = {
  'cli.tune.search': 'search',
  'cli.tune.best': ({
    metric,
    within,
    confidence,
    mode,
  }: { metric: Nested } & Numbers<'within' | 'confidence'> & Strings<'mode'>) =>
    `the best ${metric}, within ${percent(within)}, with ${percent(confidence)} confidence (${mode})`,
  'cli.tune.keeping': 'keeping',
  'cli.tune.over': 'over',
  'cli.tune.now': 'today',
  'cli.tune.current': ({ id, settings }: Strings<'id'> & Numbers<'settings'>) =>
    `${id}, one of ${counted(settings, 'setting')}`,
  'cli.tune.load': 'load',
  'cli.tune.window': ({ load, window, warmup }: Strings<'load'> & Numbers<'window' | 'warmup'>) =>
    `${load}, ${roundTime(window)} after ${roundTime(warmup)} of warm-up`,
  'cli.tune.window-chosen': ({ load }: Strings<'load'>) =>
    `${load}; the first trial chooses how long to measure, and how long to warm up`,
  'cli.tune.time': 'time',
  'cli.tune.done-before': ({ most, trials }: Maybe<'most'> & Numbers<'trials'>) =>
    `${most === null ? '' : `at most ${roundTime(most)}`}; ${counted(trials, 'trial')} done before`,
  'cli.tune.all-of-it': ({ bound, trials }: Numbers<'bound' | 'trials'>) =>
    `${roundTime(bound)}, and all of it, for about ${counted(trials, 'trial')}`,
  'cli.tune.between': ({ low, high, isBudget }: Numbers<'low' | 'high'> & { isBudget: boolean }) =>
    `${roundTime(low)} to ${roundTime(high)}${isBudget ? ', its budget' : ''}: the sooner, the more clearly settings differ`,
  'cli.tune.short': ({ trials }: Numbers<'trials'>) =>
    `That is time for about ${counted(trials, 'trial')}: expect a guess. A larger --budget or a shorter --duration gives more.`,
  'cli.tune.interrupt': 'Ctrl-C gives the best answer so far.',
  'cli.tune.no-errors': 'errors 0',
  'cli.tune.limit': ({ figure, isLeast, limit }: Strings<'figure' | 'limit'> & { isLeast: boolean }) =>
    `${figure} ${isLeast ? 'at least' : 'at most'} ${limit}`,
};

const lists = {
  'cli.runs-none': ({ file }: Strings<'file'>) =>
    `No runs in ${file} yet. Begin with: {chokepoint} lab pool-size --quick`,
  'cli.runs-doctors': ({ doctors, folder }: Numbers<'doctors'> & Strings<'folder'>) =>
    `${counted(doctors, 'watch of the doctor is', 'watches of the doctor are')} kept beside the store: ${folder}/index.html shows them, and {chokepoint} doctor --replay ${quoted(`${folder}/ID/watch.json`)} judges one again.`,
  'cli.runs-trials': ({ trials, planned }: Numbers<'trials'> & Maybe<'planned'>) =>
    planned === null ? counted(trials, 'trial') : `${trials} of ${counted(planned, 'trial')}`,
  'cli.runs-removed': ({ id }: Strings<'id'>) => `Removed ${id}.`,
  'cli.runs-remove': ({ run }: Strings<'run'>) => `Remove the run ${run}?`,
  'cli.run': 'Run:',
  'cli.runs': 'Runs:',
  'cli.lab-time': ({ claims, ms }: Numbers<'claims' | 'ms'>) => `${claims} claims, ${about(ms)}`,
  'cli.lab-not-now': 'cannot be run now',
  'cli.list.source': 'source',
  'cli.list.needs': 'needs',
  'cli.list.varies': 'varies',
  'cli.list.paths': 'paths',
  'cli.list.topologies': 'topologies',
  'cli.list.constants': 'constants',
  'cli.list.try': 'try',
  'cli.list.port': ({ id, port }: Strings<'id'> & Numbers<'port'>) => `${id} (port ${port})`,
  'cli.serve-job': ({ pid, seconds }: Numbers<'pid' | 'seconds'>) =>
    `job of process ${pid}: ${seconds.toFixed(3)} sec`,
  'cli.serving': ({ name, urls, how, command }: Strings<'name' | 'urls' | 'how' | 'command'>) =>
    `${name}: ${urls} (${how}). Try: ${command}`,
  'cli.serve-end': 'Ctrl-C ends it.',
  'cli.serve-pool': ({ pool }: Strings<'pool'>) => `pool ${pool}`,
  'cli.selftest.pass': 'pass',
  'cli.selftest.fail': 'FAIL',
  'cli.selftest.asked': 'asked',
  'cli.selftest.true': 'true',
  'cli.selftest.reported': 'reported',
  'cli.selftest.exactly': 'exactly',
  'cli.selftest.passed': ({ passed, all }: Numbers<'passed' | 'all'>) => `${passed} of ${all} pass.`,
};

export const cli = { ...progress, ...search, ...lists };
