/** Several experiments as one report: the balance of all claims first, then each experiment. */
import type { ProblemData } from '../../model/problem.ts';
import type { ClaimWord, RunResult } from '../../model/verdict.ts';
import { claimPhrases, claimBalance } from './headline.ts';
import type { Grid } from './grid.ts';
import { counted, date, duration } from '../../format/number.ts';
import { outline, type Outline } from './outline.ts';

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
  readonly warnings: readonly string[];
  /** One row for each experiment: how many claims have which word. */
  readonly table: Grid;
  readonly reports: readonly { readonly name: string; readonly report: Outline }[];
}

export function collectionOutline({ results, failed, left }: Collection): CollectionOutline {
  const balance = claimBalance({ claims: results.flatMap(({ claims }) => claims) });
  const spent = results.flatMap(({ trials }) => trials).reduce((sum, trial) => sum + trial.duration, 0);
  const first = results[0];
  return {
    title: `Lab: ${counted(results.length, 'experiment')}`,
    verdict: balance === null ? 'Nothing was measured.' : `${balance[0]?.toUpperCase()}${balance.slice(1)}.`,
    byline: [
      ...(first ? [date(first.run.createdAt), first.plan.scale] : []),
      `${duration(spent)} of measuring`,
    ].join(' · '),
    warnings: [
      ...failed.map(
        ({ name, problem: { code, what, todo } }) => `${name} could not be run (${code}): ${what} ${todo}`,
      ),
      ...results
        .filter(({ run }) => run.status !== 'finished')
        .map(({ plan, run }) => `${plan.name} was cut off; go on with: chokepoint lab --resume ${run.id}`),
      ...(left.length > 0
        ? [
            `Not begun: ${left.join(', ')}; run: chokepoint lab ${left.join(' ')} --${first?.plan.scale ?? 'quick'}`,
          ]
        : []),
    ],
    table: balanceTable(results),
    reports: results.map((result) => ({ name: result.plan.name, report: outline(result) })),
  };
}

function balanceTable(results: readonly RunResult[]): Grid {
  const words = Object.keys(claimPhrases) as ClaimWord[];
  const row = (name: string, claims: RunResult['claims'], run: string) => [
    { text: name },
    { text: String(claims.length) },
    ...words.map((word) => {
      const n = claims.filter(({ verdict }) => verdict === word).length;
      return n === 0 ? { text: '–' } : { text: String(n) };
    }),
    { text: run },
  ];
  return {
    title: 'Claims and verdicts',
    note: '',
    columns: [
      { label: 'experiment', align: 'left', rank: 0 },
      { label: 'claims', align: 'right', rank: 1 },
      ...words.map((word) => ({ label: word, align: 'right' as const, rank: 0 })),
      { label: 'run', align: 'left', rank: 2 },
    ],
    rows: [
      ...results.map(({ plan, claims, run }) => row(plan.name, claims, run.id)),
      row(
        'all',
        results.flatMap(({ claims }) => claims),
        '',
      ),
    ],
  };
}
