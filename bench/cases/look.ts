/**
 * What a person looks at, in that order: which threads use the CPUs and which wait, whom the process is connected to (`ss`), in
 * which system calls it is (`strace -c`), and in which functions (`perf`, with the names of JavaScript). The doctor has no part in it.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../../src/host/processes.ts';
import { httpEngine } from '../../src/load/http-engine.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { Seen, NamedCase } from './case.ts';
import { freePorts, jobOf, startServer } from './start.ts';
import { watchThreads } from './threads.ts';

/** Of each tool. */
const seconds = 3;
/** Lines of a tool's list. */
const lines = 13;

/** @returns what `/proc` shows of the server under its load, with nobody else watching */
export async function seen(one: NamedCase, folder: string): Promise<Seen> {
  const ports = await freePorts();
  await using server = await startServer(one, folder, ports);
  const load = httpEngine().run(jobOf(one, ports, 1500, 3000));
  await sleep(2000);
  const threads = await watchThreads(server.pid, 2000);
  return { threads, ...loadOf(await load) };
}

function loadOf({ throughput, response, errors }: LoadOutcome): Omit<Seen, 'threads'> {
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return { throughput, response: response.count === 0 ? null : response.sum / response.count / 1000, failed };
}

/** @returns text to read: what the tools printed under the load of the case */
export async function look(one: NamedCase, folder: string): Promise<string> {
  const ports = await freePorts();
  await using server = await startServer(one, folder, ports, { NODE_OPTIONS: '--perf-basic-prof' });
  const over = new AbortController();
  const load = httpEngine().run(jobOf(one, ports, 1000, (3 * seconds + 4) * 1000), { signal: over.signal });
  await sleep(2000);
  try {
    const groups = await watchThreads(server.pid, seconds * 1000);
    const threads = groups.map(
      ({ name, count, ran, waited, states }) =>
        `${String(count).padStart(3)} × ${name.padEnd(26)} ${ran.toFixed(2)} CPUs, ${waited.toFixed(2)} wait for one; ${states}`,
    );
    const pids = processTree(server.pid);
    const sockets = await connections(pids, ports.own);
    const calls = await strace(pids);
    const profile = await perf(pids);
    const { throughput, response, failed } = loadOf(await load);
    return [
      `== ${one.name}: ${availableParallelism()} CPUs, ${throughput.toFixed(1)}/s, mean ${response?.toFixed(1)} ms, ${failed} failed`,
      ...threads,
      sockets,
      calls,
      profile,
    ].join('\n');
  } finally {
    over.abort();
    await load.catch(() => {});
    // Node wrote the names for perf.
    rmSync(`/tmp/perf-${server.pid}.map`, { force: true });
  }
}

/** How many connections the server has to others, by their ports. */
async function connections(pids: readonly number[], own: number): Promise<string> {
  const text = await outputOf('ss', ['-tnpH', 'state', 'established']);
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, , local = '', peer = ''] = line.trim().split(/\s+/);
    const isOwn = pids.some((pid) => line.includes(`pid=${pid},`));
    if (!isOwn || local.endsWith(`:${own}`)) continue;
    counts.set(peer, (counts.get(peer) ?? 0) + 1);
  }
  return `-- ss, connections to others: ${JSON.stringify(Object.fromEntries(counts))}`;
}

async function strace(pids: readonly number[]): Promise<string> {
  const file = join(tmpdir(), `strace-${process.pid}`);
  try {
    const attach = pids.flatMap((pid) => ['-p', String(pid)]);
    await outputOf('timeout', ['-s', 'INT', String(seconds), 'strace', '-c', '-f', '-o', file, ...attach]);
    return `-- strace -c -f\n${first(readFileSync(file, 'utf8'), lines)}`;
  } finally {
    rmSync(file, { force: true });
  }
}

async function perf(pids: readonly number[]): Promise<string> {
  const file = join(tmpdir(), `perf-${process.pid}`);
  const report = async (sort: string, most: number) => {
    const words = ['report', '-i', file, '--stdio', '--no-children', '--sort', sort];
    const text = await outputOf('perf', words);
    const rows = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return `-- perf, by ${sort}\n${first(rows.join('\n'), most)}`;
  };
  try {
    const words = `record -q -F 199 -o ${file} -p ${pids.join(',')} -- sleep ${seconds}`;
    await outputOf('perf', words.split(' '));
    return `${await report('comm', 4)}\n${await report('comm,dso', 6)}\n${await report('symbol', lines)}`;
  } finally {
    rmSync(file, { force: true });
  }
}

const first = (text: string, most: number) =>
  text
    .split('\n')
    .slice(0, most)
    .map((line) =>
      line
        .trimEnd()
        .replace(/\/\S*node_modules\//, '')
        .slice(0, 130),
    )
    .join('\n');

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    // What it says is of use also where it was ended by the timeout.
    execFile(program, args, { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve(stdout || (error ? `${program}: ${stderr}` : stdout)),
    );
  });
}
