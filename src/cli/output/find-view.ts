/**
 * Shows a first look while it runs. Its steps are part of the result, and are printed as they are done. What it does meanwhile is on
 * stderr: one line that is drawn over on a terminal, and a line now and then in a log.
 */
import { oneLine } from '../../format/printable.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Values } from '../options/table.ts';
import { drawnLine, print, tell, tellAsIs } from './terminal.ts';

export interface FindView extends Disposable {
  /** Shows what is being done; `isNew`: another kind of work than before. */
  doing(line: string, isNew?: boolean): void;
  /** Prints a part of the result, which ends with a line break. */
  done(text: string): void;
  /** Prints a note at once. */
  note(line: string): void;
  /** Clears the line, since another view draws from here on. */
  pause(): void;
}

/** Longest silence: a line at least every 15 s is promised, and this is checked every 5 s. */
const mostSilence: Milliseconds = 9000;
const tick: Milliseconds = 5000;
/** Shortest time between two drawings: the process that draws is the one that measures. */
const leastInterval: Milliseconds = 250;

export function findView({ json, quiet }: Pick<Values, 'json' | 'quiet'>): FindView {
  const isTerminal = process.stderr.isTTY;
  const drawn = drawnLine();
  let [current, said] = ['', -Infinity];
  const write = (line: string) => {
    drawn.clear();
    tell(line);
    said = performance.now();
  };
  const draw = () => {
    if (quiet || current === '') return;
    if (!isTerminal) return write(current);
    drawn.draw(current);
    said = performance.now();
  };
  const isSilent = (time: Milliseconds) => performance.now() - said >= time;
  const ticks = setInterval(() => {
    if (isSilent(mostSilence)) draw();
  }, tick);
  return {
    doing(line, isNew = false) {
      current = oneLine(line);
      if (isNew || (isTerminal && isSilent(leastInterval))) draw();
    },
    done(text) {
      drawn.clear();
      if (quiet) return;
      // With --json stdout has one document and nothing else.
      const lines = text.replace(/\n$/, '');
      if (json) tellAsIs(lines);
      else print(lines);
      said = performance.now();
    },
    note: (line) => write(oneLine(line)),
    pause() {
      drawn.clear();
      current = '';
    },
    [Symbol.dispose]() {
      clearInterval(ticks);
      drawn.clear();
    },
  };
}
