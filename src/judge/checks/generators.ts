/** Whether several generators were one load, and near enough to the server to see it and not the network. */
import { message } from '../../messages/message.ts';
import type { GeneratorShare } from '../../model/sample.ts';
import { mean } from '../../stats/mean-and-spread.ts';
import { byCell, check, eachCell, figure, type CheckFinding, type Known } from './check.ts';
import { thresholds } from './thresholds.ts';

const { G2 } = thresholds;

type GeneratorRow = Known<'generator'>;

export const together = check({
  id: 'G2',
  effect: 'undecided',
  needs: ['generator'],
  judge(rows) {
    const apart = eachCell(rows, leastOverlap);
    if (apart?.outcome === 'fail') return apart;
    const far = eachCell(rows, longestPath);
    if (far?.outcome !== 'fail') return far ?? apart;
    return {
      ...far,
      understates: byCell(rows, added),
      sentence: message('check.G2.remedy', { sentence: far.sentence }),
    };
  },
});

function leastOverlap({ generator: { each = [] } }: GeneratorRow): CheckFinding | null {
  const [worst] = each.toSorted((a, b) => a.overlap - b.overlap);
  if (!worst) return null;
  const { name, overlap, skew } = worst;
  return {
    badness: G2.overlap / overlap,
    says: message('check.G2.overlap', { name, overlap, skew }),
    evidence: [figure('common window', 'share', overlap)],
  };
}

const pathOf = ({ path }: GeneratorShare) => path ?? 0;

/** Judges the longest path to the server: a response holds one round trip of the network, and so does a TCP connect. */
function longestPath({ generator: { each = [] }, median }: GeneratorRow): CheckFinding | null {
  const [worst] = each.toSorted((a, b) => pathOf(b) - pathOf(a));
  if (!worst || median === null) return null;
  const path = pathOf(worst);
  return {
    badness: path / median / G2.path,
    says: message('check.G2.path', { name: worst.name, path, median }),
    evidence: [figure('network', 'ms', path)],
  };
}

/**
 * Returns the share of a cell's mean response time that the network adds. It is a pause of each client: without it a closed load
 * would have at most so much more throughput, and a ratio of two settings would lie further from 1, never nearer.
 */
const added = (own: readonly GeneratorRow[]) => mean(own.map(shareOfNetwork));

function shareOfNetwork({ generator: { each = [] }, mean: response }: GeneratorRow): number {
  const sent = each.reduce((sum, one) => sum + one.sent, 0);
  if (sent === 0 || response === null || response === 0) return 0;
  const path = each.reduce((sum, one) => sum + pathOf(one) * one.sent, 0) / sent;
  return Math.min(0.99, path / response);
}
