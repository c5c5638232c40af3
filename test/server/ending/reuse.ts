/**
 * Runs as the first process of a pid namespace of its own, where it can say which number the next process gets.
 * `server`: a server that has ended, and whose number a stranger has by now, is stopped.
 * `reaper`: the same, and its controller is killed. `controller` is that controller.
 * Prints one line of JSON.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../src/host/clock.ts';
import { runScope } from '../../../src/server/run-scope.ts';
import { identity } from '../../../src/host/processes.ts';
import { startServer } from '../../../src/server/server.ts';

const { argv, execPath } = process;
const [, file = '', part] = argv;
const common = { cwd: '/', cpus: null, clock: systemClock };
const shell = (script: string) => ({ file: '/bin/sh', args: ['-c', script], env: {}, announces: 0 });

/** A start time has whole hundredths of a second: two processes within one of them would look like one. */
const tick = 20;

/** Starts a process that gets this very number, at the head of a session of its own. */
async function stranger(pid: number): Promise<ChildProcess> {
  await delay(tick);
  for (let attempt = 0; attempt < 50; attempt++) {
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1));
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    if (child.pid === pid) return child;
    child.kill('SIGKILL');
  }
  throw new Error(`no process got the number ${pid}`);
}

if (part === 'server') {
  const server = startServer({ ...common, launch: shell('exit 0'), mark: 'test-reuse' });
  await server.exited;
  const other = await stranger(server.pid);
  const who = identity(server.pid);
  const adopted = server.pids().includes(server.pid);
  const { left } = await server.stop();
  print({ adopted, left, lives: who !== null && identity(server.pid) === who });
  other.kill('SIGKILL');
}

if (part === 'controller') {
  const held = runScope('test');
  // The child leaves the session: a session that has a member keeps its number.
  const launch = shell('setsid sleep 1001 & sleep 0.3; exit 0');
  const server = startServer({ ...common, launch, mark: held.mark, onProcess: (who) => held.process(who) });
  held.server(server.root, true);
  await server.exited;
  print({ pid: server.pid, folder: held.folder, child: server.pids()[0] });
  setInterval(() => {}, 1000);
}

if (part === 'reaper') {
  const controller = spawn(execPath, [file, 'controller'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: controller.stdout })[Symbol.asyncIterator]();
  const said = JSON.parse(String((await lines.next()).value)) as {
    pid: number;
    folder: string;
    child: number;
  };
  const other = await stranger(said.pid);
  const who = identity(said.pid);
  const child = identity(said.child);
  controller.kill('SIGKILL');
  for (const end = Date.now() + 20_000; existsSync(said.folder) && Date.now() < end;) await delay(20);
  print({
    cleaned: !existsSync(said.folder),
    childEnded: child !== null && identity(said.child) === null,
    lives: who !== null && identity(said.pid) === who,
  });
  other.kill('SIGKILL');
}

function print(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
