/** Servers of incidents, started for real, and what belongs to them: companions, load, and their end. */
import assert from 'node:assert/strict';
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { affinity } from '../../src/host/host.ts';
import { freePort } from '../../src/server/launch.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import { withOwnNames } from '../../src/server/own-names.ts';
import type { Launch } from '../../src/topologies/topology.ts';
import type { Companion, Incident, Variant } from './incident.ts';
import { postgres, takesConnections } from '../kit/postgres.ts';
import { started as ready } from '../kit/process.ts';
import { redis } from '../kit/redis.ts';
import { until } from '../kit/until.ts';
import { quotaGroup, type QuotaGroup } from './quota.ts';

const servers = join(import.meta.dirname, 'servers');
/** A server that says nothing for so long is broken. */
const timeout: Milliseconds = 20_000;

export interface Stage extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
}

/** The program of an incident, with its companion; all of it ends with the stage. */
export async function stage(incident: Incident, variant: Variant = incident): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'incident-'));
  const children: ChildProcess[] = [];
  const group = incident.quota === undefined ? null : quotaGroup(basename(folder), incident.quota);
  const end = async () => {
    // The server first: it may wait for its companion.
    for (const child of children) await ended(child);
    await group?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const before = incident.beside?.type === 'names' ? null : incident.beside;
    const own = { INCIDENT_FOLDER: folder, CHOKEPOINT_DIR: folder };
    const environment = before ? await companion(before, folder, children) : {};
    const launch = launchOf(incident, { ...variant, env: { ...environment, ...own, ...variant.env } }, group);
    const { child, port } = await (incident.asksForPort ? startedAtPort : started)(launch, children);
    const pid = child.pid ?? 0;
    if (incident.beside?.type === 'names') await nameServer(pid, incident.beside.latency, children);
    return { pid, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function launchOf(incident: Incident, variant: Variant, group: QuotaGroup | null): Launch {
  const { argv = [], env = {} } = variant;
  const program = [process.execPath, join(servers, incident.server), ...argv.map(String)];
  if (incident.cpus !== undefined) {
    program.unshift('taskset', '-c', (affinity() ?? [0]).slice(0, incident.cpus).join(','));
  }
  if (group) program.unshift('sh', '-c', `echo $$ > ${group.entry} && exec "$@"`, 'sh');
  if (incident.asksForPort) program.unshift('sh', '-c', endWithInput, 'sh');
  const [file = '', ...args] = program;
  const launch = { file, args, env, announces: 0 };
  return incident.beside?.type === 'names' ? withOwnNames(launch) : launch;
}

/** The program keeps the shell's number; when the input ends, as it does with this process, it is ended. */
const endWithInput = 'exec 3<&0; (cat <&3 > /dev/null; kill -9 $$) & exec "$@" < /dev/null 3<&-';

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

function launched({ file, args, env }: Launch, children: ChildProcess[]): ChildProcessWithoutNullStreams {
  const { UV_THREADPOOL_SIZE: _own, NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(file, args, {
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own group, to end all of it at once.
    detached: true,
  });
  // In front: what was started last ends first.
  children.unshift(child);
  // It may end before it has read anything.
  child.stdin.on('error', () => {});
  return child;
}

/** Resolves when the program has said where it listens. */
async function started(launch: Launch, children: ChildProcess[]): Promise<Started> {
  const { child, first } = await ready(launched(launch, children), /^listening (\d+)\n/m);
  return { child, port: Number(first) };
}

/** Resolves when the port that was given to the program takes connections. */
async function startedAtPort(launch: Launch, children: ChildProcess[]): Promise<Started> {
  const port = await freePort();
  const child = launched({ ...launch, env: { ...launch.env, PORT: String(port) } }, children);
  child.stdout.resume();
  child.stderr.resume();
  const isOpen = () => {
    assert.equal(child.exitCode, null, `${launch.args.join(' ')} has ended`);
    return takesConnections(port);
  };
  await until(isOpen, { within: timeout, every: 20 });
  return { child, port };
}

/** Another program of the folder of servers. */
const runBeside = (
  name: string,
  args: readonly (string | number)[],
  children: ChildProcess[],
  env: Launch['env'] = {},
) =>
  started(
    { file: process.execPath, args: [join(servers, name), ...args.map(String)], env, announces: 0 },
    children,
  );

async function companion(
  beside: Companion,
  folder: string,
  children: ChildProcess[],
): Promise<Record<string, string>> {
  if (beside.type === 'disk') {
    // Each open for writing holds a thread until a reader comes.
    const env = { UV_THREADPOOL_SIZE: String(beside.files + 4) };
    await runBeside('slow-disk.cjs', [folder, beside.files, beside.latency], children, env);
    return { SLOW_FILES: String(beside.files) };
  }
  if (beside.type === 'upstream') {
    const socket = join(folder, 'upstream');
    const at = beside.isUnix ? [socket] : [];
    const { port } = await runBeside('slow-upstream.cjs', [beside.latency, ...at], children);
    return beside.isUnix ? { UPSTREAM_SOCKET: socket } : { UPSTREAM: `http://127.0.0.1:${port}/` };
  }
  if (beside.type === 'postgres') {
    const { child, port } = await postgres(folder);
    children.unshift(child);
    return { POSTGRES_SOCKET: folder, POSTGRES_PORT: String(port) };
  }
  if (beside.type === 'redis') {
    const { child, port } = await redis(folder);
    children.unshift(child);
    return { REDIS_PORT: String(port) };
  }
  return {};
}

/** At the address that `withOwnNames` gives the process `pid`. */
async function nameServer(pid: number, latency: Milliseconds, children: ChildProcess[]): Promise<void> {
  const address = `127.77.${Math.floor(pid / 256) % 256}.${pid % 256}`;
  await runBeside('slow-names.cjs', [address, latency], children);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const end = isOver ? null : once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of the group have ended.
  }
  await end;
}
