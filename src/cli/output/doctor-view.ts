/** What is to be seen on stderr while the doctor watches: a live view, one line, or plain lines for whoever reads a log. */
import { message, say } from '../../messages/message.ts';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Note, WatchTarget } from '../../model/watch.ts';
import { liveLine, liveLines, LiveState } from '../../report/doctor/live.ts';
import { targetText } from '../../report/doctor/words.ts';
import { oneLine } from '../../format/printable.ts';
import { shorten, terminalColumns } from '../../format/width.ts';
import { signals } from '../interruptible.ts';
import type { Values } from '../options/table.ts';
import { drawnLine, wantsColor } from './terminal.ts';
import type { WriteStream } from 'node:tty';

interface DoctorView extends Disposable {
  show(event: DoctorEvent): void;
  /** Prints a line of its own: where the metrics are, or what the server wrote. */
  print(line: string): void;
}

interface ViewOptions {
  readonly target: WatchTarget;
  readonly duration: Milliseconds | null;
  readonly isLive: boolean;
  readonly values: Values;
}

/** Shortest time between two drawings: the machine that draws is the one that is watched, and an eye needs no more. */
const leastInterval: Milliseconds = 250;
/** Time after which a log is told that the watch goes on, though nothing has changed. */
const sayAgain: Milliseconds = 5000;

export function doctorView(options: ViewOptions): DoctorView {
  if (!process.stderr.isTTY) return plainLines(options);
  return options.isLive ? liveScreen(options) : progressLine(options);
}

/** @returns a note cut to one line of the terminal, since the report that follows has the whole; uncut where that is JSON */
function noteLine(note: Note, { json }: Values): string {
  const line = oneLine(say(message('cli.note', { note })));
  return json ? line : shorten(line, terminalColumns(process.stderr, process.env) - 1);
}

function liveScreen({ target, duration, values }: ViewOptions): DoctorView {
  const state = new LiveState(target, duration);
  const color = wantsColor(values, process.stderr);
  const screen = openScreen(process.stderr, (size) => liveLines(state, { ...size, color }));
  let drawn = -Infinity;
  return {
    show(event) {
      state.take(event);
      if (event.type === 'ended') return screen[Symbol.dispose]();
      if (performance.now() - drawn < leastInterval - 20) return;
      drawn = performance.now();
      screen.draw();
    },
    print(line) {
      state.notes.push(oneLine(line));
    },
    [Symbol.dispose]: () => screen[Symbol.dispose](),
  };
}

/** A view of one line that says how far the watch is; notes are printed at once. */
function progressLine({ target: watched, duration, values }: ViewOptions): DoctorView {
  const target = targetText(watched);
  const { draw, clear } = drawnLine();
  const print = (line: string) => {
    clear();
    process.stderr.write(`${line}\n`);
  };
  // To start a server, or to enter several processes one after the other, takes a while.
  draw(say(message('cli.getting-ready', { target })));
  return {
    show(event) {
      if (event.type === 'note') print(noteLine(event.note, values));
      else if (event.type === 'pulse') {
        const all = duration === null ? null : duration / 1000;
        draw(say(message('cli.watching', { target, at: event.at / 1000, all })));
      } else if (event.type === 'ended') clear();
    },
    print: (line) => print(oneLine(line)),
    [Symbol.dispose]: clear,
  };
}

/** A view for a log: the notes, and of a live view a line when the verdict changes, and one now and then. */
function plainLines({ target, duration, isLive, values }: ViewOptions): DoctorView {
  const state = new LiveState(target, duration);
  let verdict = '';
  let said = -Infinity;
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return {
    show(event) {
      state.take(event);
      if (event.type === 'note') write(noteLine(event.note, values));
      if (event.type !== 'pulse' || !isLive) return;
      const now =
        state.diagnosis === null
          ? ''
          : `${state.diagnosis.status} ${state.diagnosis.findings[0]?.rule ?? ''}`;
      if (now === verdict && event.at - said < sayAgain) return;
      [verdict, said] = [now, event.at];
      write(liveLine(state));
    },
    print: (line) => write(oneLine(line)),
    [Symbol.dispose]: () => {},
  };
}

interface Screen extends Disposable {
  draw(): void;
}

const enter = '\u001B[?1049h\u001B[?25l';
const leave = '\u001B[?25h\u001B[?1049l';
const home = '\u001B[H';
const clearRest = '\u001B[J';

/** @param lines what to draw on a terminal of this size */
function openScreen(
  terminal: WriteStream,
  lines: (size: { columns: number; rows: number }) => readonly string[],
): Screen {
  let isOpen = true;
  const size = () => ({ columns: terminalColumns(terminal, process.env), rows: terminal.rows || 24 });
  const draw = () => {
    if (!isOpen) return;
    // Each line clears what stood behind it: clearing the whole screen first would flicker.
    const body = lines(size()).map((line) => `${line}\u001B[K`);
    terminal.write(`${home}${body.join('\r\n')}${clearRest}`);
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    terminal.off('resize', draw);
    process.off('exit', close);
    for (const signal of signals) process.off(signal, close);
    terminal.write(leave);
  };
  // The screen closes at the first signal already: a second one ends the process without another word.
  for (const signal of signals) process.once(signal, close);
  process.once('exit', close);
  terminal.on('resize', draw);
  terminal.write(`${enter}${home}${clearRest}`);
  draw();
  return { draw, [Symbol.dispose]: close };
}
