/** What a gain in throughput costs: the slowest requests may take longer. */
import { message, type Message } from '../messages/message.ts';
import type { RunResult } from './verdict.ts';

/** @returns null where the 99th percentile is no longer than with the baseline, or differs by less than what counts as the same */
export function lateCost(
  { comparisons, summaries }: Pick<RunResult, 'comparisons' | 'summaries'>,
  cell: string | undefined,
  baseline: string,
): Message<'find.cost.p99'> | null {
  const late = comparisons.find(
    (one) => one.metric === 'p99' && one.cell === cell && one.baseline === baseline,
  );
  const p99 = (id: string | undefined) => summaries.find((one) => one.cell === id)?.metrics.p99?.value ?? 0;
  const [from, to] = [p99(baseline), p99(cell)];
  if (!late || from === 0 || to <= from) return null;
  const isSure = late.word === 'worse';
  const isFelt = late.word === 'undecided' && late.ratio.value > 1 + late.delta;
  return isSure || isFelt ? message('find.cost.p99', { longer: to / from - 1, from, to, isSure }) : null;
}
