/**
 * What the four servers of the article on event loop and worker threads did for a request, each as a function that any thread can run (guest), and the wait
 * with JavaScript behind it that finds where threads begin to help.
 */
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Parameters, Task } from '../workload.ts';
import { sealed } from './proof.ts';

/** Trial division up to the root, as everybody writes it: the work is what is wanted. */
export function countPrimes(upTo: number): number {
  let count = 0;
  for (let n = 2; n <= upTo; n++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= n; divisor++) {
      if (n % divisor === 0) {
        isPrime = false;
        break;
      }
    }
    if (isPrime) count++;
  }
  return count;
}

export function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** Rounds in one unit of `compute`: some microseconds, so that a unit is finer than anything that is asked for. */
const roundsPerUnit = 1000;

/** A chain in which each round needs the one before, and whose end is answered: nothing of it can be left out. */
export function compute(units: number): number {
  let x = 1;
  for (let round = 0; round < units * roundsPerUnit; round++) {
    x = (Math.imul(x ^ (x >>> 15), 2246822519) + 1) | 0;
  }
  return x;
}

const text = (argument: Parameters, key: string) => String(argument[key]);
const number = (argument: Parameters, key: string) => Number(argument[key]);

/** Each gets the `id` of the piece of work that it is, and seals what it found with it. */
export const tasks = {
  primes: (argument) => sealed(text(argument, 'id'), countPrimes(number(argument, 'upTo'))),
  words: async (argument) =>
    sealed(text(argument, 'id'), countWords(await readFile(text(argument, 'file'), 'utf8'))),
  size: async (argument) => sealed(text(argument, 'id'), (await stat(text(argument, 'file'))).size),
  delay: async (argument) => {
    await sleep(number(argument, 'milliseconds'));
    return sealed(text(argument, 'id'), text(argument, 'part'));
  },
  wait: async (argument) => {
    await sleep(number(argument, 'milliseconds'));
    return sealed(text(argument, 'id'), compute(number(argument, 'units')));
  },
} as const satisfies Record<string, Task>;
