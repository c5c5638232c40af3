/**
 * What is to be seen of a first look while it goes on: its steps are part of the result, and printed as they are done; what it does
 * meanwhile is on stderr, drawn over on a terminal, and a line now and then for whoever reads a log.
 */
import { oneLine } from '../../format/printable.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Values } from '../options/table.ts';
import { drawnLine, print, tell, tellAsIs } from './terminal.ts';

export interface FindView extends Disposable {
  /** What goes on now; `isNew`: another kind of work than before. */
  doing(line: string, isNew?: boolean): void;
  /** A part of the result, which ends with a line break. */
  done(text: string): void;
  /** Something that has to be known now. */
  note(line: string): void;
  /** Another view draws from here on. */
  pause(): void;
}

/** A line at least every 15 s is promised; what is asked every 5 s finds this in time. */
const mostSilence: Milliseconds = 9000;
const tick: Milliseconds = 5000;
/** The process that draws is the one that measures. */
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
      // One document is all that goes to stdout then.
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
