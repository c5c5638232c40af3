/** Several experiments as one page: the balance of all claims first, then each experiment. */
import { date } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import { foundIn, type ClaimVerdict, type RunResult } from '../../model/verdict.ts';
import { claimBalance } from '../outline/headline.ts';
import { claimWords, columnName, countOf, wordName } from '../outline/names.ts';
import { shownRun } from '../outline/shown-run.ts';
import { claimTiles } from '../outline/tiles.ts';
import { aligned, emptyPage, said, type Bars, type Page, type Section, type Words } from '../page.ts';
import { nextStep } from '../next-step.ts';
import { claimBadge } from './compared.ts';
import { pageOf } from './page-of.ts';
import { nothingMeasured } from './run-parts.ts';

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
  return {
    ...emptyPage,
    head: {
      verb: 'lab',
      title: message('report.experiments', { experiments: results.length }),
      about: [],
      figures: [],
      facts: [
        ...(first ? [date(first.run.createdAt), first.plan.scale] : []),
        message('report.measuring', { time: spent }),
      ],
    },
    verdict: balance ? { ...claimBadge(claims), sentence: balance } : nothingMeasured,
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

/** How many claims of each experiment have each verdict. */
function balanceBars(results: readonly RunResult[]): Bars {
  const rows = results.map((result) => ({ label: result.plan.name, claims: foundIn(result).claims }));
  const shown = claimWords.filter((word) => rows.some(({ claims }) => countOf(claims, word) > 0));
  return {
    label: columnName('experiment'),
    unit: columnName('claims'),
    columns: aligned('right', shown.map(wordName)),
    rows: rows.map(({ label, claims }) => ({
      label,
      value: claims.length,
      text: String(claims.length),
      cells: shown.map((word) => ({ text: String(countOf(claims, word)) })),
    })),
  };
}
