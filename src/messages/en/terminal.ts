/** What a page of at most 30 lines says: quality in one line, the price of what is undecided, the next command. */
import { counted, percent } from '../../format/number.ts';
import { exactTime as milliseconds } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';

const timeText = (seconds: number) => (seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

export const terminal = {
  'terminal.machine': ({ cpus, node }: Numbers<'cpus'> & Strings<'node'>) =>
    `${counted(cpus, 'CPU')} · Node ${node}`,
  'terminal.trials': ({ trials, blocks }: Numbers<'trials' | 'blocks'>) =>
    `${counted(trials, 'trial')} in ${counted(blocks, 'block')}`,
  'terminal.baseline': 'baseline',
  'terminal.versus': ({ baseline }: Strings<'baseline'>) => `vs ${baseline}`,
  'terminal.ratio': 'ratio',
  'terminal.interval': '95%',
  'terminal.more-settings': ({ settings }: Numbers<'settings'>) =>
    `${counted(settings, 'more setting')}: --verbose`,
  'terminal.better': 'better',
  'terminal.worse': 'worse',
  'terminal.equivalent': 'within 5%',
  'terminal.undecided': 'undecided',

  'terminal.claim.holds': 'holds',
  'terminal.claim.refuted': 'refuted',
  'terminal.claim.misread': 'misread',
  'terminal.claim.undecided': 'undecided',
  'terminal.claim.not-run': 'not run',

  'terminal.cpu': ({
    baseline,
    setting,
    before,
    after,
  }: Strings<'baseline' | 'setting' | 'before' | 'after'>) =>
    `CPU per request: ${before} ms at ${baseline}, ${after} ms at ${setting}.`,

  'terminal.more-claims': ({ claims }: Numbers<'claims'>) => `${claims} more: --verbose`,
  'terminal.claims-noise': ({ claims, blocks, seconds }: Numbers<'claims' | 'blocks' | 'seconds'>) =>
    `${claims} undecided: about ${counted(blocks, 'more block')} (${timeText(seconds)}) would decide ${claims === 1 ? 'it' : 'them'}`,
  'terminal.claims-on-the-line': ({ claims }: Numbers<'claims'>) =>
    `${claims} undecided: too close to ${claims === 1 ? 'its' : 'their'} bound for more blocks to decide`,
  'terminal.claims-withheld': ({ claims }: Numbers<'claims'>) =>
    `${claims} undecided: a validity check withholds ${claims === 1 ? 'the verdict' : 'the verdicts'}`,
  'terminal.claims-open': ({ claims }: Numbers<'claims'>) =>
    `${claims} undecided: the trials contradict each other`,
  'terminal.settings-noise': ({ settings, blocks, seconds }: Numbers<'settings' | 'blocks' | 'seconds'>) =>
    `${counted(settings, 'setting')} undecided: about ${counted(blocks, 'more block')} (${timeText(seconds)}) would decide ${settings === 1 ? 'it' : 'them'}.`,

  'terminal.gate-noise': ({ blocks, seconds }: Numbers<'blocks' | 'seconds'>) =>
    `About ${counted(blocks, 'more block')} (${timeText(seconds)}) would decide it.`,
  'terminal.gate-on-the-line': 'The loss is too close to the allowed one for more blocks to decide.',

  'terminal.checks-passed': ({ passed, noted }: Numbers<'passed'> & Record<'noted', readonly string[]>) =>
    `${counted(passed, 'check')} passed${noted.length === 0 ? '' : `; with no effect on the verdicts: ${noted.join(', ')}`}`,
  'terminal.check-failed': ({ title, consequence, id }: Strings<'title' | 'id'> & { consequence: Nested }) =>
    `${consequence} Failed: ${title}. [${id}]`,
  'terminal.percentiles-hidden': ({ consequence, id }: Strings<'id'> & { consequence: Nested }) =>
    `${consequence} [${id}]`,
  'terminal.disturbed': ({ repeated, failed, foreign }: Numbers<'repeated' | 'failed' | 'foreign'>) =>
    [
      repeated === 0 ? '' : `${counted(repeated, 'trial')} repeated`,
      failed === 0 ? '' : `${counted(failed, 'trial')} failed`,
      foreign === 0 ? '' : `other programs took CPU in ${counted(foreign, 'trial')}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  'terminal.noise': ({ spread, resolution }: Numbers<'spread'> & { resolution: number | null }) =>
    `${percent(spread)} spread per trial${resolution === null ? '' : `: differences below ${percent(resolution)} cannot be seen here`}`,
  'terminal.generators': ({
    generators,
    path,
    overlap,
    isFirstAlone,
  }: Numbers<'overlap'> &
    Maybe<'path'> & {
      generators: readonly { readonly name: string; readonly share: number }[];
      /** Some load had fewer clients than there are generators. */
      isFirstAlone: boolean;
    }) => {
    const [first, ...others] = generators.map(({ name, share }) => [percent(share), name] as const);
    const from = first
      ? `${others.length === 0 ? 'all' : first[0]} of the requests came from ${first[1]}`
      : '';
    return (
      [from, ...others.map(([share, name]) => `${share} from ${name}`)].join(', ') +
      (isFirstAlone ? ', because a single client always runs on the first' : '') +
      (path === null ? '' : `; the network adds ${milliseconds(path)}`) +
      (others.length === 0 ? '' : `; they loaded together for ${percent(overlap)} of the window`)
    );
  },
  'terminal.generator-failed': ({ trials, what }: Numbers<'trials'> & Strings<'what'>) =>
    `${counted(trials, 'trial')} lost: ${what}`,

  'terminal.setting': 'setting',
  'terminal.pair': ({
    ratios,
    ...words
  }: Numbers<'ratios' | 'better' | 'worse' | 'equivalent' | 'undecided'>) => {
    const told = Object.entries(words).flatMap(([word, n]) => (n === 0 ? [] : [`${n} ${word}`]));
    return `Of ${counted(ratios, 'ratio')} of the second run to the first: ${told.join(', ')}.`;
  },
  'terminal.pair-nothing':
    'There is nothing to compare: no setting was measured at least twice in both runs under the same load.',
  'terminal.pair-apart': 'Measured at different times: what the machine did in between is in these ratios.',
  'terminal.pair-next': 'For a decision, measure both settings in one sweep.',

  'terminal.report-command': ({ run }: Strings<'run'>) => `{chokepoint} runs report ${run}`,
  'terminal.next-decide': 'decides what is open',
  'terminal.next-fixed': 'once that is fixed',
  'terminal.next-all': 'all tables, checks and conditions',
  'terminal.next-predict': 'asks about another size, and measures nothing',
  'terminal.next-tune': 'searches all sizes, not only these',
  'terminal.next-own': 'what limits your own server',
};
