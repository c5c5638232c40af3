/** What trace events say of the pool's jobs, for a few seconds (guest). */
import type { ProbeCapture, ProbeNote } from '../model/reading.ts';

/** @param duration in ms */
async function capture(duration: number): Promise<ProbeCapture | ProbeNote> {
  return { type: 'note', about: 'capture', why: `not tried for ${duration} ms` };
}

export interface CaptureModule {
  readonly capture: typeof capture;
}

module.exports = { capture } satisfies CaptureModule;
