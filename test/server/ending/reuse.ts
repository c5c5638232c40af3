/**
 * Runs as the first process of a pid namespace of its own, where it can say which number the next process gets.
 * `server`: a server that has ended, and whose number a stranger has by now, is stopped.
 * `reaper`: the same, and its controller is killed. `controller` is that controller.
 * `generator`, `ab`: the shell of one has ended, while a daemon that it left keeps its output open, and then it is ended.
 * Prints one line of JSON.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../src/host/clock.ts';
import { abEngine } from '../../../src/load/ab-engine.ts';
import { openGenerators } from '../../../src/run/generators.ts';
import { runScope } from '../../../src/server/run-scope.ts';
import { identity } from '../../../src/host/processes.ts';
import { startServer } from '../../../src/server/server.ts';
import { planOf } from '../../kit/trials.ts';
import { until } from '../../kit/until.ts';
import { job } from '../../load/jobs.ts';

const { argv, execPath } = process;
const [, file = '', part] = argv;
const common = { cwd: '/', cpus: null, clock: systemClock };
const shell = (script: string) => ({ file: '/bin/sh', args: ['-c', script], env: {}, announces: 0 });

/** A start time has whole hundredths of a second: two processes within one of them would look like one. */
const tick = 20;

/** Starts a process that gets this very number, at the head of a session of its own. */
async function stranger(pid: number): Promise<ChildProcess> {
  // What had it may leave its session a moment later, and a number stays taken until then.
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    await delay(tick);
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

/** @param end ends what had that number. @returns whether the stranger outlived it */
async function outlives(pid: number, end: () => Promise<unknown>): Promise<boolean> {
  await until(() => identity(pid) === null);
  const other = await stranger(pid);
  const ended = once(other, 'exit');
  await end();
  // Of two signals the first is the one that it ends by.
  other.kill('SIGUSR2');
  const [, signal] = (await ended) as [number | null, NodeJS.Signals];
  return signal === 'SIGUSR2';
}

if (part === 'generator') {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-reuse-'));
  const [written, program] = [join(folder, 'shell'), join(import.meta.dirname, '../../../src/cli/main.ts')];
  // As `ssh` with ControlPersist: what stays has left the session, and holds stderr.
  const command = `echo $$ > ${written}; setsid sleep 1006 > /dev/null & exec '${execPath}' '${program}' generate`;
  const plan = { ...planOf('4'), generators: [command] };
  const options = { signal: new AbortController().signal, allowsPublic: false, tell: () => {} };
  const generators = await openGenerators(plan, plan, options);
  const pid = Number(readFileSync(written, 'utf8'));
  const closed = generators?.[Symbol.asyncDispose]();
  print({ lives: await outlives(pid, async () => closed) });
  rmSync(folder, { recursive: true });
  process.exit();
}

if (part === 'ab') {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-reuse-'));
  const written = join(folder, 'shell');
  writeFileSync(join(folder, 'ab'), `#!/bin/sh\necho $PPID > ${written}\nsetsid sleep 1007 &\n`, {
    mode: 0o755,
  });
  process.env['PATH'] = `${folder}:${process.env['PATH']}`;
  const controller = new AbortController();
  const load = { kind: 'closed', clients: 1, requestsEach: 1 } as const;
  void abEngine().run(job({ url: 'http://127.0.0.1:9/' }, { load }), { signal: controller.signal });
  // The file is there before the number is in it.
  const pid = await until(() => (existsSync(written) && Number(readFileSync(written, 'utf8'))) || null);
  const end = () => Promise.resolve(controller.abort());
  print({ lives: await outlives(pid, end) });
  rmSync(folder, { recursive: true });
  process.exit();
}

function print(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
