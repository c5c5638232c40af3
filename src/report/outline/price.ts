/** What it would take to decide what is undecided: blocks, and their time. */
import type { Comparison, GateResult, RunResult } from '../../model/verdict.ts';

export interface Price {
  /** Further ones, for all that is undecided together. */
  readonly blocks: number;
  readonly seconds: number;
}

/** More is no advice. */
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

/** @returns the price of a gate that is undecided: its interval has to leave the loss that is allowed */
export function gatePrice(
  { loss, threshold, blocks }: GateResult,
  run: Pick<RunResult, 'trials'>,
): Price | null {
  if (loss === null) return null;
  return inTime(further(blocks, (loss.high - loss.low) / 2, Math.abs(loss.value - threshold)), run);
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
