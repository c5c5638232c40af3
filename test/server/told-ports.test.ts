/** The Node processes of a server tell by a preload which they are and where they listen. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toldIn, withToldPorts } from '../../src/server/told-ports.ts';
import { assertEach } from '../kit/assert.ts';
import { emptyFolder } from '../kit/place.ts';
import { until } from '../kit/until.ts';

/** Starts Node with the preload; `code` runs in it, and ends with its standard input. */
function started(folder: string, code: string) {
  const { env } = withToldPorts({ file: '', args: [], env: {}, announces: 0 }, folder);
  const script = `process.stdin.resume().once('end', () => process.exit());${code}`;
  const child = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const end = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, child, [Symbol.asyncDispose]: end };
}

test('A process tells of itself, of each port at which it listens, and of those that it closes', async () => {
  const folder = emptyFolder('told ports');
  await using one = started(
    folder,
    `const { createServer } = require('node:net');
     const first = createServer().listen(0, '127.0.0.1', () => createServer().listen(0, '127.0.0.1', () => first.close()));`,
  );
  const [told] = await until(() => {
    const all = toldIn(folder);
    return (
      all[0]?.listeners.some(({ socket }) => socket.endsWith(' 2')) && all[0].listeners.length === 1 && all
    );
  });
  const { pid, parent, words, isWorker, listeners } = told ?? {};
  assert.deepEqual([pid, parent, isWorker, words?.[0]], [one.pid, process.pid, false, process.execPath]);
  assertEach(listeners, ({ address, pid: by }) => `${address} ${by}`, [`127.0.0.1 ${one.pid}`]);
});

test('The workers of a cluster are told as such, with their port', async () => {
  const folder = emptyFolder('told ports');
  const worker = join(folder, 'worker.cjs');
  writeFileSync(worker, `require('node:http').createServer().listen(0, '127.0.0.1')`);
  await using one = started(
    folder,
    `const cluster = require('node:cluster');
     cluster.setupPrimary({ exec: ${JSON.stringify(worker)}, execArgv: [] });
     cluster.fork(); cluster.fork();`,
  );
  const workers = await until(() => {
    const found = toldIn(folder).filter(({ isWorker, listeners }) => isWorker && listeners.length === 1);
    return found.length === 2 && found;
  });
  assert.deepEqual(new Set(workers.map(({ parent }) => parent)), new Set([one.pid]));
  assert.equal(new Set(workers.flatMap(({ listeners }) => listeners.map(({ port }) => port))).size, 1);
});

test('A process that cannot tell runs on', async () => {
  const folder = emptyFolder('told ports');
  const { env } = withToldPorts({ file: '', args: [], env: {}, announces: 0 }, folder);
  chmodSync(folder, 0o500);
  const code = `process.getuid() === 0 && process.setuid(65534);
    const server = require('node:net').createServer().listen(0, () => server.close());`;
  const child = spawn(process.execPath, ['-e', code], { env: { ...process.env, ...env }, stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
