/** How long a search will still take: it is played on from where it stands, on servers that may be like this one. */
import type { GridSetting, TuneOptions, TuneTrial } from '../model/tune.ts';
import { metrics } from '../model/metric.ts';
import { normal, seeded, type Random } from '../stats/random.ts';
import { standing } from './tune.ts';
import { mean } from '../stats/interval.ts';
import { gapOf, scoresOf } from './asking.ts';
import { scored } from './ledger.ts';

export interface Ahead {
  /** Trials that are still to come in the middle nine of ten futures, and in the middle one. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Each takes some milliseconds, between two trials. */
const futures = 24;
const tails = 0.05;
/** More than any search asks for: a way on that does not end is a defect of the guess, not of the search. */
const mostTrials = 2000;

/** Null before anything is known of the noise. @param history trials so far, whole blocks */
export function ahead(history: readonly TuneTrial[], options: TuneOptions): Ahead | null {
  const { progress, ledger } = standing(history, options);
  const blocks = [...progress.screening, ...progress.fresh];
  const scores = scoresOf(progress, ledger, progress.tried, blocks);
  const { deviation } = scores;
  if (deviation === undefined || scores.size < 2) return null;
  const known = progress.tried.flatMap((one): Known[] => {
    const score = scores.get(one.id);
    const count = history.filter(({ setting, ok }) => ok && setting === one.id).length;
    return score === undefined ? [] : [{ ...one, score, doubt: deviation / Math.sqrt(Math.max(1, count)) }];
  });
  const likely = shrunk(known, gapOf(progress, scores));
  const freedom = Math.max(1, history.filter(({ ok }) => ok).length - known.length - blocks.length + 1);
  const nearest = progress.grid.settings.map(
    (one) =>
      [
        one.id,
        likely.reduce((best, next) => (distance(next, one) < distance(best, one) ? next : best)),
      ] as const,
  );
  const lengths = Array.from({ length: futures }, (_, i) => {
    const random = seeded(options.seed + i);
    const truths = new Map(
      nearest.map(([id, near]) => [id, { near: near.id, score: near.score + near.doubt * normal(random) }]),
    );
    // So far as it is known: log of a standard deviation with so many degrees of freedom.
    const noise = deviation * Math.exp(normal(random) / Math.sqrt(2 * freedom));
    return playedOn(history, options, truths, noise, random) - history.length;
  }).toSorted((a, b) => a - b);
  const at = (share: number) => lengths[Math.round(share * (futures - 1))] ?? 0;
  return { low: at(tails), middle: at(0.5), high: at(1 - tails) };
}

interface Known extends GridSetting {
  readonly score: number;
  /** Its standard error. */
  readonly doubt: number;
}

/**
 * Of many noisy scores the best are flattered and the worst are wronged: those near the top lie closer together than they look, by
 * as much as their scatter is noise. What is far behind is far behind.
 */
function shrunk(known: readonly Known[], gap: number): Known[] {
  const top = Math.max(...known.map(({ score }) => score));
  const near = known.filter(({ score }) => score >= top - gap);
  const centre = mean(near.map(({ score }) => score));
  const seen =
    mean(near.map(({ score }) => (score - centre) ** 2)) * (near.length / Math.max(1, near.length - 1));
  const noise = mean(near.map(({ doubt }) => doubt ** 2));
  const real = Math.max(0, seen - noise);
  return known.map((one) => {
    if (!near.includes(one)) return one;
    const trust = real / (real + one.doubt ** 2 || 1);
    return { ...one, score: centre + trust * (one.score - centre), doubt: one.doubt * Math.sqrt(trust) };
  });
}

const distance = (a: GridSetting, b: GridSetting) =>
  a.place.reduce((sum, level, axis) => sum + Math.abs(level - (b.place[axis] ?? 0)), 0);

/** How many trials it has at its end. */
function playedOn(
  history: readonly TuneTrial[],
  options: TuneOptions,
  truths: ReadonlyMap<string, { readonly near: string; readonly score: number }>,
  deviation: number,
  random: Random,
): number {
  const { objective } = options;
  const sign = metrics[objective].better === 'higher' ? 1 : -1;
  const trials = [...history];
  const level = levelOf(history, options, truths);
  for (;;) {
    // Not what would be recommended then, which takes longer to say than to find out when.
    const { ask } = standing(trials, options);
    if (!ask || trials.length > mostTrials) return trials.length;
    for (const { block, cells } of ask.blocks) {
      for (const setting of cells) {
        const { near, score } = truths.get(setting) ?? { near: setting, score: 0 };
        const noise = deviation * normal(random);
        // What the objective does not say, constraints above all, is as it was in one of its trials.
        const own = history.filter((trial) => trial.ok && trial.setting === near);
        const like = own[Math.floor(random() * own.length)];
        const value = Math.exp(sign * (level + score + noise));
        trials.push({ setting, block, ok: true, figures: { ...like?.figures, [objective]: value } });
      }
    }
  }
}

/** Where the scores, which are differences, lie. */
function levelOf(
  history: readonly TuneTrial[],
  { objective }: TuneOptions,
  truths: ReadonlyMap<string, { readonly score: number }>,
): number {
  const levels = history.flatMap(({ ok, setting, figures: { [objective]: value } }) =>
    ok && value !== undefined && value > 0
      ? scored(objective, value) - (truths.get(setting)?.score ?? 0)
      : [],
  );
  return mean(levels);
}
