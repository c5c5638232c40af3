/** Threads of native code beside the pool: libraries under add-ons start them, as libvips does under sharp. */
import { message } from '../../messages/message.ts';
import type { Change, Figure } from '../../model/diagnosis.ts';
import { change } from './changes.ts';
import type { Vitals } from '../../model/vitals.ts';

/** @returns the busiest, each with its CPUs; null where there are none */
export function nativeFigure({ native }: Pick<Vitals, 'native'>): Figure['value'] | null {
  return native.length === 0 ? null : message('evidence.native', { threads: native.slice(0, 3) });
}

/** CPUs that they want: with less they take little from others. */
const leastForAdvice = 0.5;

/** @returns how a known library uses fewer threads for each job: as many jobs as there are pool threads are in work at once */
export function fewerNativeThreads({ native }: Pick<Vitals, 'native'>): Change[] {
  const isMuch = native.some(
    ({ name, ran, waitedForCpu }) => /vips/i.test(name ?? '') && ran + waitedForCpu >= leastForAdvice,
  );
  if (!isMuch) return [];
  return [change('code', 'change.one-thread-each', `import sharp from 'sharp';\nsharp.concurrency(1);`)];
}
