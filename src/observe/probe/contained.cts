/**
 * Keeps what fails in the probe inside it (guest): a failure costs a figure, never the process, and is told once over the link.
 */
import type { ProbeNote } from '../../model/reading.ts';

/**
 * Wraps a function that the process calls for the probe, so that it never throws.
 * @param otherwise the result where it fails
 */
export type Contain = <Args extends unknown[], Result, Otherwise = undefined>(
  about: ProbeNote['about'],
  run: (...args: Args) => Result,
  otherwise?: Otherwise,
) => (...args: Args) => Result | Otherwise;

/** @param tell is told of the first failure of each kind; what fails in it is nobody's to hear */
function containment(tell: (note: ProbeNote) => void): Contain {
  const told = new Set<string>();
  return <Args extends unknown[], Result, Otherwise>(
    about: ProbeNote['about'],
    run: (...args: Args) => Result,
    otherwise?: Otherwise,
  ) =>
    function (this: unknown, ...args: Args): Result | Otherwise {
      try {
        return run.apply(this, args);
      } catch (error) {
        try {
          const isNew = !told.has(about);
          told.add(about);
          if (isNew)
            tell({ type: 'note', about, why: String((error as Error | undefined)?.message ?? error) });
        } catch {
          // There is no link any more.
        }
        return otherwise as Otherwise;
      }
    };
}

const api = { containment };
export type ContainedModule = typeof api;
module.exports = api;
