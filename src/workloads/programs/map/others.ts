/** Processes, threads, modules, timers, and whatever else answers later (guest). */
import { exec, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Session } from 'node:inspector';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as immediately, setTimeout as later } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getHeapSnapshot } from 'node:v8';
import { BroadcastChannel, MessageChannel, Worker } from 'node:worker_threads';
import { Absent, called, method, type Attempt, type Place } from './attempt.ts';

/** An empty WebAssembly module, and one that differs from every other: what is known is not compiled again. */
const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
let modules = 0;
const wasm = () => new Uint8Array([...header, 0x00, 0x04, 0x01, 0x61, modules++ & 0xff, modules >> 8]);

/** Its types are the browser's. */
const webAssembly = (name: string) =>
  method((globalThis as unknown as { WebAssembly: object }).WebAssembly, name);

export function otherAttempts(place: Place): Attempt[] {
  return [
    ...processAttempts(place),
    ...moduleAttempts(place),
    ...messageAttempts(),
    { name: 'Blob.text', start: () => new Blob(['x']).text() },
    { name: 'Blob.arrayBuffer', start: () => new Blob(['x']).arrayBuffer() },
    { name: 'Blob.bytes', start: async () => method(new Blob(['x']), 'bytes')() },
    { name: 'Blob.stream', start: () => new Blob(['x']).stream().getReader().read() },
    { name: 'Response.text', start: () => new Response('x').text() },
    { name: 'setTimeout', start: () => later(1) },
    { name: 'setImmediate', start: () => immediately() },
    { name: 'process.nextTick', start: () => new Promise((resolve) => process.nextTick(resolve)) },
    { name: 'queueMicrotask', start: () => new Promise<void>((resolve) => queueMicrotask(resolve)) },
    {
      name: 'PerformanceObserver',
      start: () =>
        new Promise<void>((resolve) => {
          new PerformanceObserver((_, observer) => {
            observer.disconnect();
            resolve();
          }).observe({ entryTypes: ['mark'] });
          performance.mark('x');
        }),
    },
    {
      name: 'inspector.Session.post',
      start: () => {
        const session = new Session();
        session.connect();
        return called((done) => session.post('Runtime.evaluate', { expression: '1' }, done)).finally(() =>
          session.disconnect(),
        );
      },
    },
    {
      name: 'v8.getHeapSnapshot',
      start: async () => {
        for await (const _ of getHeapSnapshot());
      },
    },
    { name: 'sqlite.backup', start: async () => backup(place) },
    {
      name: 'navigator.locks.request',
      start: async () => {
        const { locks } = (globalThis.navigator ?? {}) as { locks?: object };
        if (!locks) throw new Absent('locks');
        return method(locks, 'request')(`x${modules++}`, async () => {});
      },
    },
  ];
}

const databases: unknown[] = [];

/** A database is copied page by page into another. */
function backup(place: Place): Promise<unknown> {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as object | undefined;
  if (!sqlite) throw new Absent('node:sqlite');
  const copy = method(sqlite, 'backup');
  const { DatabaseSync, Database = DatabaseSync } = sqlite as unknown as Record<
    string,
    new (path: string) => { exec(text: string): void }
  >;
  if (!Database) throw new Absent('a database');
  const database = new Database(place.path('.db'));
  // Node 22 goes on reading from a database that the collector has taken.
  databases.push(database);
  database.exec('create table t (a); insert into t values (1)');
  return copy(database, place.path('.db')) as Promise<unknown>;
}

function processAttempts(place: Place): Attempt[] {
  const forked = place.file('process.send(1, () => process.disconnect());', '.cjs');
  const thread = place.file("require('node:worker_threads').parentPort.postMessage(1);", '.cjs');
  const module = place.file(
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(1);",
    '.mjs',
  );
  const started = async (file: string) => {
    const worker = new Worker(file, { env: {} });
    await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  };
  return [
    { name: 'child_process.spawn', start: async () => once(spawn('true', { stdio: 'ignore' }), 'close') },
    { name: 'child_process.exec', start: () => called((done) => exec('true', done)) },
    { name: 'child_process.execFile', start: () => called((done) => execFile('true', done)) },
    { name: 'child_process.fork', start: async () => once(fork(forked, { stdio: 'ignore' }), 'message') },
    { name: 'Worker (CommonJS)', start: () => started(thread) },
    { name: 'Worker (ES module)', start: () => started(module) },
  ];
}

function moduleAttempts(place: Place): Attempt[] {
  const imported = (content: string, ending: string) =>
    import(pathToFileURL(place.file(content, ending)).href);
  return [
    { name: 'import() of an ES module', start: () => imported('export const a = 1;', '.mjs') },
    { name: 'import() of CommonJS', start: () => imported('exports.a = 1;', '.cjs') },
    {
      name: 'import() of two ES modules',
      start: () => {
        const other = pathToFileURL(place.file('export const a = 1;', '.mjs')).href;
        return imported(`export * from ${JSON.stringify(other)};`, '.mjs');
      },
    },
    { name: 'WebAssembly.compile', start: async () => webAssembly('compile')(wasm()) },
    { name: 'WebAssembly.instantiate', start: async () => webAssembly('instantiate')(wasm()) },
    {
      name: 'WebAssembly.compileStreaming',
      start: async () => {
        const response = new Response(wasm(), { headers: { 'content-type': 'application/wasm' } });
        return webAssembly('compileStreaming')(response);
      },
    },
  ];
}

function messageAttempts(): Attempt[] {
  return [
    {
      name: 'MessagePort',
      start: async () => {
        const { port1, port2 } = new MessageChannel();
        port1.postMessage(1);
        await once(port2, 'message');
        port1.close();
      },
    },
    {
      name: 'BroadcastChannel',
      start: async () => {
        const name = `x${modules++}`;
        const [a, b] = [new BroadcastChannel(name), new BroadcastChannel(name)];
        await new Promise<unknown>((resolve) => {
          b.addEventListener('message', resolve, { once: true });
          a.postMessage(1);
        });
        a.close();
        b.close();
      },
    },
  ];
}
