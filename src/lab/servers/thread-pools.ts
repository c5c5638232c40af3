/**
 * Pools of worker threads (guest). Two are our own and differ in one thing, how a reply finds the task that waits for
 * it; the third is piscina, which people use. All take tasks as they come, round robin or to whoever has least.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Parameters, RunTask } from '../workloads/workload.ts';
import { moduleFile, type TaskOptions } from '../../topologies/guest-protocol.ts';
import type { NamedTask, Reply } from './run-task.ts';

/** Starts threads, and returns them when all are up: each says so once. */
async function threads(workload: string, count: number): Promise<readonly Worker[]> {
  const all = Array.from(
    { length: count },
    () => new Worker(moduleFile('lab/servers/task-thread'), { workerData: workload }),
  );
  await Promise.all(all.map((worker) => once(worker, 'message')));
  // A thread that dies has lost its tasks: the server is no longer the one under test.
  for (const worker of all) {
    worker.once('error', (error) => {
      throw error;
    });
  }
  return all;
}

function settle(
  { result, error }: Reply,
  resolve: (result: Parameters) => void,
  reject: (error: Error) => void,
) {
  if (result === undefined) reject(new Error(error));
  else resolve(result);
}

/** Our own pool: each task has a number, and its reply repeats it. */
async function ownThreads(workload: string, count: number): Promise<RunTask> {
  const workers = await threads(workload, count);
  const waiting = new Map<number, (reply: Reply) => void>();
  for (const worker of workers) {
    worker.on('message', (reply: Reply) => {
      waiting.get(reply.task)?.(reply);
      waiting.delete(reply.task);
    });
  }
  let tasks = 0;
  return (name, argument) =>
    new Promise((resolve, reject) => {
      const task = tasks++;
      waiting.set(task, (reply) => settle(reply, resolve, reject));
      workers[task % workers.length]?.postMessage({ task, name, argument });
    });
}

/**
 * The pool of the article on event loop and worker threads, defect and all: `worker.once('message')` for each task, with several in flight.
 * The first reply answers every task that waits at that worker; the replies that come later find nobody, or somebody else.
 */
async function onceThreads(workload: string, count: number): Promise<RunTask> {
  const workers = await threads(workload, count);
  let tasks = 0;
  return (name, argument) =>
    new Promise((resolve, reject) => {
      const task = tasks++;
      const worker = workers[task % workers.length];
      worker?.once('message', (reply: Reply) => settle(reply, resolve, reject));
      worker?.postMessage({ task, name, argument });
    });
}

interface Piscina {
  readonly threads: readonly Worker[];
  run(task: NamedTask): Promise<Parameters>;
}

/** The pool of piscina, loaded from where it was found: it is no dependency of this package. */
async function onPiscina(
  workload: string,
  { workers, atATime, piscina = '' }: TaskOptions,
): Promise<RunTask> {
  const { Piscina } = createRequire(piscina)('piscina') as {
    Piscina: new (options: object) => Piscina;
  };
  const pool = new Piscina({
    filename: moduleFile('lab/servers/run-task'),
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: atATime,
  });
  // A thread's first message tells piscina that it is up; it has no event for that.
  await Promise.all(pool.threads.map((worker) => once(worker, 'message')));
  return (name, argument) => pool.run({ workload, name, argument });
}

/** @returns what runs a task when all threads are up; undefined: the workload's own way, on the loop */
export async function taskRunner(workload: string): Promise<RunTask | undefined> {
  const asked = process.env['CHOKEPOINT_TASKS'];
  if (asked === undefined) return undefined;
  const options = JSON.parse(asked) as TaskOptions;
  switch (options.pool) {
    case 'piscina':
      return onPiscina(workload, options);
    case 'own':
      return ownThreads(workload, options.workers);
    case 'once':
      return onceThreads(workload, options.workers);
  }
}
