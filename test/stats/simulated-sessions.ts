/**
 * Whole sessions whose truth is known: trials block by block, a look where one is due, settled settings left out of what
 * follows. `sessions.system.ts` asserts how often they find what is not there and what is, `bench/coverage.ts` prints it.
 */
import { normal, seeded, shuffled, type Random } from '../../src/stats/random.ts';
import {
  lookAt,
  looks,
  unsettled,
  type SequentialRatio,
  type Findings,
  type StoppingRule,
} from '../../src/stats/sequential.ts';
import { lastLevel } from '../../src/stats/spending.ts';

/** What the machine does to the trials; nothing of it has to do with the settings. */
export interface Disturbances {
  /** Share of trials that a hiccup hits, each by 5 to 30%. */
  readonly hiccups?: number;
  /** AR(1) from one trial to the next, correlated by 0.9: its standard deviation. */
  readonly drift?: number;
  /** By so much everything becomes steadily slower over the first `over` blocks: a machine that warms up. */
  readonly thermal?: { readonly loss: number; readonly over: number };
  /** Share of trials that failed. */
  readonly failed?: number;
  /** How much noisier the last setting is than the others. */
  readonly lastSetting?: number;
}

export interface SessionOptions {
  /** True ratios of the settings to the baseline, one for each: `[1]` is one setting that does not differ. */
  readonly ratios: readonly number[];
  /** Standard deviation of a trial's logarithm; 0.03 unless told. */
  readonly cv?: number;
  readonly disturbances?: Disturbances;
  readonly rule?: StoppingRule;
  readonly runs?: number;
  readonly seed?: number;
}

export interface Session {
  readonly findings: Findings;
  /** Blocks when it stopped. */
  readonly blocks: number;
}

/** No interval is inside ±0: a session that stops only for differences, and so has most occasions to find a false one. */
export const neverEquivalent: StoppingRule = { delta: 0 };

export function sessions(options: SessionOptions): Session[] {
  const random = seeded(options.seed ?? 20_260_418);
  return Array.from({ length: options.runs ?? 2000 }, () => session(random, options));
}

function session(random: Random, options: SessionOptions): Session {
  const { ratios, rule = { delta: 0.05 } } = options;
  const trial = trials(random, options);
  const table: (number | null)[][] = [];
  let findings: Findings = [null, ...ratios.map(() => null)];
  let before: readonly number[] = [];
  for (const look of looks) {
    while (table.length < look) {
      const columns = [0, ...unsettled(findings)];
      // As `steps` of run/experiment.ts: two settings in mirrored pairs of blocks, more in random order.
      const isMirrored = columns.length === 2 && before.length === 2 && table.length % 2 === 1;
      before = isMirrored ? before.toReversed() : shuffled(columns, random);
      const row: (number | null)[] = findings.map(() => null);
      for (const column of before) row[column] = trial(column, table.length);
      table.push(row);
    }
    const isLast = look === looks.at(-1);
    const level = isLast ? lastLevel(looks.slice(0, -1), look) : undefined;
    findings = lookAt({ y: table, covariate: null }, findings, rule, level);
    if (unsettled(findings).length === 0) break;
  }
  return { findings, blocks: table.length };
}

/** The logarithm of the next trial of a column. */
function trials(
  random: Random,
  { ratios, cv = 0.03, disturbances = {} }: SessionOptions,
): (column: number, block: number) => number | null {
  const { hiccups = 0, drift: driftDeviation = 0, thermal, failed = 0, lastSetting = 1 } = disturbances;
  const memory = 0.9;
  let drift = normal(random);
  let heat = 0;
  return (column, block) => {
    drift = memory * drift + Math.sqrt(1 - memory ** 2) * normal(random);
    if (thermal && block < thermal.over)
      heat += Math.log1p(-thermal.loss) / (thermal.over * (ratios.length + 1));
    const hiccup = random() < hiccups ? 0.05 + 0.25 * random() : 0;
    const effect = column === 0 ? 0 : Math.log(ratios[column - 1] ?? Number.NaN);
    const own = cv * (column === ratios.length ? lastSetting : 1);
    const value = effect + own * normal(random) + driftDeviation * drift + heat - hiccup;
    return random() < failed ? null : value;
  };
}

/** Share of sessions that call any of the equal settings (ratio 1) different. */
export function falseAlarms(options: SessionOptions): number {
  return share(options, ({ findings }) =>
    options.ratios.some((ratio, i) => ratio === 1 && isDifferent(findings[i + 1])),
  );
}

/** Share of sessions in which the interval of every setting holds its true ratio, wherever the session stopped. */
export function heldTogether(options: SessionOptions): number {
  return share(options, ({ findings }) =>
    options.ratios.every((ratio, i) => {
      const finding = findings[i + 1];
      return !finding || (finding.low <= Math.log(ratio) && Math.log(ratio) <= finding.high);
    }),
  );
}

export interface Power {
  /** Share of sessions that tell the first setting's difference in the right direction. */
  readonly found: number;
  /** The same by the fourth look (13 blocks). */
  readonly foundBy13: number;
  /** Mean number of blocks until the session stops. */
  readonly blocks: number;
}

export function power(options: SessionOptions): Power {
  const [ratio = 1] = options.ratios;
  const right = ratio > 1 ? 'above' : 'below';
  const all = sessions(options);
  const count = (isSo: (one: Session) => boolean) => all.filter(isSo).length / all.length;
  return {
    found: count(({ findings }) => findings[1]?.standing === right),
    foundBy13: count(({ findings }) => findings[1]?.standing === right && findings[1].look <= 13),
    blocks: all.reduce((sum, { blocks }) => sum + blocks, 0) / all.length,
  };
}

/** Share of sessions that call the first setting equivalent. */
export function calledEquivalent(options: SessionOptions): number {
  return share(options, ({ findings }) => findings[1]?.standing === 'equivalent');
}

function share(options: SessionOptions, isSo: (one: Session) => boolean): number {
  const all = sessions(options);
  return all.filter(isSo).length / all.length;
}

function isDifferent(finding: SequentialRatio | null | undefined): boolean {
  return finding?.standing === 'above' || finding?.standing === 'below';
}
