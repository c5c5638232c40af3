/**
 * How much of its time a main thread had something to do, told from outside: what it ran and what it waited for a CPU
 * the kernel counts exactly; how the rest divides between polling and being blocked elsewhere (synchronous files, a
 * lock) is told by the readings that found it off its CPU. Without ptrace rights these cannot be told apart; then all
 * of the rest counts as polling, which it nearly always is.
 */
import type { ThreadReading } from '../../model/look.ts';
import type { Ratio } from '../../model/units.ts';

export class LoopShare {
  #first: ThreadReading | null = null;
  #last: ThreadReading | null = null;
  #polling = 0;
  #blocked = 0;

  add(reading: ThreadReading): void {
    this.#first ??= reading;
    this.#last = reading;
    const { state } = reading.doing;
    if (state === 'polling' || state === 'asleep') this.#polling++;
    else if (state !== 'running') this.#blocked++;
  }

  /** Null with less than two readings, or where the kernel does not count. */
  get value(): Ratio | null {
    const busy = onOrFor(this.#last);
    const before = onOrFor(this.#first);
    const span = (this.#last?.at ?? 0) - (this.#first?.at ?? 0);
    if (busy === null || before === null || span <= 0) return null;
    const share = Math.min(1, (busy - before) / span);
    const off = this.#polling + this.#blocked;
    return off === 0 ? share : share + (1 - share) * (this.#blocked / off);
  }

  /** Begins anew with the last reading: what it was found doing then belongs to what was before. */
  restart(): void {
    this.#first = this.#last;
    this.#polling = 0;
    this.#blocked = 0;
  }
}

function onOrFor(reading: ThreadReading | null): number | null {
  if (!reading || reading.ran === null || reading.waitedForCpu === null) return null;
  return reading.ran + reading.waitedForCpu;
}
