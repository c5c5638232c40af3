/**
 * The speed at which a setting's trials run when nothing disturbs them: from the setting's own trials, and from what the
 * others say.
 */
import { describeLoad } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import { normalDensity } from '../stats/distributions.ts';
import { mean, median, squares, total } from '../stats/mean-and-spread.ts';

/** Share of a setting's readings at which its quickest heap begins: so few must be undisturbed. A single lucky one is no heap. */
const fewQuick = 0.03;
/** Half the width of a heap of readings (ln): they scatter by 5 to 8% where the speed does not change. */
const heapWidth = 0.12;
/** Priors of the logarithm of the cores' speed: of settings that leave them alike, and of those that do not. */
const alike = { chance: 0.8, deviation: 0.02 } as const;
const mediated = { chance: 0.2, deviation: 0.3 } as const;
/** Probability beyond which it is told that a setting has a speed of its own. */
const sureOfIt = 0.95;
/** Least error of a level: what the clock and the histogram round. */
const leastError = 0.002;
/** Weight of the variance of all settings in that of one level, in degrees of freedom: half for three trials, as in every interval. */
const pooledWeight = 2;
/** Distance (ln) from the speed of the others below which a setting's own speed is not told. */
const mediation = 0.03;

/** A level of some trials, and the same without each of them in turn. */
export interface Levels {
  readonly level: number;
  readonly without: readonly number[];
}

/** The mean of the heap that the quickest readings are part of, by moving to where more of them are (mean shift). */
export function quickestHeap(ascending: readonly number[]): number {
  let centre = ascending[Math.ceil(fewQuick * ascending.length) - 1] ?? Number.NaN;
  for (let i = 0; i < 5; i++)
    centre = mean(ascending.filter((value) => Math.abs(value - centre) <= heapWidth));
  return centre;
}

export interface OwnLevel {
  readonly load: string;
  readonly level: number;
  readonly trials: number;
  /** Jackknife estimate of the variance of the level (Efron 1979); null for a single trial. */
  readonly variance: number | null;
}

export function ownLevel(trials: readonly Trial[], { level, without }: Levels): OwnLevel {
  const n = without.length;
  const variance = n > 1 ? ((n - 1) / n) * squares(without) : null;
  return { load: trials[0] ? describeLoad(trials[0].load) : '', level, trials: n, variance };
}

/** Returns the variance of the level of a single trial, over all settings; 0 where nothing was repeated. */
function pooledVariance(levels: readonly OwnLevel[]): number {
  const repeated = levels.filter(({ variance }) => variance !== null);
  const degrees = total(repeated.map(({ trials }) => trials - 1));
  return degrees === 0
    ? 0
    : total(repeated.map(({ trials, variance }) => (trials - 1) * trials * (variance ?? 0))) / degrees;
}

function errorOf({ trials, variance }: OwnLevel, pooled: number): number {
  const own = (variance ?? 0) * trials;
  return Math.sqrt((pooledWeight * pooled + (trials - 1) * own) / (pooledWeight + trials - 1) / trials);
}

/** A setting's level, drawn towards those of the other settings. */
export interface QuietLevel {
  /** ln of the speed. */
  readonly level: number;
  /** Its standard error. */
  readonly error: number;
  /** How far it lies from the common level (ln), where that is the setting's own doing; null where it is not. */
  readonly apart: number | null;
}

/**
 * The levels of the settings, those under the same load drawn together. On a machine that is rarely quiet the level of a
 * few trials is known to a tenth only, while most settings leave the cores as the others do. So each is taken to be one of
 * two kinds (a mixture of two normal priors): it leaves the cores alike (`alike`), or it has a speed of its own (`mediated`).
 * What is not known of the kind is in the error: a level that may well be the setting's own makes wide intervals.
 */
export function drawnTogether(levels: readonly OwnLevel[]): QuietLevel[] {
  const pooled = pooledVariance(levels);
  const found = levels.map((own) => ({ own, error: Math.max(leastError, errorOf(own, pooled)) }));
  return found.map((one): QuietLevel => {
    const { own, error } = one;
    const beside = found.filter((other) => other.own.load === own.load);
    const [other, ...more] = beside.filter((each) => each !== one);
    if (!other) return { level: own.level, error, apart: null };
    if (more.length > 0) {
      const common = median(beside.map((each) => each.own.level));
      const { value, deviation: left, chance } = apartOf(own.level - common, error);
      const isTold = chance > sureOfIt && Math.abs(value) > mediation;
      return { level: common + value, error: left, apart: isTold ? value : null };
    }
    // With two settings only their difference is known: half of it is each one's, and the slower one is told.
    const {
      value,
      deviation: left,
      chance,
    } = apartOf(own.level - other.own.level, Math.hypot(error, other.error));
    const isTold = chance > sureOfIt && value < -mediation;
    const centre = (own.level + other.own.level) / 2;
    return { level: centre + value / 2, error: left / Math.SQRT2, apart: isTold ? value : null };
  });
}

/** Estimates how far a setting's level lies from the others': what is to be believed of a reading with such an error. */
function apartOf(reading: number, error: number): { value: number; deviation: number; chance: number } {
  const kinds = [alike, mediated].map(({ deviation: prior, chance }) => {
    const spread = Math.hypot(prior, error);
    const share = prior ** 2 / spread ** 2;
    return {
      weight: chance * (normalDensity(reading / spread) / spread),
      value: share * reading,
      variance: share * error ** 2,
    };
  });
  const all = total(kinds.map(({ weight }) => weight));
  const value = total(kinds.map((kind) => (kind.weight / all) * kind.value));
  const variance = total(
    kinds.map((kind) => (kind.weight / all) * (kind.variance + (kind.value - value) ** 2)),
  );
  return { value, deviation: Math.sqrt(variance), chance: (kinds[1]?.weight ?? 0) / all };
}
