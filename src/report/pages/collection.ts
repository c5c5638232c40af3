/** Several experiments as one page: the balance of all claims first, then each experiment. */
import { date, duration } from '../../format/number.ts';
import { message, say } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import { foundIn, type ClaimWord, type Found, type RunResult } from '../../model/verdict.ts';
import { claimBalance } from '../outline/headline.ts';
import { columnName, wordName } from '../outline/names.ts';
import { shownRun } from '../outline/shown-run.ts';
import {
  type Figure,
  type Table,
  said,
  type Bars,
  type Page,
  type Section,
  type Verdict,
  type Words,
} from '../page.ts';
import { nextStep } from '../next-step.ts';
import { pageOf } from './page-of.ts';

export interface Collection {
  readonly results: readonly RunResult[];
  /** Experiments that could not be run at all, and why. */
  readonly failed: readonly { readonly name: string; readonly problem: ProblemData }[];
  /** Experiments that were asked for and not begun, since the run was interrupted. */
  readonly left: readonly string[];
}

export function collectionPage(collection: Collection): Page {
  const { results } = collection;
  const spent = results.flatMap(({ trials }) => trials).reduce((sum, trial) => sum + trial.duration, 0);
  const first = results[0];
  const table = balanceTable(results);
  // What the first with an open claim asks for.
  const shown = results.map(shownRun);
  const open =
    shown.find((one) => one.claims.some(({ undecided }) => undecided?.kind === 'noise')) ?? shown[0];
  return {
    head: {
      verb: 'lab',
      title: message('report.experiments', { experiments: results.length }),
      about: [],
      figures: [],
      facts: [
        ...(first ? [date(first.run.createdAt), first.plan.scale] : []),
        message('report.measuring', { time: duration(spent) }),
      ],
    },
    verdict: verdictOf(results),
    tiles: [],
    figure: balanceFigure(results),
    bars: balanceBars(results),
    list: null,
    why: [],
    apply: [],
    also: [],
    warnings: warningsOf(collection),
    open: [],
    quality: [],
    next: open ? nextStep(open) : null,
    report: null,
    details: [
      { id: 'balance', title: table.title, blocks: [{ kind: 'table', table, isNamed: true }] },
      ...results.map((result): Section => {
        const page = pageOf(result);
        return {
          id: result.plan.name,
          title: result.plan.name,
          hint: said(page.verdict.sentence),
          blocks: [{ kind: 'page', name: result.plan.name, page }],
        };
      }),
    ],
    footer: message('report.footer-all', { version: first?.host.chokepoint ?? '' }),
  };
}

function warningsOf({ results, failed, left }: Collection): Words[] {
  return [
    ...failed.map(({ name, problem }) => {
      const { what, todo } = sayProblem(problem);
      return message('report.not-run', { name, code: problem.code, what, todo });
    }),
    ...results
      .filter(({ run }) => run.status !== 'finished')
      .map(({ plan, run }) =>
        message('report.cut-off', { name: plan.name, command: `${program()} lab --resume ${run.id}` }),
      ),
    ...(left.length > 0
      ? [
          message('report.not-begun', {
            names: left.join(', '),
            command: `${program()} lab ${left.join(' ')} --${results[0]?.plan.scale ?? 'quick'}`,
          }),
        ]
      : []),
  ];
}

const words: readonly ClaimWord[] = ['holds', 'refuted', 'misread', 'undecided', 'not run'];

/** The claims of all as if they were of one. */
function verdictOf(results: readonly RunResult[]): Verdict {
  const claims = results.flatMap((one) => foundIn(one).claims);
  const balance = claimBalance({ claims });
  if (balance === null)
    return {
      badge: message('word.not-measured'),
      tone: 'bad',
      sentence: message('headline.nothing-measured'),
      certainty: [],
    };
  const decided = claims.filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'not run').length;
  return {
    badge: message('page.badge.claims', { decided, of: claims.length }),
    tone: decided === claims.length ? 'good' : 'unsure',
    sentence: balance,
    certainty: [],
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
  const title = say(message('word.Claims-by-verdict'));
  return {
    id: 'main',
    title,
    sentence: say(balance),
    chart: { kind: 'balance', rows },
    table: balanceTable(results),
  };
}

function balanceBars(results: readonly RunResult[]): Bars[] {
  const shown = words.filter((word) =>
    results.some((result) => foundIn(result).claims.some((one) => one.verdict === word)),
  );
  return [
    {
      label: columnName('experiment'),
      unit: columnName('claims'),
      columns: shown.map((word) => ({ label: wordName(word), align: 'right' })),
      legend: [],
      notes: [],
      rows: results
        .map((one) => ({ name: one.plan.name, ...foundIn(one) }))
        .map(({ name, claims }) => ({
          label: name,
          value: claims.length,
          text: String(claims.length),
          cells: shown.map((word) => ({
            text: String(claims.filter(({ verdict }) => verdict === word).length),
          })),
        })),
    },
  ];
}

function balanceTable(results: readonly RunResult[]): Table {
  const row = (name: string, claims: Found['claims'], run: string) => [
    { text: name },
    { text: String(claims.length) },
    ...words.map((word) => {
      const n = claims.filter(({ verdict }) => verdict === word).length;
      return n === 0 ? { text: '–' } : { text: String(n) };
    }),
    { text: run },
  ];
  return {
    title: say(message('word.Claims-and-verdicts')),
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
        say(message('word.all')),
        results.flatMap((one) => foundIn(one).claims),
        '',
      ),
    ],
  };
}
