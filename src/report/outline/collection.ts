/** Several experiments as one report: the balance of all claims first, then each experiment. */
import { columnName, wordName } from './names.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import { foundIn, type ClaimVerdict, type ClaimWord, type RunResult } from '../../model/verdict.ts';
import { message, say } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { claimBalance } from './headline.ts';
import type { Answer } from './answer.ts';
import type { Figure, Table } from './table.ts';
import { date, duration } from '../../format/number.ts';
import { outline, type Outline } from './outline.ts';
import { shownRun } from './shown-run.ts';
import { todoOf } from './todo.ts';

export interface Collection {
  readonly results: readonly RunResult[];
  /** Experiments that could not be run at all, and why. */
  readonly failed: readonly { readonly name: string; readonly problem: ProblemData }[];
  /** Experiments that were asked for and not begun, since the run was interrupted. */
  readonly left: readonly string[];
}

export interface CollectionOutline {
  readonly title: string;
  readonly verdict: string;
  readonly byline: string;
  readonly answer: Answer;
  /** The verdicts of each experiment, as a picture; null where there are none. */
  readonly main: Figure | null;
  readonly warnings: readonly string[];
  /** One row for each experiment: how many claims have which word. */
  readonly table: Table;
  readonly reports: readonly { readonly name: string; readonly report: Outline }[];
}

export function collectionOutline({ results, failed, left }: Collection): CollectionOutline {
  const balance = claimBalance({ claims: results.flatMap((one) => foundIn(one).claims) });
  const spent = results.flatMap(({ trials }) => trials).reduce((sum, trial) => sum + trial.duration, 0);
  const first = results[0];
  return {
    title: say(message('report.experiments', { experiments: results.length })),
    verdict: balance === null ? say(message('report.nothing')) : say(balance),
    byline: [
      ...(first ? [date(first.run.createdAt), first.plan.scale] : []),
      say(message('report.measuring', { time: duration(spent) })),
    ].join(' · '),
    answer: collectionAnswer(results),
    main: balanceFigure(results),
    warnings: [
      ...failed.map(({ name, problem }) => {
        const { what, todo } = sayProblem(problem);
        return say(message('report.not-run', { name, code: problem.code, what, todo }));
      }),
      ...results
        .filter(({ run }) => run.status !== 'finished')
        .map(({ plan, run }) =>
          say(message('report.cut-off', { name: plan.name, command: `${program()} lab --resume ${run.id}` })),
        ),
      ...(left.length > 0
        ? [
            say(
              message('report.not-begun', {
                names: left.join(', '),
                command: `${program()} lab ${left.join(' ')} --${first?.plan.scale ?? 'quick'}`,
              }),
            ),
          ]
        : []),
    ],
    table: balanceTable(results),
    reports: results.map((result) => ({ name: result.plan.name, report: outline(result) })),
  };
}

const words: readonly ClaimWord[] = ['holds', 'refuted', 'misread', 'undecided', 'not run'];

/** The claims of all as if they were of one; to do is what the first with an open claim asks for. */
function collectionAnswer(results: readonly RunResult[]): Answer {
  const claims = results.flatMap((one) => foundIn(one).claims);
  const [first] = results;
  const balance = claimBalance({ claims });
  if (first === undefined || balance === null) return unmeasured();
  const shown = results.map(shownRun);
  const open = shown.find((one) => foundIn(one).claims.some(({ undecided }) => undecided?.kind === 'noise'));
  const decided = claims.filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'not run').length;
  return {
    badge: say(message('page.badge.claims', { decided, of: claims.length })),
    tone: decided === claims.length ? 'good' : 'unsure',
    sentence: say(balance),
    rest: '',
    tiles: [],
    todo: todoOf(open ?? shownRun(first)),
  };
}

function unmeasured(): Answer {
  return {
    badge: say(message('page.badge.not-measured')),
    tone: 'bad',
    sentence: say(message('headline.nothing-measured')),
    rest: '',
    tiles: [],
    todo: { sentences: [], lines: [], more: null },
  };
}

function balanceFigure(results: readonly RunResult[]): Figure | null {
  const rows = results.map((one) => ({
    label: one.plan.name,
    parts: words.map((word) => ({
      word,
      count: foundIn(one).claims.filter(({ verdict }) => verdict === word).length,
    })),
  }));
  const balance = claimBalance({ claims: results.flatMap((one) => foundIn(one).claims) });
  if (balance === null) return null;
  const title = say(message('page.chart.claims'));
  return {
    id: 'main',
    title,
    sentence: say(balance),
    chart: { kind: 'balance', rows },
    table: balanceTable(results),
  };
}

function balanceTable(results: readonly RunResult[]): Table {
  const row = (name: string, claims: readonly ClaimVerdict[], run: string) => [
    { text: name },
    { text: String(claims.length) },
    ...words.map((word) => {
      const n = claims.filter(({ verdict }) => verdict === word).length;
      return n === 0 ? { text: '–' } : { text: String(n) };
    }),
    { text: run },
  ];
  return {
    title: say(message('report.balance')),
    note: '',
    columns: [
      { label: columnName('experiment'), align: 'left', rank: 0 },
      { label: columnName('claims'), align: 'right', rank: 1 },
      ...words.map((word) => ({ label: wordName(word), align: 'right' as const, rank: 0 })),
      { label: columnName('run'), align: 'left', rank: 2 },
    ],
    rows: [
      ...results.map((one) => row(one.plan.name, foundIn(one).claims, one.run.id)),
      row(
        say(message('report.all')),
        results.flatMap((one) => foundIn(one).claims),
        '',
      ),
    ],
  };
}
