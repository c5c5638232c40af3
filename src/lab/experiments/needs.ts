/** Programs that some experiments use where they are there: what each is for, and how it is installed. */
import type { Judgement } from './evidence.ts';
import { notRun } from './evidence.ts';

const needs = {
  pm2: { name: 'PM2', install: 'npm install pm2' },
  piscina: { name: 'piscina', install: 'npm install piscina' },
  ab: { name: 'ApacheBench (ab)', install: 'sudo apt-get install apache2-utils' },
} as const;
export type Need = keyof typeof needs;

/** Those of `wanted` that were not found: for `Plan.absent`. */
export function absent(wanted: readonly Need[], has: ReadonlySet<string>): Need[] {
  return wanted.filter((need) => !has.has(need));
}

/** What a claim says whose part needs a program that is not there. */
export function notInstalled(need: Need): Judgement {
  const { name, install } = needs[need];
  return notRun(`${name} was not found. Install it, and run this again: ${install}`);
}
