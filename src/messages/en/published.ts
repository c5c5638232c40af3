/** What is said of result files of other load tools. */
import { counted, duration, fixed, ratioTexts } from '../../format/number.ts';
import { exactTime, listed, short } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';

type Interval = Numbers<'value' | 'low' | 'high'>;

const verdicts: Readonly<Record<string, string>> = {
  better: 'Better, with 95% confidence.',
  worse: 'Worse, with 95% confidence.',
  equivalent: 'Within 5%, with 95% confidence.',
};

const without = (except: readonly string[]) =>
  except.length === 0 ? '' : ` Except ${listed(except)}: see below.`;

const differing: Readonly<Record<string, string>> = {
  tool: 'tool',
  clients: 'clients',
  rate: 'requests a second',
};

export const published = {
  'published.one-run': 'One file is one run: a comparison needs at least two of each setting.',
  'published.hidden.stall': ({
    metric,
    shown,
    max,
    least,
  }: Numbers<'shown' | 'max' | 'least'> & Strings<'metric'>) =>
    `${metric} is hidden: clients that wait send nothing during a stall. If the longest response (${exactTime(max)}) was one, requests by the clock would have a ${metric} of at least ${exactTime(least)}, not ${exactTime(shown)}.`,
  'published.withheld.hidden': 'The load hides it.',
  'published.withheld.other': ({ deciding }: Strings<'deciding'>) =>
    `The verdict is about ${deciding} alone.`,
  'published.differ': ({ key, a, b }: { key: string; a: readonly string[]; b: readonly string[] }) =>
    `The settings had another load: ${differing[key] ?? key} ${a.join(', ')} against ${b.join(', ')}.`,
  'published.mixed': ({ key, values }: { key: string; values: readonly string[] }) =>
    `The runs had different loads: ${differing[key] ?? key} ${values.join(', ')}. For two settings, put "vs" between their files.`,
  'published.lengths': ({ shortest, longest }: Numbers<'shortest' | 'longest'>) =>
    `The runs have other lengths: ${duration(shortest)} to ${duration(longest)}.`,
  'published.load-unknown':
    'Whether the requests came at a fixed rate is not in the files: tell --clients=N or --rate=R.',
  'published.unlike': ({ difference }: { difference: Nested }) =>
    `These figures cannot be compared. ${difference}`,
  'published.unsound': ({ checks }: { checks: readonly string[] }) =>
    `These figures cannot carry a comparison: ${listed(checks)} failed.`,
  'published.one-each': ({ label, ratio }: Numbers<'ratio'> & Strings<'label'>) =>
    `B has ${short(ratio)} times the ${label} of A. One run of each shows no spread, so there is no verdict: run each at least three times.`,
  'published.compared': ({
    label,
    word,
    except,
    ...ratio
  }: Interval & Strings<'label' | 'word'> & { except: readonly string[] }) => {
    const { value, low, high } = ratioTexts(ratio);
    return `B has ${value} times the ${label} of A (${low} to ${high}). ${verdicts[word] ?? ''}${without(except)}`;
  },
  'published.undecided': ({
    label,
    value,
    runs,
    enough,
  }: Numbers<'value' | 'runs'> & Maybe<'enough'> & Strings<'label'>) =>
    `${counted(runs, 'run')} of each do not decide: B has ${short(value)} times the ${label} of A, but runs of one setting differ too much. ${enough === null ? 'A hundred runs of each would hardly decide.' : `About ${enough} runs of each would decide, if they differ as these do.`}`,
  'published.no-verdict': ({ label, why }: Strings<'label'> & { why: Nested }) =>
    `There is no verdict on ${label}. ${why}`,
  'published.sound': ({ except }: { except: readonly string[] }) =>
    `These figures can carry a comparison.${without(except)}`,
  'published.sound-alone': ({ except }: { except: readonly string[] }) =>
    `These figures can carry a comparison, with more runs of each setting.${without(except)}`,
  'published.missing': ({ option, checks }: Strings<'option'> & { checks: readonly string[] }) =>
    `${option} would let ${listed(checks)} judge: add ${option.startsWith('--rate') ? 'the requests per second that the tool was to send' : 'how many clients the test had'}.`,
  'published.says-clients': ({ clients, told }: Numbers<'clients' | 'told'>) =>
    `It says ${counted(clients, 'client')}, not ${told}.`,
  'published.says-closed':
    'This tool sends nothing by the clock: each client waits for its answer, and asks again at once.',
  'published.above-rate': ({ sent, rate }: Numbers<'sent' | 'rate'>) =>
    `It has ${short(sent)} requests/s: by the clock there would be no more than ${short(rate)}/s.`,
  'published.all-failed': ({ lost, kinds }: Numbers<'lost'> & { kinds: Readonly<Record<string, number>> }) =>
    `None of ${counted(lost, 'request')} was answered (${Object.entries(kinds)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', ')}).`,
  'published.repair.added':
    'wrk adds times that it did not measure after a slow response. Repeat the test with oha.',
  'published.repair.milliseconds':
    'This tool counts whole milliseconds, too coarse for these times. Repeat the test with oha or wrk2.',
  'published.repair.seconds':
    'k6 wrote whole seconds. Repeat the test with K6_CSV_TIME_FORMAT=unix_nano in its environment.',
  'published.unknown': 'It is no output of k6, oha, vegeta, autocannon, wrk or ab that is known.',
  'published.empty': 'It is empty: the tool was stopped or failed, or wrote its result elsewhere.',
  'published.unfinished': ({ tool, bytes }: { tool: string | null; bytes: number }) =>
    `It begins as ${tool === null ? 'JSON' : `output of ${tool}`}, and ends before it is complete, after ${counted(bytes, 'byte')}: the tool was stopped, or measured nothing.`,
  'published.no-answer': ({ source }: Strings<'source'>) =>
    `It is of ${source}, and has no answered requests, or no rate of them.`,
  'published.torn': ({ lines, requests }: Numbers<'lines' | 'requests'>) =>
    `${counted(lines, 'line')} of it cannot be read, beside ${counted(requests, 'answer')}: what is left is not the test.`,

  'check-page.closed': ({ clients }: Maybe<'clients'>) =>
    clients === null ? 'closed loop' : `closed loop, ${counted(clients, 'client')}`,
  'check-page.open': ({ rate }: Maybe<'rate'>) =>
    rate === null ? 'by the clock' : `by the clock, ${short(rate)}/s`,
  'check-page.unknown': ({ clients }: Maybe<'clients'>) =>
    clients === null ? 'load not in the file' : `at most ${clients} in flight`,
  'check-page.requests': ({ requests, wrong }: Numbers<'requests' | 'wrong'>) =>
    `${counted(requests, 'answer')}${wrong > 0 ? `, ${fixed(wrong, 0)} wrong` : ''}`,
  'check-page.runs': ({ runs }: Numbers<'runs'>) => counted(runs, 'run'),
  'check-page.unread': ({ lines }: Numbers<'lines'>) => `${counted(lines, 'line')} could not be read`,
  'check-page.passed': ({ checks }: { checks: readonly string[] }) =>
    `${counted(checks.length, 'check')} passed: ${checks.join(' ')}`,
  'check-page.others': ({ checks }: Numbers<'checks'>) =>
    `${counted(checks, 'check')} not applicable: no result file says what they need (--verbose)`,
  'check-page.failed': ({ title, id, sentence }: Strings<'title' | 'id'> & { sentence: Nested }) =>
    `${title} [${id}]: ${sentence}`,
  'check-page.failed-alone': ({ title, id, finding }: Strings<'title' | 'id'> & { finding: Nested }) =>
    `${title} [${id}]: ${finding}.`,
  'check-page.hidden': ({ name, why }: Strings<'name'> & { why: Nested }) => `${name}: ${why}`,
  'check-page.ratio': ({
    label,
    ratio,
  }: Strings<'label'> & { ratio: Numbers<'value'> & Maybe<'low' | 'high'> }) => {
    const { value, low, high } = ratio;
    if (low === null || high === null) return `${label} ${short(value)}×`;
    const texts = ratioTexts({ value, low, high });
    return `${label} ${texts.value}× (${texts.low}–${texts.high})`;
  },
};
