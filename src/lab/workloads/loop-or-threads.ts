/**
 * The servers of the article on event loop and worker threads behind one port: `GET /prime/10000`, `/file/large`,
 * `/io-test` and `/network-io`, and `/wait/MILLISECONDS/UNITS` besides. `/pbkdf2/ITERATIONS`, `/synchronized/MILLISECONDS` and
 * `/burn/MILLISECONDS` are there for the comparison with other platforms (`contestants/`). What each does is cut into tasks, and
 * where they run, on the loop or on worker threads, is the topology's choice. The answer says what the article's said, and proves
 * that its results are its own.
 */
import type { ServerResponse } from 'node:http';
import { publishedLines, smallFiles, testData, wordsOf, type TestData } from './loop-or-threads/data.ts';
import { delaysOf, keyOfResults, keyOfValues, pieceId } from './loop-or-threads/proof.ts';
import { compute, derivedKey, shownKey, tasks } from './loop-or-threads/tasks.ts';
import {
  answerNotFound,
  answerProved,
  idOf,
  pathOf,
  type Parameters,
  type RunTask,
  type Workload,
} from './workload.ts';

/** Delays for which each request of `/network-io` waits at once, in milliseconds. */
export const delays = { count: 5, from: 10, to: 30 } as const;
/** The shortest time of an honest answer with this delay: Node's timers may fire a millisecond early. */
export const floorOf = (milliseconds: number) => milliseconds - 1;

type TaskName = keyof typeof tasks;
/** One piece of a request's work. */
type Piece = readonly [task: TaskName, argument: Parameters];

/** The pieces of work that a path asks for; null if it is none of ours. */
function piecesOf(path: string, id: string, data: TestData): readonly Piece[] | null {
  const [, kind, first = '', second = ''] = path.split('/');
  const [a, b] = [Number(first), Number(second)];
  if (kind === 'prime' && a >= 0 && first !== '') return [['primes', { upTo: a }]];
  if (path === '/file/large') return [['words', { file: data.large }]];
  if (path === '/io-test') return data.small.map((file) => ['size', { file }]);
  if (path === '/network-io') {
    const { count, from, to } = delays;
    return delaysOf(id, count, from, to).map((milliseconds, i) => ['delay', { milliseconds, part: i + 1 }]);
  }
  if (kind === 'wait' && a >= 0 && b >= 0 && second !== '') return [['wait', { milliseconds: a, units: b }]];
  if (kind === 'pbkdf2' && a > 0) return [['pbkdf2', { iterations: a }]];
  // Only Java has blocks that a thread could be pinned in: everybody else just waits.
  if (kind === 'synchronized' && a >= 0 && first !== '') return [['delay', { milliseconds: a, part: a }]];
  if (kind === 'burn' && a >= 0 && first !== '') return [['burn', { milliseconds: a }]];
  return null;
}

/** The values of a right answer, for the client: found by other means than the server's, where there are any. */
export function expectedValues(path: string, lines: number): readonly (string | number)[] {
  const [, kind, first = '', second = ''] = path.split('/');
  if (kind === 'prime') return [sievedPrimes(Number(first))];
  if (kind === 'file') return [wordsOf(lines)];
  if (kind === 'io-test') return smallFiles.map(({ bytes }) => bytes);
  if (kind === 'network-io') return Array.from({ length: delays.count }, (_, i) => i + 1);
  if (kind === 'pbkdf2') return [shownKey(derivedKey(Number(first)))];
  if (kind === 'synchronized' || kind === 'burn') return [Number(first)];
  return [compute(Number(second))];
}

/** The key by which a client checks the proofs of this path. */
export const expectedKey = (path: string, lines: number) => keyOfValues(expectedValues(path, lines));

/** Counts primes by the sieve of Eratosthenes: another way to the same number. */
function sievedPrimes(upTo: number): number {
  const composite = new Uint8Array(upTo + 1);
  let count = 0;
  for (let n = 2; n <= upTo; n++) {
    if (composite[n]) continue;
    count++;
    for (let multiple = n * n; multiple <= upTo; multiple += n) composite[multiple] = 1;
  }
  return count;
}

/** Runs a task in the process that asks: one thread, the event loop. */
const directly: RunTask = async (name, argument) => tasks[name as TaskName](argument);

export const loopOrThreads: Workload = {
  name: 'loop-or-threads',
  description: 'computing, files and delays, cut into tasks that run on the loop or on worker threads',
  tasks,
  handler(parameters, _jobs, _print, run = directly) {
    const data = testData(Number(parameters['lines'] ?? publishedLines));
    let anonymous = 0;
    return (request, response) => {
      const id = idOf(request) || `anonymous-${++anonymous}`;
      const pieces = piecesOf(pathOf(request), id, data);
      if (pieces) void answer(response, id, pieces, run);
      else answerNotFound(response);
    };
  },
};

async function answer(
  response: ServerResponse,
  id: string,
  pieces: readonly Piece[],
  run: RunTask,
): Promise<void> {
  try {
    const results = await Promise.all(
      pieces.map(([task, argument], i) => run(task, { ...argument, id: pieceId(id, i) })),
    );
    const values = results.map(({ value }) => value);
    answerProved(response, id, keyOfResults(id, results), { results: values });
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
}
