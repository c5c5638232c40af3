import { exitCodes } from '../../messages/problem.ts';
import { answerController } from '../../run/generators.ts';

/** `generate`: the far side of `--generator`. Its stdout carries the protocol alone; it ends with its stdin. */
export async function generate(): Promise<number> {
  await answerController(process.stdin, process.stdout);
  return exitCodes.fine;
}
