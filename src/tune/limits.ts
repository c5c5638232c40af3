/** Reports the limits of the settings of a search, as seen from outside the server, and the cost of a request. */
import { fitsOf } from '../judge/fits.ts';
import { limitingResource } from '../judge/limiting-resource.ts';
import { withSpeed } from '../judge/machine-speed.ts';
import { message, type Message } from '../messages/message.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import { mean } from '../stats/mean-and-spread.ts';

/** The least change in the CPU time of a request that is reported. */
const tellingCpu = 0.1;
/** Confidence of a change in cost: 1 − the level of one look (stats/spending.ts), as the search may have ended at any look. */
const costConfidence = 0.988;

/**
 * @param cells the current setting, then the recommended one
 * @returns a message for each of them, and one about the cost of a request where that differs; none where nothing could be read
 */
export function limitsOf(
  trials: readonly Trial[],
  host: HostConditions,
  cells: readonly string[],
): Message[] {
  const limits = cells.flatMap((cell) => {
    const own = trials.filter((trial) => trial.cell === cell && trial.problem === null);
    const known = own.filter(({ sample }) => sample?.usage !== undefined);
    return known.length === 0 ? [] : [limitOf(cell, known, host)];
  });
  const [current, other] = cells;
  return current === undefined || other === undefined
    ? limits
    : [...limits, ...costOf(trials, current, other)];
}

function limitOf(cell: string, trials: readonly Trial[], host: HostConditions): Message {
  const windows = trials.flatMap(({ sample, host: { foreign } }) =>
    sample?.usage ? [{ usage: sample.usage, outcome: sample.outcome, foreign }] : [],
  );
  const { limit, shares } = limitingResource(windows, host);
  return message('tune.limit', { id: cell, limit, ...shares });
}

/** The cost of a request in both: with fewer threads it may need less CPU, and that alone may be the gain. */
function costOf(trials: readonly Trial[], current: string, id: string): Message[] {
  const metric = 'cpuPerRequest';
  const { measurements } = withSpeed(trials);
  const cells = [...new Set(measurements.map(({ cell }) => cell))];
  const change = fitsOf(measurements, [cells])
    .ratio([
      { metric, cell: id, weight: 1 },
      { metric, cell: current, weight: -1 },
    ])
    ?.at(costConfidence);
  const costs = measurements.flatMap((one) => (one.cell === current ? (one.metrics[metric] ?? []) : []));
  if (!change || costs.length === 0) return [];
  const isApart = change.high < 1 || change.low > 1;
  if (!isApart || Math.abs(change.value - 1) < tellingCpu) return [];
  const from = Math.exp(mean(costs.map(Math.log)));
  return [message('tune.cost', { id, from, to: from * change.value })];
}
