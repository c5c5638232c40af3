/** Processes, threads, modules, timers, and whatever else answers later (guest). */
import { exec, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Session } from 'node:inspector';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as immediately, setTimeout as later } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getHeapSnapshot } from 'node:v8';
import { BroadcastChannel, MessageChannel, Worker } from 'node:worker_threads';
import { Absent, called, drained, method, named, type Attempt, type ScratchFolder } from './attempt.ts';

/** Head of a WebAssembly module. `wasm` makes one that differs from every other: what is known is not compiled again. */
const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
let modules = 0;
const wasm = () => new Uint8Array([...header, 0x00, 0x04, 0x01, 0x61, modules++ & 0xff, modules >> 8]);

/** A function of WebAssembly, whose types are the browser's. */
const webAssembly = (name: string) =>
  method((globalThis as unknown as { WebAssembly: object }).WebAssembly, name);

export function otherAttempts(scratch: ScratchFolder): Attempt[] {
  return named({
    ...processStarts(scratch),
    ...moduleStarts(scratch),
    ...messageStarts,
    'Blob.text': () => new Blob(['x']).text(),
    'Blob.arrayBuffer': () => new Blob(['x']).arrayBuffer(),
    'Blob.bytes': async () => method(new Blob(['x']), 'bytes')(),
    'Blob.stream': () => new Blob(['x']).stream().getReader().read(),
    'Response.text': () => new Response('x').text(),
    setTimeout: () => later(1),
    setImmediate: () => immediately(),
    'process.nextTick': () => new Promise((resolve) => process.nextTick(resolve)),
    queueMicrotask: () => new Promise<void>((resolve) => queueMicrotask(resolve)),
    PerformanceObserver: () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe({ entryTypes: ['mark'] });
        performance.mark('x');
      }),
    'inspector.Session.post': () => {
      const session = new Session();
      session.connect();
      return called((done) => session.post('Runtime.evaluate', { expression: '1' }, done)).finally(() =>
        session.disconnect(),
      );
    },
    'v8.getHeapSnapshot': () => drained(getHeapSnapshot()),
    'sqlite.backup': async () => backup(scratch),
    'navigator.locks.request': async () => {
      const { locks } = (globalThis.navigator ?? {}) as { locks?: object };
      if (!locks) throw new Absent('locks');
      return method(locks, 'request')(`x${modules++}`, async () => {});
    },
  });
}

const databases: unknown[] = [];

/** Copies a database page by page into another. */
function backup(scratch: ScratchFolder): Promise<unknown> {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as object | undefined;
  if (!sqlite) throw new Absent('node:sqlite');
  const copy = method(sqlite, 'backup');
  const { DatabaseSync, Database = DatabaseSync } = sqlite as unknown as Record<
    string,
    new (path: string) => { exec(text: string): void }
  >;
  if (!Database) throw new Absent('a database');
  const database = new Database(scratch.path('.db'));
  // Node 22 goes on reading from a database that the collector has taken.
  databases.push(database);
  database.exec('create table t (a); insert into t values (1)');
  return copy(database, scratch.path('.db')) as Promise<unknown>;
}

function processStarts(scratch: ScratchFolder) {
  const forked = scratch.file('process.send(1, () => process.disconnect());', '.cjs');
  const thread = scratch.file("require('node:worker_threads').parentPort.postMessage(1);", '.cjs');
  const module = scratch.file(
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(1);",
    '.mjs',
  );
  const started = async (file: string) => {
    const worker = new Worker(file, { env: {} });
    await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  };
  return {
    'child_process.spawn': async () => once(spawn('/bin/sh', ['-c', ':'], { stdio: 'ignore' }), 'close'),
    'child_process.exec': () => called((done) => exec('true', done)),
    'child_process.execFile': () => called((done) => execFile('/bin/sh', ['-c', ':'], done)),
    'child_process.fork': async () => once(fork(forked, { stdio: 'ignore' }), 'message'),
    'Worker (CommonJS)': () => started(thread),
    'Worker (ES module)': () => started(module),
  };
}

function moduleStarts(scratch: ScratchFolder) {
  const imported = (content: string, ending: string) =>
    import(pathToFileURL(scratch.file(content, ending)).href) as Promise<unknown>;
  return {
    'import() of an ES module': () => imported('export const a = 1;', '.mjs'),
    'import() of CommonJS': () => imported('exports.a = 1;', '.cjs'),
    'import() of two ES modules': () => {
      const other = pathToFileURL(scratch.file('export const a = 1;', '.mjs')).href;
      return imported(`export * from ${JSON.stringify(other)};`, '.mjs');
    },
    'WebAssembly.compile': async () => webAssembly('compile')(wasm()),
    'WebAssembly.instantiate': async () => webAssembly('instantiate')(wasm()),
    'WebAssembly.compileStreaming': async () => {
      const response = new Response(wasm(), { headers: { 'content-type': 'application/wasm' } });
      return webAssembly('compileStreaming')(response);
    },
  };
}

const messageStarts = {
  MessagePort: async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(1);
    await once(port2, 'message');
    port1.close();
  },
  BroadcastChannel: async () => {
    const name = `x${modules++}`;
    const [a, b] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    await new Promise<unknown>((resolve) => {
      b.addEventListener('message', resolve, { once: true });
      a.postMessage(1);
    });
    a.close();
    b.close();
  },
};
