/** What V8's own threads take of the CPUs, slice by slice: they compile for some seconds, and collect garbage for ever. */
import type { ProcessSample } from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import { quantile } from '../../stats/interval.ts';

const slice: Milliseconds = 500;
/** The middle of fewer may be one of compilation. */
const fewest = 4;
/** Ten minutes: of a longer look the last. */
const most = 1200;

export class V8Threads {
  readonly #shares: Ratio[] = [];
  #from: { readonly at: Milliseconds; readonly ran: Milliseconds } | null = null;

  add({ at, threads }: ProcessSample): void {
    const own = threads.filter(({ role }) => role === 'v8');
    if (own.length === 0 || own.some(({ ran }) => ran === null)) return;
    const ran = own.reduce((sum, thread) => sum + (thread.ran ?? 0), 0);
    const from = (this.#from ??= { at, ran });
    if (at - from.at < slice) return;
    // One that has ended takes what it ran with it.
    this.#shares.push(Math.max(0, ran - from.ran) / (at - from.at));
    if (this.#shares.length > most) this.#shares.shift();
    this.#from = { at, ran };
  }

  /** CPUs in the middle one of the slices; null: too few, or not known. */
  get middle(): Ratio | null {
    return this.#shares.length < fewest ? null : quantile(this.#shares, 0.5);
  }
}
