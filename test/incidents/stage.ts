/** Servers of incidents, started for real, and what belongs to them: companions, load, and their end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoadJob } from '../../src/load/engine.ts';
import { findOnPath, httpEngine } from '../../src/load/http-engine.ts';
import { affinity } from '../../src/measure/host.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import { withOwnNames } from '../../src/topologies/own-names.ts';
import type { Launch } from '../../src/topologies/topology.ts';
import type { Companion, Incident, IncidentLoad, Variant } from './incident.ts';

const servers = join(import.meta.dirname, 'servers');
/** A server that says nothing for so long is broken. */
const patience: Milliseconds = 20_000;

export interface Stage extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
}

/** The program of an incident, with its companion; all of it ends with the stage. */
export async function stage(
  incident: Incident,
  variant: Variant = incident,
  node = process.execPath,
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-incident-'));
  const children: ChildProcess[] = [];
  const end = async () => {
    // The server first: it may wait for its companion.
    for (const child of children) await ended(child);
    if (incident.quota !== undefined) rmdirSync(groupFolder(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const before = incident.beside?.type === 'names' ? null : incident.beside;
    const environment = before ? await companion(before, folder, children) : {};
    const launch = launchOf(incident, variant, node, folder);
    const { child, port } = await started(launch, { ...environment, INCIDENT_FOLDER: folder }, children);
    const pid = child.pid ?? 0;
    if (incident.beside?.type === 'names') await nameServer(pid, incident.beside.latency, children);
    return { pid, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function launchOf(incident: Incident, variant: Variant, node: string, folder: string): Launch {
  const { argv = [], env = {} } = variant;
  const program = [node, join(servers, incident.server), ...argv.map(String)];
  if (incident.cpus !== undefined) {
    program.unshift('taskset', '-c', (affinity() ?? [0]).slice(0, incident.cpus).join(','));
  }
  if (incident.quota !== undefined) {
    const script = `echo $$ > ${group(folder, incident.quota)} && exec "$@"`;
    program.unshift('sh', '-c', script, 'sh');
  }
  const [file = '', ...args] = program;
  const launch = { file, args, env, announces: 0 };
  return incident.beside?.type === 'names' ? withOwnNames(launch) : launch;
}

/** Resolves when the program has said where it listens. */
async function started(
  { file, args, env }: Launch,
  environment: Record<string, string>,
  children: ChildProcess[],
): Promise<{ child: ChildProcess; port: number }> {
  const { UV_THREADPOOL_SIZE: _own, NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(file, args, {
    env: {
      ...inherited,
      ...environment,
      ...env,
      CHOKEPOINT_DIR: environment['INCIDENT_FOLDER'],
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own group, to end all of it at once.
    detached: true,
  });
  // In front: what was started last ends first.
  children.unshift(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  // It may end before it has read anything.
  child.stdin.on('error', () => {});
  const signal = AbortSignal.timeout(patience);
  for await (const line of createInterface({ input: child.stdout, signal })) {
    const port = /^listening (\d+)$/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return { child, port: Number(port) };
    }
  }
  throw new Error(`${args.join(' ')} did not begin to listen: ${complaints}`);
}

async function companion(
  beside: Companion,
  folder: string,
  children: ChildProcess[],
): Promise<Record<string, string>> {
  const run = (name: string, args: readonly (string | number)[], env: Record<string, string>) => {
    const launch = {
      file: process.execPath,
      args: [join(servers, name), ...args.map(String)],
      env,
      announces: 0,
    };
    return started(launch, {}, children);
  };
  if (beside.type === 'disk') {
    // Each open for writing holds a thread until a reader comes.
    const env = { UV_THREADPOOL_SIZE: String(beside.files + 4) };
    await run('slow-disk.cjs', [folder, beside.files, beside.latency], env);
    return { SLOW_FILES: String(beside.files) };
  }
  if (beside.type === 'upstream') {
    const { port } = await run('slow-upstream.cjs', [beside.latency], {});
    return { UPSTREAM: `http://127.0.0.1:${port}/` };
  }
  return {};
}

/** At the address that `withOwnNames` gives the process `pid`. */
async function nameServer(pid: number, latency: Milliseconds, children: ChildProcess[]): Promise<void> {
  const address = `127.77.${Math.floor(pid / 256) % 256}.${pid % 256}`;
  const args = [join(servers, 'slow-names.cjs'), address, String(latency)];
  await started({ file: process.execPath, args, env: {}, announces: 0 }, {}, children);
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

/** Version 1 or 2 of control groups, whichever has the CPU controller here; null: neither may be changed. */
const cpuTree = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct', '/sys/fs/cgroup'];
const groupFolders = new Map<string, string>();
const groupFolder = (folder: string) => groupFolders.get(folder) ?? '';

/** A group with a quota, made for one stage. @returns the file that takes a process into it */
function group(folder: string, quota: number): string {
  for (const tree of cpuTree) {
    const path = join(tree, `chokepoint-${folder.split('-').at(-1)}`);
    try {
      mkdirSync(path);
    } catch {
      continue;
    }
    const period = 100_000;
    for (const [file, value] of [
      ['cpu.max', `${quota * period} ${period}`],
      ['cpu.cfs_quota_us', String(quota * period)],
    ] as const) {
      try {
        writeFileSync(join(path, file), value, { flag: 'r+' });
        groupFolders.set(folder, path);
        return join(path, 'cgroup.procs');
      } catch {
        // The other version.
      }
    }
    rmdirSync(path);
  }
  throw new Error('no group can be made');
}

/** Why no control group with a quota can be made here; null if one can. */
export function whyNoQuota(): string | null {
  const folder = `probe-${process.pid}`;
  try {
    group(folder, 1);
    rmdirSync(groupFolder(folder));
    return null;
  } catch (error) {
    return `a CPU quota needs control groups that may be changed (${(error as Error).message})`;
  }
}

export const whyNoTaskset = (): string | null =>
  findOnPath('taskset') === null ? 'the program taskset is missing' : null;

export interface Going {
  /** All generators send. */
  readonly begun: Promise<unknown>;
  /** By path; those that were aborted have no outcome. */
  readonly ended: Promise<Map<string, LoadOutcome>>;
}

/** All loads of an incident at the same time, each by a generator of its own. */
export function loads(
  { load }: Pick<Incident, 'load'>,
  url: string,
  duration: Milliseconds,
  signal: AbortSignal,
): Going {
  const begun: Promise<void>[] = [];
  const runs = load.map(async (each) => {
    if (each.connections !== undefined) return linger(each, url, duration, signal);
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(promise);
    try {
      const onPhase = () => resolve();
      return [each.path, await httpEngine().run(jobOf(each, url, duration), { signal, onPhase })] as const;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      resolve();
    }
  });
  const outcomes = Promise.all(runs).then((all) => new Map(all.filter((each) => each !== null)));
  return { begun: Promise.all(begun), ended: outcomes };
}

/** Connections that ask now and then: the engines have no such load. */
async function linger(
  { path, connections = 0 }: IncidentLoad,
  url: string,
  duration: Milliseconds,
  signal: AbortSignal,
) {
  const { hostname, port } = new URL(url);
  const over = AbortSignal.any([signal, AbortSignal.timeout(duration)]);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).resume());
  const ask = () => {
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  };
  for (const socket of sockets) socket.on('error', () => {});
  ask();
  const timer = setInterval(ask, 1000);
  if (!over.aborted) await once(over, 'abort');
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return null;
}

function jobOf(each: IncidentLoad, url: string, duration: Milliseconds): LoadJob {
  const load =
    each.perSecond !== undefined
      ? ({ kind: 'rate', perSecond: each.perSecond } as const)
      : each.batch !== undefined
        ? ({ kind: 'batch', size: each.batch, batches: 4 } as const)
        : ({ kind: 'closed', clients: each.clients ?? 1 } as const);
  const headers: Record<string, string> = each.closes ? { connection: 'close' } : {};
  return {
    load,
    requests: [{ url: url + each.path, method: 'GET', headers, weight: 1 }],
    warmup: 0,
    duration: each.batch === undefined ? duration : null,
    timeout: 60_000,
    seed: 1,
    traces: 0,
  };
}
