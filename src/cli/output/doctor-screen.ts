/** A terminal's second screen, drawn over and over; the first one comes back however this process ends. */
import type { WriteStream } from 'node:tty';
import { terminalColumns } from '../../format/width.ts';

export interface Screen extends Disposable {
  draw(): void;
}

const enter = '\u001B[?1049h\u001B[?25l';
const leave = '\u001B[?25h\u001B[?1049l';
const home = '\u001B[H';
const clearRest = '\u001B[J';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param lines what to draw on a terminal of this size */
export function openScreen(
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
  // At the first signal already: a second one ends the process without another word.
  for (const signal of signals) process.once(signal, close);
  process.once('exit', close);
  terminal.on('resize', draw);
  terminal.write(`${enter}${home}${clearRest}`);
  draw();
  return { draw, [Symbol.dispose]: close };
}
