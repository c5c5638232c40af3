/** Runs a gate as a user does, on the server of test/cli/gate/repository.ts. */
import assert from 'node:assert/strict';
import type { ProblemData } from '../../../src/messages/problem.ts';
import type { RunDocument } from '../../../src/model/verdict.ts';
import { freePort, type Finished, type Place } from '../chokepoint.ts';

/** The page of a job on GitHub is no place for what a test writes. */
export const quiet = { GITHUB_STEP_SUMMARY: '' };

interface Question {
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export const load = ['--load', 'closed:2', '--duration', '300ms', '--warmup', '50ms', '--seed', '5'];

export async function gateWords(
  against: string,
  options: readonly string[],
): Promise<[string[], NodeJS.ProcessEnv]> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const args = ['sweep', '--against', against, '--url', url, ...load, ...options, '--', 'node', 'server.mjs'];
  return [args, { ...quiet, PORT: port }];
}

export async function gate(
  here: Place,
  against: string,
  { options = [], env = {} }: Question = {},
): Promise<Finished> {
  const [args, own] = await gateWords(against, options);
  return here.run(args, { ...own, ...env });
}

export async function judged(here: Place, against: string, question: Question = {}) {
  const options = ['--json', ...(question.options ?? [])];
  const { code, stdout, stderr } = await gate(here, against, { ...question, options });
  const document = JSON.parse(stdout) as RunDocument & { readonly problem?: ProblemData };
  return { code, stderr, document };
}

export async function refused(here: Place, against: string, question: Question = {}): Promise<ProblemData> {
  const { code, document } = await judged(here, against, question);
  assert.ok(document.problem, `it was not refused, and ended with ${code}`);
  assert.ok(code === 2 || code === 3);
  return document.problem;
}
