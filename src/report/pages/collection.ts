/** Several experiments as one page: the balance of all claims first, then each experiment. */
import { date, duration } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import { foundIn, type ClaimVerdict, type ClaimWord, type RunResult } from '../../model/verdict.ts';
import { claimBalance } from '../outline/headline.ts';
import { claimWords, columnName, wordName } from '../outline/names.ts';
import { shownRun } from '../outline/shown-run.ts';
import { claimTiles } from '../outline/tiles.ts';
import { emptyPage, said, type Bars, type Page, type Section, type Words } from '../page.ts';
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
  const [first] = results;
  // The next step is that of the first experiment with an open claim.
  const isOpen = ({ undecided }: ClaimVerdict) => undecided?.kind === 'noise';
  const asking = results.find((one) => foundIn(one).claims.some(isOpen)) ?? first;
  const claims = results.flatMap((one) => foundIn(one).claims);
  const balance = claimBalance(claims);
  const decided = claims.filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'not run').length;
  return {
    ...emptyPage,
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
    verdict: balance
      ? {
          badge: message('page.badge.claims', { decided, of: claims.length }),
          tone: decided === claims.length ? 'good' : 'unsure',
          sentence: balance,
          certainty: [],
        }
      : {
          badge: message('word.not-measured'),
          tone: 'bad',
          sentence: message('headline.nothing-measured'),
          certainty: [],
        },
    tiles: claimTiles(claims),
    bars: [balanceBars(results)],
    warnings: warningsOf(collection),
    next: asking ? nextStep(shownRun(asking)) : null,
    details: results.map((result): Section => {
      const page = pageOf(result);
      return {
        id: result.plan.name,
        title: result.plan.name,
        hint: said(page.verdict.sentence),
        blocks: [{ kind: 'page', name: result.plan.name, page }],
      };
    }),
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

/** How many of its claims have each verdict. */
function balanceOf(result: RunResult) {
  const { claims } = foundIn(result);
  const count = (word: ClaimWord) => claims.filter(({ verdict }) => verdict === word).length;
  const parts = claimWords.map((word) => ({ word, count: count(word) }));
  return { label: result.plan.name, all: claims.length, parts };
}

function balanceBars(results: readonly RunResult[]): Bars {
  const rows = results.map(balanceOf);
  const shown = claimWords.filter((_, i) => rows.some(({ parts }) => parts[i]?.count));
  return {
    label: columnName('experiment'),
    unit: columnName('claims'),
    columns: shown.map((word) => ({ label: wordName(word), align: 'right' })),
    legend: [],
    notes: [],
    rows: rows.map(({ label, all, parts }) => ({
      label,
      value: all,
      text: String(all),
      cells: parts.flatMap(({ word, count }) => (shown.includes(word) ? { text: String(count) } : [])),
    })),
  };
}
