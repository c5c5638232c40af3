/**
 * What throughputs may lack of their true values, by failed checks that say how much: a word that is the same with it added
 * need not be withheld.
 */
import { proportionalMetrics, metrics as catalogue, type Interval, type Metric } from '../model/metric.ts';
import type { CheckResult } from '../model/check.ts';
import type { Measured, Term } from '../model/verdict.ts';
import type { Ratio } from '../model/units.ts';

/** Share that the throughput of a cell lacks; nothing for a cell that is not in it. */
export type Lack = Readonly<Record<string, Ratio>>;

/** @returns the failed checks that say how much is lacking */
export function lackingChecks(checks: readonly CheckResult[]): readonly CheckResult[] {
  return checks.filter(({ outcome, understates }) => outcome === 'fail' && understates !== undefined);
}

/** @returns the share of throughput that all of these checks together take from each cell; null if none takes anything */
export function lackOf(checks: readonly CheckResult[]): Lack | null {
  const lacks = lackingChecks(checks).map(({ understates }): Lack => understates ?? {});
  if (lacks.length === 0) return null;
  const cells = new Set(lacks.flatMap((lack) => Object.keys(lack)));
  return Object.fromEntries(
    [...cells].map((cell) => [cell, 1 - lacks.reduce((left, lack) => left * (1 - (lack[cell] ?? 0)), 1)]),
  );
}

/**
 * Returns the factor by which the true ratio of two throughputs differs from the measured one, if each gets what it lacks.
 * 1 if both lack the same share.
 */
export function corrected(lack: Lack, cell: string, baseline: string): number {
  return (1 - (lack[baseline] ?? 0)) / (1 - (lack[cell] ?? 0));
}

/** An interval that holds the ratio with and without what is lacking. */
export function widened<Of extends Interval>(ratio: Of, factor: number): Of {
  return { ...ratio, low: ratio.low * Math.min(1, factor), high: ratio.high * Math.max(1, factor) };
}

/** The factor of a ratio in this metric; null where a share of the CPUs does not tell by how much it changes. */
export function factorOf(lack: Lack, metric: Metric, cell: string, baseline: string): number | null {
  const terms = [
    { metric, cell, weight: 1 },
    { metric, cell: baseline, weight: -1 },
  ];
  return factorOfTerms(lack, terms);
}

function factorOfTerms(lack: Lack, terms: readonly Term[]): number | null {
  let sum = 0;
  for (const { metric, cell, weight } of terms) {
    const share = lack[cell] ?? 0;
    const isUntouched = share === 0 || (typeof metric !== 'string' && metric.isCount === true);
    if (isUntouched) continue;
    if (typeof metric !== 'string' || !proportionalMetrics.includes(metric)) return null;
    sum -= (catalogue[metric].better === 'higher' ? 1 : -1) * weight * Math.log(1 - share);
  }
  return Math.exp(sum);
}

/** Returns the same toolbox, with intervals that hold what is lacking too. A ratio that cannot be corrected is null. */
export function withLack(measured: Measured, lack: Lack): Measured {
  return {
    ...measured,
    contrast(terms, blocks) {
      const ratio = measured.contrast(terms, blocks);
      const factor = factorOfTerms(lack, terms);
      if (ratio === null || factor === null) return null;
      return { ...widened(ratio, factor), at: (confidence) => widened(ratio.at(confidence), factor) };
    },
  };
}
