/**
 * Trials on the machine that shared hosts turn out to be (docs/method.md): each CPU runs at about half of its speed now
 * and then, for about a second, while a neighbour is busy. A trial's window sees the mean of its CPUs; the window's probe
 * sees nearly the same.
 */
import { normal, shuffled, type Random } from '../../src/stats/random.ts';
import type { Covariate } from '../../src/stats/ratio.ts';
import type { BlockTable } from '../../src/stats/design.ts';

/**
 * As fitted to 63 trials of a quick lab: speed beside a neighbour, the share of time that has one, and how long a state lasts
 * in seconds.
 */
const machine = { slow: 0.53, share: 0.3, memory: 1.25, cpus: 2 };
/** Seconds of a trial's window, and from one to the next. */
const [window, between] = [0.8, 0.64] as const;
/** Standard deviation of what each fresh process has of its own. */
const own = 0.02;

export interface Trials {
  readonly blocks: number;
  /** By column: the truth, of logarithms. */
  readonly effects: readonly number[];
  /** Of the probe's reading of a window; null: there is no probe. */
  readonly probe?: number | null;
  /** Standard deviation of one reading of a quiet level, before it is shrunk. */
  readonly quiet?: number;
  /** By column: what the setting itself does to the cores' speed, of logarithms: it is in the effect as well. */
  readonly mediated?: readonly number[];
}

/** [block][column] of logarithms, in random order within blocks, and the covariate, whose sign is that of a rate. */
export function simulatedTrials(
  random: Random,
  { blocks, effects, probe = 0.03, quiet = 0, mediated = [] }: Trials,
): { readonly y: BlockTable; readonly covariate: Covariate | null } {
  const cpus = Array.from({ length: machine.cpus }, () => ({ isSlow: random() < machine.share, left: 0 }));
  const stay = (isSlow: boolean) =>
    -Math.log(1 - random()) * machine.memory * 2 * (isSlow ? machine.share : 1 - machine.share);
  for (const cpu of cpus) cpu.left = stay(cpu.isSlow);
  /** @returns mean speed of the CPUs over so many seconds */
  const pass = (seconds: number) => {
    let sum = 0;
    for (const cpu of cpus) {
      for (let left = seconds; left > 0;) {
        const step = Math.min(left, cpu.left);
        sum += step * (cpu.isSlow ? machine.slow : 1);
        left -= step;
        cpu.left -= step;
        if (cpu.left > 0) continue;
        cpu.isSlow = !cpu.isSlow;
        cpu.left = stay(cpu.isSlow);
      }
    }
    return sum / cpus.length / seconds;
  };
  const levels = effects.map(() => quiet * normal(random));
  const y: (number | null)[][] = [];
  const x: (number | null)[][] = [];
  for (let block = 0; block < blocks; block++) {
    const values = effects.map((): number | null => null);
    const speeds = effects.map((): number | null => null);
    for (const column of shuffled([...effects.keys()], random)) {
      pass(between);
      const speed = Math.log(pass(window));
      const noise = own * normal(random);
      // One draw more for each trial: the figures of docs/method.md were made with it.
      random();
      const level = mediated[column] ?? 0;
      values[column] = (effects[column] ?? 0) + level + speed + noise;
      // Against its own quiet level, which is known but for an error that all trials of the column share.
      speeds[column] = speed + (probe ?? 0) * normal(random) - (levels[column] ?? 0);
    }
    y.push(values);
    x.push(speeds);
  }
  const covariate = probe === null ? null : { x, error: effects.map(() => quiet), sign: 1 as const };
  return { y, covariate };
}
