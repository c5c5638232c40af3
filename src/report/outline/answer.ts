/** What the first screen of a page says: a badge, one sentence, what stands beside it; with tiles and what to do. */
import type { Tile, Tone } from '../page.ts';

export { tones, type Tile, type Tone } from '../page.ts';

export interface Todo {
  readonly sentences: readonly string[];
  /** To be copied; empty where nothing is to be typed. */
  readonly lines: readonly string[];
  /** The anchor of a section that has more of it; null if none has. */
  readonly more: { readonly id: string; readonly text: string } | null;
}

export interface Answer {
  readonly badge: string;
  readonly tone: Tone;
  readonly sentence: string;
  /** How sure, and of what; may be empty. */
  readonly rest: string;
  readonly tiles: readonly Tile[];
  readonly todo: Todo;
}
