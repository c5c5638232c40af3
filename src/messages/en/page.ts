/** The first screen of a page: the answer in short, the tiles, what to do; and the labels of the sections below it. */
import { about, counted, percent, range } from '../../format/number.ts';
import { capital, listed, ratioFigures } from '../../format/words.ts';
import type { Nested, Strings } from '../nested.ts';

type Ratio = { readonly value: number; readonly low: number; readonly high: number };

const times = (ratio: Ratio, label: string) => `${ratioFigures(ratio).value} times the ${label}`;

export const page = {
  'page.badge.claims': ({ decided, of }: { decided: number; of: number }) => `${decided} of ${of} decided`,
  'page.badge.improved': 'improved',
  'page.badge.no-gain': 'no gain',
  'page.badge.undecided': 'undecided',
  'page.badge.withheld': 'not valid',
  'page.badge.measured': 'measured',
  'page.badge.not-measured': 'not measured',
  'page.badge.gate.pass': 'passed',
  'page.badge.gate.fail': 'failed',
  'page.badge.gate.undecided': 'undecided',
  'page.badge.gate.unmeasured': 'not measured',
  'page.badge.certified': ({ confidence }: { confidence: number }) => `certified, ${percent(confidence)}`,
  'page.badge.not-certified': 'not certified',
  'page.badge.none': 'no setting',
  'page.badge.bottleneck': 'bottleneck',
  'page.badge.healthy': 'healthy',
  'page.badge.no-traffic': 'no traffic',
  'page.badge.cannot-tell': 'cannot tell',

  'page.answer.best': ({
    best,
    baseline,
    metric,
    ratio,
  }: {
    best: string;
    baseline: string;
    metric: string;
    ratio: Ratio;
  }) => `${capital(best)} has ${times(ratio, metric)} of ${baseline}`,
  'page.answer.best-rest': ({
    ratio,
    confidence,
    common,
  }: {
    ratio: Ratio;
    confidence: number;
    common: string;
  }) => `${percent(confidence)} interval ${range(ratio)}${common === '' ? '' : `; ${common}`}`,
  'page.answer.set': ({
    id,
    current,
    label,
    gain,
  }: {
    id: string;
    current: string;
    label: string;
    gain: Ratio | null;
  }) => (gain ? `Set ${id}: ${times(gain, label)}` : `Set ${id} instead of ${current}`),
  'page.answer.guess': ({ id, label, gain }: { id: string; label: string; gain: Ratio | null }) =>
    `Best guess: ${id}${gain ? `, ${times(gain, label)}` : ''}`,
  'page.answer.keep': ({ id }: { id: string }) => `Keep ${id}`,
  'page.answer.gain-rest': ({ ratio, current }: { ratio: Ratio; current: string }) =>
    `Against ${current}: interval ${range(ratio)}.`,

  'page.tile.claims': 'claims decided',
  'page.tile.trials': 'trials',
  'page.tile.blocks': ({ blocks }: { blocks: number }) => `in ${counted(blocks, 'block')}`,
  'page.tile.noise': 'noise per trial',
  'page.tile.resolution': ({ resolution }: { resolution: number }) =>
    `sees differences from ${percent(resolution)}`,
  'page.tile.checks': 'checks passed',
  'page.tile.of': ({ n, of }: { n: number; of: number }) => `${n} of ${of}`,
  'page.tile.failed': ({ failed }: { failed: number }) => `${failed} failed`,
  'page.tile.undecided': ({ undecided }: { undecided: number }) => `${undecided} undecided`,
  'page.tile.was': ({ value }: { value: string }) => `was ${value}`,
  'page.tile.base': ({ value }: { value: string }) => `base ${value}`,
  'page.tile.cpu': 'CPUs busy',
  'page.tile.pool': 'pool threads busy',
  'page.tile.rate': 'requests a second',
  'page.tile.wait': 'mean wait for a thread',
  'page.tile.loop': 'event loop busy',
  'page.tile.waiting': ({ jobs }: { jobs: string }) => `${jobs} jobs wait`,
  'page.tile.delay': ({ time }: { time: string }) => `${time} late at most`,
  'page.tile.share': ({ part, all }: Strings<'part' | 'all'>) => `${part} of ${all}`,
  'page.tile.unseen': 'not seen',

  'page.files': 'The data of this page:',
  'page.index.link': 'All reports',
  'page.index.title': 'Reports',
  'page.index.trends': 'Trends',
  'page.index.newest': 'Newest first',
  'page.index.count': ({ reports }: { reports: number }) => `${counted(reports, 'report')}.`,

  'page.todo': 'What to do',
  'page.todo.apply': 'Set it where the server is started:',
  'page.todo.change': ({ what }: { what: Nested }) => `${capital(what)}:`,
  'page.todo.expect': ({ text }: { text: Nested }) => `Expect: ${text}`,
  'page.todo.other-ways': ({ ways }: { ways: number }) =>
    counted(ways, 'other way to do it', 'other ways to do it'),
  'page.todo.keep': ({ id }: { id: string }) => `Nothing to change: keep ${id}.`,
  'page.todo.nothing': 'Nothing to change.',
  'page.todo.resume': 'The run was cut off. Go on with it:',
  'page.todo.measure-more': 'The noise hides the answer. Measure more blocks, with other programs closed:',
  'page.todo.fix': 'Fix what the failed checks name, then measure again:',
  'page.todo.claims': ({ undecided, seconds }: { undecided: number; seconds: number }) =>
    `Decide ${undecided === 1 ? 'the open claim' : `the ${undecided} open claims`} (${about(1000 * seconds)} more):`,
  'page.todo.own-server': 'Find what limits your own server:',
  'page.todo.gate-passed': 'Nothing to do: the change stays within the allowed loss.',
  'page.todo.gate-failed': 'Find what the change costs:',
  'page.todo.deeper': 'Look deeper into the process:',
  'page.todo.places': ({ places }: { places: readonly string[] }) => `The same for ${listed(places)}`,

  'page.caption.against': ({
    label,
    baseline,
    better,
    worse,
    equivalent,
    undecided,
  }: { label: string; baseline: string } & Record<
    'better' | 'worse' | 'equivalent' | 'undecided',
    readonly string[]
  >) => {
    const groups = [
      [better, 'better'],
      [equivalent, 'equivalent'],
      [worse, 'worse'],
      [undecided, 'undecided'],
    ] as const;
    const told = groups.flatMap(([names, word]) => (names.length === 0 ? [] : `${listed(names)} ${word}`));
    return `${capital(label)} against ${baseline}: ${told.join('; ')}.`;
  },
  'page.caption.counts': ({ label, words }: { label: string; words: readonly string[] }) => {
    const told = ['better', 'equivalent', 'worse', 'undecided'].flatMap((word) => {
      const n = words.filter((one) => one === word).length;
      return n === 0 ? [] : `${n} ${word}`;
    });
    return `${capital(label)} against the baseline: ${told.join(', ')}.`;
  },
  'page.caption.range': ({
    label,
    low,
    high,
  }: { label: string } & Record<'low' | 'high', Strings<'value' | 'setting'>>) =>
    `${capital(label)} goes from ${low.value} (${low.setting}) to ${high.value} (${high.setting}).`,
  'page.caption.single': 'There is one setting only.',

  'page.chart.claims': 'Claims by verdict',
  'page.chart.best': 'recommended',
  'page.chart.now': 'now',

  'page.section.quality': 'Measurement quality',
  'page.quality.noise': ({ noise, resolution }: { noise: number; resolution: number | null }) =>
    `${percent(noise)} noise per trial${resolution === null ? '' : `: differences under ${percent(resolution)} cannot be seen here`}.`,
  'page.claims.price': ({ blocks, seconds }: { blocks: number; seconds: number }) =>
    `${counted(blocks, 'more block')} would decide ${blocks === 1 ? 'it' : 'them'} (${about(1000 * seconds)}).`,
  'page.claims.no-price': 'More blocks would hardly decide them.',
};
