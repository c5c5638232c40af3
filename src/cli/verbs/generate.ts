import { exitCodes } from '../../messages/problem.ts';
import { generate as answer } from '../../run/generators.ts';

/** `generate`: the far side of `--generator`. Its stdout carries the protocol alone; it ends with its stdin. */
export async function generate(): Promise<number> {
  await answer(process.stdin, process.stdout);
  return exitCodes.fine;
}
