/**
 * What the four servers of the article on event loop and worker threads did for a request, each as a function that any thread can run
 * (guest); and the wait with JavaScript behind it that finds where threads begin to help.
 */
import { pbkdf2, pbkdf2Sync } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Parameters, Task } from '../workload.ts';
import { sealed } from './proof.ts';

/** Counts primes by trial division up to the root, as everybody writes it: the work is what is wanted. */
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

/** Runs a chain in which each round needs the one before, and returns its end: nothing of it can be left out. */
export function compute(units: number): number {
  let x = 1;
  for (let round = 0; round < units * roundsPerUnit; round++) {
    x = (Math.imul(x ^ (x >>> 15), 2246822519) + 1) | 0;
  }
  return x;
}

const keyLength = 512;
const derive = promisify(pbkdf2);

/** The key that a client expects, derived on the calling thread. */
export const derivedKey = (iterations: number) => pbkdf2Sync('a', 'b', iterations, keyLength, 'sha512');
/** What an answer shows of a key: hex of its first 8 bytes. */
export const shownKey = (key: Buffer) => key.toString('hex', 0, 8);

/** Keeps the calling thread busy. */
function burn(milliseconds: number): number {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return milliseconds;
}

const text = (argument: Parameters, key: string) => String(argument[key]);
const number = (argument: Parameters, key: string) => Number(argument[key]);

/** Tasks by name. Each gets the `id` of its piece of work, and seals with it what it found. */
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
  pbkdf2: async (argument) => {
    const key = await derive('a', 'b', number(argument, 'iterations'), keyLength, 'sha512');
    return sealed(text(argument, 'id'), shownKey(key));
  },
  burn: (argument) => sealed(text(argument, 'id'), burn(number(argument, 'milliseconds'))),
} as const satisfies Record<string, Task>;
