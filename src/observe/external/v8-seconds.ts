/** What V8's own threads take of the CPUs, second by second: they compile for some seconds, and collect garbage for ever. */
import type { ProcessSample } from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import { quantile } from '../../stats/interval.ts';

const second: Milliseconds = 1000;
/** The middle of fewer may be one of compilation. */
const fewest = 3;
/** Ten minutes: of a longer look the last. */
const most = 600;

export class V8Seconds {
  readonly #shares: Ratio[] = [];
  #from: { readonly at: Milliseconds; readonly ran: Milliseconds } | null = null;

  add({ at, threads }: ProcessSample): void {
    const own = threads.filter(({ role }) => role === 'v8');
    if (own.length === 0 || own.some(({ ran }) => ran === null)) return;
    const ran = own.reduce((sum, thread) => sum + (thread.ran ?? 0), 0);
    const from = (this.#from ??= { at, ran });
    if (at - from.at < second) return;
    // One that has ended takes what it ran with it.
    this.#shares.push(Math.max(0, ran - from.ran) / (at - from.at));
    if (this.#shares.length > most) this.#shares.shift();
    this.#from = { at, ran };
  }

  /** CPUs in the middle one of the seconds; null: too few, or not known. */
  get middle(): Ratio | null {
    return this.#shares.length < fewest ? null : quantile(this.#shares, 0.5);
  }
}
