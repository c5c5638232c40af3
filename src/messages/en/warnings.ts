/** What a reader must know before the figures of a run. */
import { counted } from '../../format/number.ts';

export const warnings = {
  'warning.repeated': ({ trials }: { trials: number }) =>
    `${counted(trials, 'trial was', 'trials were')} disturbed by other programs or the host, and repeated.`,
  'warning.incomplete': ({ measured, planned }: { measured: number; planned: number }) =>
    `${measured} of ${planned} planned trials were run.`,
  'warning.failed': ({
    failed,
    trials,
    codes,
  }: {
    failed: number;
    trials: number;
    codes: readonly string[];
  }) =>
    `${failed} of ${counted(trials, 'trial')} failed and ${failed === 1 ? 'does' : 'do'} not count (${codes.join(', ')}).`,
  'warning.one-block': 'Each setting was measured once: nothing can be said about differences.',
  'warning.few-blocks': ({ blocks }: { blocks: number }) =>
    `With ${blocks} blocks the intervals are very wide; use 4 or more.`,
  'warning.foreign-cpu': ({ trials, of }: { trials: number; of: number }) =>
    `In ${trials} of ${counted(of, 'trial')}, other programs on this machine took more than 10% of the CPU time while the load ran.`,
};
