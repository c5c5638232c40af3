/**
 * A server of known truth: `SLOTS` requests at a time, each for `MEAN` milliseconds, fixed or exponential (`TIMES`). M/M/c or M/D/c.
 * `MOST`: it ends when so many requests wait. And it can be ill: `GROWS`: each request takes so many milliseconds longer than the
 * one before (a leak). `STOPS`: so many milliseconds of every two seconds it does nothing at all (garbage collection). `COLD`: for so
 * many milliseconds after its start each request takes four times as long (it warms up).
 */
import { createServer } from 'node:http';

const number = (name, usual) => Number(process.env[name] ?? usual);
const slots = number('SLOTS', 40);
const mean = number('MEAN', 50);
const most = number('MOST', Infinity);
const grows = number('GROWS', 0);
const stops = number('STOPS', 0);
const cold = number('COLD', 0);
const isFixed = process.env['TIMES'] === 'fixed';

// Timers fire up to a millisecond late, and cut off fractions: each slot takes what it was late off its next timer. Not so what it
// lost in a stop.
const mostDebt = stops > 0 ? 2 : Infinity;
const free = Array.from({ length: slots }, () => ({ debt: 0 }));
const waiting = [];
let served = 0;

function begin(response) {
  const slot = free.pop();
  if (!slot) {
    waiting.push(response);
    if (waiting.length > most) process.exit(1);
    return;
  }
  const slower = performance.now() < cold ? 4 : 1;
  const wanted = slower * (isFixed ? mean : -mean * Math.log(1 - Math.random())) + grows * served++;
  const from = performance.now();
  setTimeout(
    () => {
      slot.debt = Math.min(mostDebt, slot.debt + performance.now() - from - wanted);
      free.push(slot);
      response.end('done');
      const next = waiting.shift();
      if (next) begin(next);
    },
    Math.max(1, wanted - slot.debt),
  );
}

// Asleep, not busy: the CPUs stay free for whoever measures.
if (stops > 0) setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stops), 2000);

const server = createServer((_, response) => begin(response));
server.listen(number('PORT', 0), '127.0.0.1');
