/** Who sent what: the generators of a run, over all trials that have them. */
import { message, say, type Message } from '../../messages/message.ts';
import { sayProblem } from '../../messages/problem.ts';
import type { GeneratorShare, LoadOutcome, Trial } from '../../model/sample.ts';
import { amount, numbered, shortPercent, time } from '../../format/words.ts';
import { fixed } from '../../format/number.ts';
import { shorten } from '../../format/width.ts';
import { columnName } from './names.ts';
import type { Table, TableColumn } from '../page.ts';

interface Generator {
  readonly name: string;
  readonly sent: number;
  /** Of all requests. */
  readonly share: number;
  readonly busiest: number;
  readonly latest: number;
  readonly roundTrip: number;
  readonly path: number | null;
  readonly skew: number;
  readonly overlap: number;
}

/** What each had of each load, where the load did not come from this machine alone. */
function sharesOf(trials: readonly Trial[]): (readonly GeneratorShare[])[] {
  const outcomes = trials.flatMap(({ sample }): (LoadOutcome | null)[] =>
    sample?.rates ? sample.rates.map(({ outcome }) => outcome) : sample ? [sample.outcome] : [],
  );
  return outcomes.flatMap((outcome) => (outcome?.generators ? [outcome.generators] : []));
}

/** In the order in which they were named; none where the load came from this machine alone. */
function generatorsOf(trials: readonly Trial[]): Generator[] {
  const shares = sharesOf(trials);
  const all = shares.flat().reduce((sum, { sent }) => sum + sent, 0);
  // A window of a search may have fewer clients than there are generators.
  const [most = []] = shares.toSorted((a, b) => b.length - a.length);
  return most.map(({ name }, at): Generator => {
    const own = shares.flatMap((each) => each[at] ?? []);
    const worst = (of: (one: GeneratorShare) => number) => Math.max(...own.map(of));
    // In the middle of all trials: a busy machine is late now and then.
    const paths = own.flatMap(({ path }) => path ?? []).toSorted((a, b) => a - b);
    const sent = own.reduce((sum, one) => sum + one.sent, 0);
    return {
      name,
      sent,
      share: all > 0 ? sent / all : 0,
      busiest: worst(({ utilization }) => utilization),
      latest: worst(({ lateShare }) => lateShare),
      roundTrip: worst(({ roundTrip }) => roundTrip),
      path: paths[paths.length >> 1] ?? null,
      skew: worst(({ skew }) => skew),
      overlap: Math.min(...own.map(({ overlap }) => overlap)),
    };
  });
}

/** On the terminal; the page has all of it. */
const widestName = 30;

/** One line of it; null where the load came from this machine alone. */
export function generatorLine(trials: readonly Trial[]): Message<'terminal.generators'> | null {
  const generators = generatorsOf(trials);
  if (generators.length === 0) return null;
  const paths = generators.flatMap(({ path }) => path ?? []);
  const names = numbered(generators.map(({ name }) => shorten(name, widestName)));
  return message('terminal.generators', {
    generators: generators.map(({ share }, i) => ({ name: names[i] ?? '', share })),
    path: paths.length > 0 ? Math.max(...paths) : null,
    overlap: Math.min(...generators.map(({ overlap }) => overlap)),
    isFirstAlone: sharesOf(trials).some((shares) => shares.length < generators.length),
  });
}

/** What went wrong with a generator, and in how many trials; null where nothing did. */
export function generatorFailure(trials: readonly Trial[]): Message<'terminal.generator-failed'> | null {
  const problems = trials.flatMap(({ problem }) => (problem?.code.startsWith('GENERATOR_') ? [problem] : []));
  const [first] = problems;
  if (!first) return null;
  return message('terminal.generator-failed', { trials: problems.length, what: sayProblem(first).what });
}

const columns = [
  ['generator', 'left', 0],
  ['sent', 'right', 0],
  ['share', 'right', 1],
  ['busiest', 'right', 2],
  ['sent-late', 'right', 3],
  ['network', 'right', 1],
  ['round-trip', 'right', 5],
  ['began', 'right', 4],
  ['together', 'right', 2],
] as const;

/** Without rows where the load came from this machine alone. */
export function generatorTable(trials: readonly Trial[]): Table {
  const generators = generatorsOf(trials);
  return {
    title: say(message('report.generators')),
    note: say(message('report.generators-note')),
    columns: columns.map(([name, align, rank]): TableColumn => ({ label: columnName(name), align, rank })),
    rows: generators.map((one) =>
      [
        one.name,
        fixed(one.sent, 0),
        shortPercent(one.share),
        shortPercent(one.busiest),
        shortPercent(one.latest),
        one.path === null ? '–' : time(one.path),
        time(one.roundTrip),
        `+${amount(one.skew)} ms`,
        shortPercent(one.overlap),
      ].map((text) => ({ text })),
    ),
  };
}
