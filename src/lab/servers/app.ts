/**
 * The lab's HTTP server (guest): hosts one workload in one process. It is told what to do by `CHOKEPOINT_APP`, and
 * tells what it did through two files in `CHOKEPOINT_DIR`, since the answer to a request cannot say when work ended
 * that goes on behind it:
 *   PID.ready   when it listens
 *   PID.jobs    [start, end] of every job, in milliseconds since 1970
 *   PID.begun   how many jobs have begun, when it was started by hand (`by-hand.ts`)
 *   PID.loop    time, active and idle time of the event loop in milliseconds, when the parameter `loop` asks for it
 * All are written synchronously: an asynchronous write would queue in the pool that is being measured.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { isMainThread, threadId, Worker } from 'node:worker_threads';
import { namesIn } from '../../host/kernel-files.ts';
import type { PlatformFacts } from '../../model/contestant.ts';
import { workloads } from '../workloads/catalogue.ts';
import type { JobLog, Parameters, RunTask } from '../workloads/workload.ts';
import {
  factsPath,
  jobsPath,
  readyPath,
  type AppOptions,
  moduleFile,
  type TaskOptions,
} from '../../topologies/guest-protocol.ts';
import { countingBegun, jobsText } from './by-hand.ts';
import { takeSockets } from './handed-sockets.ts';
import { once } from 'node:events';
import type { NamedTask, Reply } from './run-task.ts';

// Pools of worker threads. Two are our own and differ in one thing, how a reply finds the task that waits for it; the third is
// piscina, which people use. All take tasks as they come, round robin or to whoever has least.

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

const flushInterval = 500;

/** The name of this loop's files: by its process, and by its thread where there are several in one. */
const own = isMainThread ? String(process.pid) : `${process.pid}-${threadId}`;

const now = () => performance.timeOrigin + performance.now();

function jobLog(file: string): JobLog & { close(): void } {
  const descriptor = openSync(file, 'a');
  let pending = 0;
  let lines: string[] = [];
  const flush = () => {
    if (lines.length === 0) return;
    writeSync(descriptor, lines.join(''));
    lines = [];
  };
  // While a long burst runs the controller wants to see it move; one write in half a second disturbs nothing.
  const timer = setInterval(flush, flushInterval);
  timer.unref();
  return {
    begin() {
      pending++;
      const start = now();
      return () => {
        lines.push(`${start.toFixed(3)} ${now().toFixed(3)}\n`);
        if (--pending === 0) flush();
      };
    },
    close() {
      clearInterval(timer);
      flush();
      closeSync(descriptor);
    },
  };
}

/** Milliseconds between readings of the loop: a window of a second has some close to both its edges, and each takes microseconds. */
const loopInterval = 50;

function logLoop(file: string): void {
  const descriptor = openSync(file, 'a');
  setInterval(() => {
    const { active, idle } = performance.eventLoopUtilization();
    writeSync(descriptor, `${now().toFixed(3)} ${active.toFixed(3)} ${idle.toFixed(3)}\n`);
  }, loopInterval).unref();
}

// Express is a framework in front of the same work. It only routes: the handler reads the path and writes the JSON by itself.

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface ExpressApp extends Handler {
  get(path: string, handler: Handler): void;
}

const paths = [
  readyPath,
  factsPath,
  '/prime/:upTo',
  '/file/large',
  '/io-test',
  '/network-io',
  '/wait/:milliseconds/:units',
  '/pbkdf2/:iterations',
  '/synchronized/:milliseconds',
  '/burn/:milliseconds',
];

/**
 * @param manifest the package.json of Express, from where it is loaded: it is no dependency of this package
 * @returns a listener that routes to `handle`; other paths get the 404 of Express
 */
function expressApp(manifest: string, handle: Handler): Handler {
  const express = createRequire(manifest)('express') as () => ExpressApp;
  const app = express();
  for (const path of paths) app.get(path, (request, response) => handle(request, response));
  return app;
}

/** What this process sees of its machine and its settings. */
function platformFacts(): PlatformFacts {
  const { bun, deno, node } = process.versions as Record<string, string>;
  const heapMax = getHeapStatistics().heap_size_limit;
  return {
    platform: bun ? 'bun' : deno ? 'deno' : 'node',
    version: bun ?? deno ?? node ?? '',
    framework: framework(),
    processors: availableParallelism(),
    gc: bun ? 'JavaScriptCore' : 'V8',
    heapMax: heapMax > 0 ? heapMax : null,
    threads: threadsOfKernel(),
  };
}

function framework(): string | null {
  const manifest = process.env['CHOKEPOINT_EXPRESS'];
  if (manifest === undefined) return null;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return `express ${version}`;
}

/** Threads of the process as the kernel counts them, those of the pool and of V8 among them. */
function threadsOfKernel(): number | null {
  return namesIn('/proc/self/task').length || null;
}

async function main(): Promise<void> {
  const {
    workload: name,
    parameters,
    host,
    port,
    byHand = false,
  } = JSON.parse(process.env['CHOKEPOINT_APP'] ?? '{}') as AppOptions;
  const workload = workloads[name];
  if (!workload) throw new Error(`no workload "${name}"`);

  const directory = process.env['CHOKEPOINT_DIR'];
  const jobs = directory ? jobLog(join(directory, `${own}.jobs`)) : { begin: () => () => {}, close() {} };
  const folder = byHand && directory ? directory : null;
  const run = await taskRunner(name);
  const handle = folder
    ? workload.handler(parameters, countingBegun(jobs, folder), console.log, run)
    : workload.handler(parameters, jobs, undefined, run);
  if (directory && parameters['loop']) logLoop(join(directory, `${own}.loop`));

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === readyPath) response.writeHead(204).end();
    else if (request.url === factsPath)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(platformFacts()));
    else if (folder && request.url === jobsPath)
      response.setHeader('content-type', 'text/plain').end(jobsText(folder));
    else handle(request, response);
  };
  const express = process.env['CHOKEPOINT_EXPRESS'];
  const server = createServer(express === undefined ? answer : expressApp(express, answer));
  const onListening = () => {
    if (directory) writeFileSync(join(directory, `${own}.ready`), '');
    else console.log(`${name} listens on http://${host}:${port}/ (pid ${process.pid})`);
  };
  const reusePort = process.env['CHOKEPOINT_REUSE_PORT'] === '1';
  if (process.env['CHOKEPOINT_HANDED_SOCKETS'] === '1') takeSockets(server, onListening);
  else server.listen({ port, host, reusePort }, onListening);

  const stop = () => {
    jobs.close();
    // Queued jobs would hold the process until the last one has run: nobody waits for them any more.
    process.kill(process.pid, 'SIGKILL');
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

await main();
