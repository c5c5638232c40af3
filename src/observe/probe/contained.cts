/**
 * Keeps what fails in the probe inside it (guest): a failure costs a figure, never the process, and is told once over the link.
 */
import type { ProbeNote } from '../../model/reading.ts';

/** Wraps a function that the process calls for the probe, so that it never throws. */
export type Contain = <Args extends unknown[], Result>(
  about: ProbeNote['about'],
  run: (...args: Args) => Result,
  /** Result where it fails. */
  otherwise: Result,
) => (...args: Args) => Result;

/** @param tell is told of the first failure of each kind; what fails in it is nobody's to hear */
function containment(tell: (note: ProbeNote) => void): Contain {
  const told = new Set<string>();
  return (about, run, otherwise) =>
    function (this: unknown, ...args) {
      try {
        return run.apply(this, args);
      } catch (error) {
        try {
          if (told.has(about)) return otherwise;
          told.add(about);
          tell({ type: 'note', about, why: String((error as Error | undefined)?.message ?? error) });
        } catch {
          // There is no link any more.
        }
        return otherwise;
      }
    };
}

const api = { containment };
export type ContainedModule = typeof api;
module.exports = api;
