/**
 * Servers whose best pool size is known, on a machine that is not quiet: what a search is tried on before it meets a
 * real one. `tune-families.system.ts` asserts what it finds, `bench/tune-families.ts` prints the whole table.
 */
import { recommend } from '../../src/tune/recommend.ts';
import { ask, begin, tell } from '../../src/tune/search.ts';
import { poolFactor } from '../../src/tune/grid.ts';
import { normal, seeded, type Random } from '../../src/stats/random.ts';
import type { Recommendation, TunedSetting, SearchOptions, TuneTrial } from '../../src/model/tune.ts';

/** As a sum of resistances: the smaller of two limits, with a rounded corner. */
const corner = (a: number, b: number, sharpness: number) =>
  (a ** -sharpness + b ** -sharpness) ** (-1 / sharpness);
const loss = (rate: number, beyond: number) => 1 + rate * Math.max(0, beyond);

/** Requests per second at k pool threads; 12 logical CPUs on 6 cores, 64 clients. */
export const families: Readonly<Record<string, (k: number) => number>> = {
  // The CPUs are the limit, and switching between threads costs a little.
  cpu(k) {
    const n = Math.min(k, 64);
    const speed = n <= 6 ? n : Math.min(6 + 0.19 * (n - 6), 7.13);
    return speed / 0.5 / loss(0.0002, n - 12);
  },
  // Jobs that wait: as many threads as there are clients.
  delay: (k) => corner(k / 0.02, (64 / 0.02) * 0.9, 6),
  // A database with 20 connections, which declines slowly when more ask.
  database: (k) => corner(k / 0.02, 20 / 0.02, 12) * (1 - 0.02 * Math.log2(Math.max(1, k / 20))),
  // A peak: waiting wants threads, contention punishes them.
  mixed: (k) => corner(k / 0.05, 7.13 / 0.012, 8) / loss(0.0006, k - 24),
  // The event loop is the limit: the pool does not matter.
  flat: (k) => 1000 / (1 + 0.000_01 * k),
  // The slow-I/O queue gets half of the threads.
  dns: (k) => corner(Math.floor((k + 1) / 2) / 0.02, (64 / 0.02) * 0.9, 6),
  // A shelf, then a step.
  shelf: (k) => (k < 48 ? 400 : 900 / (1 + 0.0002 * (k - 48))),
  // A narrow peak, 6.5% above everything else.
  bump: (k) => 1000 * (1 + 0.065 * Math.exp(-(Math.log2(k / 32) ** 2) / (2 * 0.5 ** 2))),
};

export const sizes = [1, 2, 4, 8, 12, 16, 32, 64, 128, 256, 512, 1024] as const;

export function optionsOf(options: Partial<SearchOptions> = {}): SearchOptions {
  return {
    factors: [poolFactor(12)],
    default: { pool: 4 },
    objective: 'throughput',
    within: 0.05,
    confidence: 0.95,
    mode: 'fast',
    constraints: [],
    seed: 1,
    ...options,
  };
}

/** What one trial of a setting gives: its truth; noise is put on every figure but `errors`. */
export type Server = (setting: string) => Omit<TuneTrial, 'setting' | 'block'>;

export const sizeOf = (setting: string) => Number(/pool=(\d+)/.exec(setting)?.[1]);
export const processesOf = (setting: string) => Number(/processes=(\d+)/.exec(setting)?.[1]);

export function throughputOf(rate: (k: number) => number): Server {
  return (setting) => ({ ok: true, figures: { throughput: rate(sizeOf(setting)) } });
}

/** Of a family: its truth, and a server that has it. */
export const rateOf = (family: string) => families[family] ?? (() => Number.NaN);
export const serverOf = (family: string) => throughputOf(rateOf(family));

/** Trial noise, a machine whose speed wanders from trial to trial (AR 0.9, step 2%), and 3% of trials with a hiccup of about 15%. */
function blockEffects(random: Random, noise: number): () => number {
  let drift = 0;
  return () => {
    drift = 0.9 * drift + 0.02 * normal(random);
    const hiccup = random() < 0.03 ? Math.abs(0.15 + 0.05 * normal(random)) : 0;
    return drift + noise * normal(random) - hiccup;
  };
}

/** Rates and times move against each other when the machine is slow. */
const rates: ReadonlySet<string> = new Set(['throughput']);

export interface Tuned {
  readonly recommendation: Recommendation;
  readonly history: readonly TuneTrial[];
}

/**
 * The whole search, step by step, as a controller would do it.
 * @param budget trials in all: it is cut off before the first block that would be too much
 */
export function tune(
  server: Server,
  options: SearchOptions,
  noise: number,
  seed: number,
  budget = Infinity,
): Tuned {
  const random = seeded(seed);
  const next = blockEffects(random, noise);
  const history: TuneTrial[] = [];
  for (let state = begin(options); ; state = tell(state, history.slice(state.history.trials.length))) {
    let spent = history.length;
    const blocks = (ask(state)?.blocks ?? []).filter(({ cells }) => (spent += cells.length) <= budget);
    if (blocks.length === 0) return { recommendation: recommend(state, 'budget'), history };
    for (const { block, cells } of blocks) {
      for (const setting of cells) {
        const { figures, ...rest } = server(setting);
        const shift = noise === 0 ? 0 : next();
        const noisy = Object.entries(figures).map(([key, value]): [string, number] => [
          key,
          key === 'errors' ? value : value * Math.exp(rates.has(key) ? shift : -shift),
        ]);
        history.push({ setting, block, ...rest, figures: Object.fromEntries(noisy) });
      }
    }
  }
}

export interface Score {
  /** Share of searches whose answer is within 5% of the best of all sizes 1 … 1024. */
  readonly right: number;
  readonly trials: number;
  /** Share of searches that end with a certificate, and of those the share that is false: more than 5% below the best of those that it speaks of. */
  readonly certified: number;
  readonly falseCertificates: number;
  /** Share of searches that call any setting worse or better than the recommended one that is not. */
  readonly falseWords: number;
  readonly keepsDefault: number;
}

/** `runs` searches on one family. */
export function scoreOf(
  family: string,
  options: Partial<SearchOptions>,
  noise: number,
  runs: number,
  first = 0,
): Score {
  const rate = families[family];
  if (!rate) throw new Error(`no family ${family}`);
  const best = Math.max(...Array.from({ length: 1024 }, (_, i) => rate(i + 1)));
  const seeds = Array.from(
    { length: runs },
    (_, run) => 1000 * (first + run) + Object.keys(families).indexOf(family),
  );
  return scoreOver(seeds, (seed) => ({ rate, best, options: { ...options, seed } }), noise);
}

/** What a search promises, put to its hardest test: one of so many sizes is the best, and nothing tells which but the figures. */
export function hardest(
  mode: SearchOptions['mode'],
  count: number,
  below: number,
  noise: number,
  runs: number,
): Score {
  const levels = sizes.slice(0, count);
  const seeds = Array.from({ length: runs }, (_, run) => run);
  const caseOf = (seed: number) => {
    const best = levels[seed % count];
    const rate = (k: number) => (k === best ? 1000 : 1000 * (1 - below));
    return { rate, best: 1000, options: { mode, seed, factors: [{ key: 'pool', levels }] } };
  };
  return scoreOver(seeds, caseOf, noise);
}

interface Case {
  readonly rate: (k: number) => number;
  readonly best: number;
  readonly options: Partial<SearchOptions>;
}

function scoreOver(seeds: readonly number[], caseOf: (seed: number) => Case, noise: number): Score {
  let [right, trials, certified, wrong, kept, misnamed] = [0, 0, 0, 0, 0, 0];
  for (const seed of seeds) {
    const { rate, best, options } = caseOf(seed);
    const { recommendation, history } = tune(throughputOf(rate), optionsOf(options), noise, 7 * seed + 3);
    const { id, among, settings, verdict, keepsDefault } = recommendation;
    const reached = id === null ? 0 : rate(sizeOf(id));
    const spokenOf = Math.max(...among.map((one) => rate(sizeOf(one))));
    trials += history.length;
    if (reached >= 0.95 * best) right++;
    if (keepsDefault) kept++;
    const isFalse = ({ id: own, standing }: TunedSetting) =>
      standing === 'better'
        ? rate(sizeOf(own)) <= reached
        : (standing === 'worse' || standing === 'screened out') && rate(sizeOf(own)) >= reached;
    if (settings.some(isFalse)) misnamed++;
    if (verdict !== 'certified') continue;
    certified++;
    if (reached < 0.95 * spokenOf) wrong++;
  }
  const { length } = seeds;
  return {
    right: right / length,
    trials: trials / length,
    certified: certified / length,
    falseCertificates: certified > 0 ? wrong / certified : 0,
    falseWords: misnamed / length,
    keepsDefault: kept / length,
  };
}
