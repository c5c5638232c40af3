/** What V8's own threads take of the CPUs, slice by slice: they compile for some seconds, and collect garbage for ever. */
import { isNode, nodeCommand } from '../../apply/node-command.ts';
import type { ProcessSample } from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import { quantile } from '../../stats/interval.ts';
import { environment, textOf, variableOf } from '../../host/processes.ts';

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

const delayedTasks = 1;
/** Node's own default, that of version 20 too. */
const usual = 4;
const poolSize = /^--v8[-_]pool[-_]size=?(.*)$/;

/**
 * How many threads the platform of a process starts before any other: one for delayed tasks, and those that compile and
 * collect garbage. Node 20 names none of them, so they are told by their number.
 * @returns 0 where it is not known: its options may not be read, or leave the number to Node
 */
export function platformThreads(pid: number): number {
  const command = (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0').filter(Boolean);
  // A title that the process gave itself hides what it was started with.
  const isHidden = command.length < 2 && !isNode(command[0] ?? '');
  if (environment(pid) === null || isHidden) return 0;
  const flags = nodeCommand(command)?.flags ?? command;
  const size = askedSize([...(variableOf(pid, 'NODE_OPTIONS') ?? '').split(/\s+/), ...flags]);
  return size > 0 ? size + delayedTasks : 0;
}

/** Of the last that is asked for: the command line's stands behind that of the environment. */
function askedSize(words: readonly string[]): number {
  const at = words.findLastIndex((word) => poolSize.test(word));
  if (at === -1) return usual;
  const value = poolSize.exec(words[at] ?? '')?.[1] || words[at + 1];
  return Number(value) || 0;
}
