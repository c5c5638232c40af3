/** Which settings give the same as the current one, within which share, by the spread of all trials together. */
import { message, type Message } from '../messages/message.ts';
import { metrics } from '../model/metric.ts';
import type { GridSetting, Standing, TunedSetting } from '../model/tune.ts';
import { sameWithin } from '../stats/sameness.ts';
import type { Race } from './certificate.ts';
import { sizeAt } from './grid.ts';
import type { SearchState } from './search-state.ts';

/** Of one trial nothing is known but that it was there. */
const fewestTrials = 2;

const isWorse = (standing: Standing) => standing === 'worse' || standing === 'screened out';

/**
 * @param settings compared with the current one
 * @param race of all that were tried, in all blocks
 * @returns null where no other is known to be the same
 */
export function sameAsDefault(
  { grid, tried, left, options }: SearchState,
  settings: readonly TunedSetting[],
  race: Race | null,
): Message<'tune.same'> | null {
  const today = grid.default;
  if (!race?.has(today.id)) return null;
  const known = new Set(
    settings.flatMap(({ id, ratio, trials, failed }) =>
      ratio !== null && trials - failed >= fewestTrials ? id : [],
    ),
  );
  const compared = tried.filter(({ id }) => known.has(id) && race.has(id));
  // One that is worse with confidence may not have left yet, where the search was cut off.
  const worse = new Set(settings.flatMap(({ id, standing }) => (isWorse(standing) ? id : [])));
  const same = compared.filter(({ id }) => {
    const reason = left.get(id)?.reason ?? null;
    return !worse.has(id) && (reason === null || reason === 'not in the final comparison');
  });
  if (same.length === 0) return null;
  const differences = same.map(({ id }) => race.difference(id, today.id));
  const within = sameWithin(differences, compared.length, race.degrees, options.confidence);
  if (within === null) return null;
  const [axis, second] = grid.axes;
  const key = axis && !second ? axis.key : null;
  const named = ({ id, setting }: Pick<GridSetting, 'id' | 'setting'>) =>
    key === null ? id : String(setting[key] ?? id);
  const those = tried.filter((one) => one === today || same.includes(one));
  // What lies between two of them and was tried is one of them.
  const isRange =
    tried.indexOf(those.at(-1) as GridSetting) - tried.indexOf(those[0] as GridSetting) < those.length;
  const sizes = axis?.isNumeric && isRange ? those.map(({ place }) => sizeAt(axis, place[0] ?? 0)) : [];
  return message('tune.same', {
    key,
    range: key !== null && sizes.length > 0 ? { low: Math.min(...sizes), high: Math.max(...sizes) } : null,
    names: those.map(named),
    label: metrics[options.objective].label,
    within,
    others: settings.flatMap((one) =>
      one.ratio !== null && isWorse(one.standing) ? [{ name: named(one), ratio: one.ratio.value }] : [],
    ),
  });
}
