/** A page of a terminal that has to be read at one look: what matters least gives way. */

export interface Block {
  readonly lines: readonly string[];
  /** Of blocks that give way the highest goes first; 0: it always stays. */
  readonly rank: number;
  /** What stands in its place when it has gone. */
  readonly short?: readonly string[];
}

/** @returns the blocks, in at most `most` lines as far as their ranks allow that */
export function fitBlocks(blocks: readonly Block[], most: number): readonly Block[] {
  let shown = blocks;
  const count = () => shown.reduce((sum, { lines }) => sum + lines.length, 0);
  const ranks = [...new Set(blocks.map(({ rank }) => rank))].filter((rank) => rank > 0);
  for (const rank of ranks.toSorted((one, other) => other - one)) {
    if (count() <= most) break;
    shown = shown.map((block) => (block.rank === rank ? { ...block, lines: block.short ?? [] } : block));
  }
  return shown;
}
