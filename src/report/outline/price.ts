/** What it would take to decide what is undecided: blocks, and their time. */
import { message, type Message } from '../../messages/message.ts';
import { foundIn, type Comparison, type RunResult } from '../../model/verdict.ts';
import type { ShownRun } from './shown-run.ts';

export interface Price {
  /** Further blocks, for all that is undecided together. */
  readonly blocks: number;
  readonly seconds: number;
}

/** Most further blocks that are advised. */
const mostBlocks = 200;

/**
 * The price of the comparisons of one metric that noise leaves undecided. An interval shrinks with the square root of the
 * blocks: it has to leave 1, or to fit into what counts as equivalent, whichever is nearer.
 * @returns null where none is undecided, or blocks would hardly help
 */
export function priceOf(
  those: readonly Comparison[],
  run: Pick<RunResult, 'trials'>,
): (Price & { readonly open: number }) | null {
  const open = those.filter(({ word, withheld }) => word === 'undecided' && withheld === undefined);
  if (open.length === 0) return null;
  const price = inTime(Math.max(...open.map(blocksFor)), run);
  return price && { open: open.length, ...price };
}

/** The price of a run's verdict: of a gate the interval has to leave the loss that is allowed. @returns null also where nothing is open */
export function priceOfRun(result: ShownRun): (Price & { readonly open?: number }) | null {
  const { gate } = foundIn(result);
  if (!gate) return priceOf(result.focus.comparisons, result);
  const { loss, threshold, blocks, verdict, because } = gate;
  if (verdict !== 'undecided' || because.code === 'gate.withheld' || loss === null) return null;
  return inTime(further(blocks, (loss.high - loss.low) / 2, Math.abs(loss.value - threshold)), result);
}

/** What it costs to decide what comparisons leave open; claims tell their own price. */
export function openPrice(result: ShownRun): Message[] {
  const { claims, gate } = foundIn(result);
  if (claims.length > 0) return [];
  const price = priceOfRun(result);
  if (price) {
    const { open, ...more } = price;
    const what = open === undefined ? null : message('undecided.settings', { settings: open });
    return [message('undecided.noise', { what, ...more })];
  }
  const isOpen = gate?.verdict === 'undecided' && gate.because.code !== 'gate.withheld';
  return isOpen ? [message('undecided.on-the-line', { what: null })] : [];
}

function inTime(more: number, { trials }: Pick<RunResult, 'trials'>): Price | null {
  if (!(more <= mostBlocks)) return null;
  const blocks = new Set(trials.map(({ block }) => block)).size;
  const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
  return { blocks: more, seconds: Math.ceil((more * spent) / Math.max(1, blocks) / 1000) };
}

function blocksFor({ ratio: { value, low, high }, blocks, delta }: Comparison): number {
  const half = Math.log(high / low) / 2;
  const distance = Math.abs(Math.log(value));
  return further(blocks, half, Math.max(distance, Math.log(1 + delta) - distance));
}

function further(blocks: number, half: number, distance: number): number {
  return Math.max(1, Math.ceil(blocks * (half / distance) ** 2) - blocks);
}
