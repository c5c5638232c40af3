/** How fast the machine was during a run, and what that does to the figures. */
import { counted } from '../../format/number.ts';
import { wholePercent } from '../../format/words.ts';
import type { Numbers } from '../nested.ts';

type Change = { readonly slow: Numbers<'share' | 'speed'> | null; readonly spread: number | null };

/** @param slow as in `SpeedReport` */
export function speedChange({ slow, spread }: Change): string {
  if (slow === null) return `it differs by ${wholePercent(spread ?? 0)} between trials.`;
  return `its CPUs ran at ${wholePercent(slow.speed)} of their speed in ${wholePercent(slow.share)} of the readings.`;
}

const sources = {
  'window probe': 'fixed work beside the server',
  'CPU per job': "the server's own CPU time per job",
} as const;

export const noise = {
  'noise.speed': ({
    slow,
    spread,
    source,
    trials,
  }: Change & { readonly source: keyof typeof sources; readonly trials: number }) =>
    `${spread === null ? 'no setting was measured twice' : `${wholePercent(spread)} between trials`}${slow === null ? '' : `; ${speedChange({ slow, spread })}`.replace(/\.$/, '')}. Measured in ${counted(trials, 'trial')} by ${sources[source]}`,
  /** @param speed of the CPUs under the setting, over that under the others */
  'noise.mediated': ({ setting, speed }: { setting: string; speed: number }) =>
    `with ${setting} the CPUs themselves are ${wholePercent(Math.abs(1 - speed))} ${speed < 1 ? 'slower' : 'faster'}, even when nothing disturbs them. This is an effect of the setting, and is not adjusted away`,
};
