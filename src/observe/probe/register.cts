/**
 * Starts the probe with the process, without an inspector: `node --require chokepoint/probe app.js`, or `--import` (guest).
 *
 * Either somebody listens for it already (`CHOKEPOINT_PROBE_SOCKET`), or it listens at a socket of its own, for whoever
 * comes: `chokepoint-UID/PID.sock` in the folder for temporary files, for its user alone. It does nothing while nobody
 * is there. Whatever inherits NODE_OPTIONS has its own probe, but for package managers and PM2's daemon.
 *
 * On Node 20 `--import` itself uses the pool before the application's first line: an application that sets UV_THREADPOOL_SIZE
 * there needs `--require`.
 */
import type { BundleModule } from './bundle.cts';
import type { ContainedModule } from './contained.cts';
import type { Installed, InstallModule } from './install.cts';
import type { ServingModule } from './serving.cts';
import type { OtelModule } from './otel.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const fs = require('node:fs') as typeof import('node:fs');
const net = require('node:net') as typeof import('node:net');
const os = require('node:os') as typeof import('node:os');
const path = require('node:path') as typeof import('node:path');
const { pathToFileURL } = require('node:url') as typeof import('node:url');
const { isMainThread } = require('node:worker_threads') as typeof import('node:worker_threads');

/** Scripts of Node that start applications and are none. */
const launchers =
  /[\\/](npm|npx|yarn|pnpm|pnpx|corepack|pm2|pm2-dev|pm2-docker|pm2-runtime)(-cli)?(\.c?js)?$|[\\/](pm2[\\/]lib[\\/]Daemon|yarn-[\d.]+|yarn[\\/]lib[\\/]cli|nodemon[\\/]bin[\\/]nodemon)\.c?js$/;

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes the sockets of those processes. */
function tidy(folder: string, isOf: (pid: number) => boolean): void {
  for (const name of fs.readdirSync(folder)) {
    const pid = Number(/^(\d+)\.(?:metrics-\d+\.)?sock$/.exec(name)?.[1]);
    if (pid > 0 && isOf(pid)) fs.rmSync(path.join(folder, name), { force: true });
  }
}

/**
 * Returns the folder of sockets that its user alone can enter; removes what dead processes left there.
 *
 * @returns null where no such folder can be had
 */
function ownFolder(): string | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const folder = path.join(os.tmpdir(), `chokepoint-${uid}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid: owner } = fs.lstatSync(folder);
    if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFDIR || owner !== uid || (mode & 0o077) !== 0)
      return null;
    tidy(folder, (pid) => pid === process.pid || !isAlive(pid));
    return folder;
  } catch {
    return null;
  }
}

/** The address of `CHOKEPOINT_METRICS`: `9464` on the loopback, `0.0.0.0:9464`, `[::]:9464`; null: it is none that can be taken. */
function addressOf(text: string): { readonly host: string; readonly port: number } | null {
  const [, bare, bracketed, digits] =
    /^(?:(?:([\d.]+|localhost)|\[([\da-f:.]+)\]):)?(\d+)$/i.exec(text) ?? [];
  const port = Number(digits);
  const host = bare === 'localhost' ? '127.0.0.1' : (bare ?? bracketed ?? '127.0.0.1');
  return port > 0 && port < 65_536 && net.isIP(host) > 0 ? { host, port } : null;
}

interface Probe {
  readonly worker: Installed['worker'];
  /** The folder of sockets, where one was asked for and can be had. */
  readonly folder: string | null;
}

/**
 * @param isWanted whether somebody wants its metrics, so that it is of use where nobody can come to it
 * @returns why there is no probe
 */
function start(isWanted: boolean): Probe | string {
  const asked = process.env['CHOKEPOINT_PROBE_SOCKET'];
  const folder = !asked || isWanted ? ownFolder() : null;
  const socket = asked || (folder && path.join(folder, `${process.pid}.sock`));
  if (!socket && !isWanted) return 'no folder can be had that others cannot enter';
  const { bundle } = require(`./bundle${extension}`) as BundleModule;
  const { containment } = require(`./contained${extension}`) as ContainedModule;
  const { install } = require(`./install${extension}`) as InstallModule;
  const { exporter } = require(`./otel${extension}`) as OtelModule;
  const answer = install({
    socket,
    isListening: !asked,
    entry: 'flag',
    workerText: bundle('worker'),
    metrics: pathToFileURL(
      path.join(__dirname, '..', 'own', `own-metrics${extension === '.cts' ? '.ts' : '.js'}`),
    ).href,
  });
  if (!answer.ok) return answer.why;
  const { worker } = answer;
  const contain = containment((note) => worker.postMessage(note));
  exporter(worker, contain);
  // A unix socket stays when its process goes.
  if (folder)
    process.once(
      'exit',
      contain('probe', () => tidy(folder, (pid) => pid === process.pid)),
    );
  return { worker, folder };
}

/** Publishes the metrics, or says in one line why not. */
function serve(metrics: string, place: number | null): void {
  try {
    if (typeof probe === 'string') throw new Error(probe);
    const address = addressOf(metrics);
    if (!address)
      throw new Error(`CHOKEPOINT_METRICS is ${JSON.stringify(metrics)}, and has to be PORT or ADDRESS:PORT`);
    probe.worker.postMessage({ type: 'serve', address: { ...address, folder: probe.folder, worker: place } });
  } catch (error) {
    fs.writeSync(2, `chokepoint: no metrics: ${(error as Error).message}\n`);
  }
}

const isApplication = isMainThread && !launchers.test(process.argv[1] ?? '');

/** Starts the probe if that can be. @returns why there is none: the application goes on all the same */
function started(isWanted: boolean): Probe | string {
  try {
    return isApplication ? start(isWanted) : 'this is a thread, or a program that starts applications';
  } catch (error) {
    return (error as Error).message;
  }
}

const metrics = process.env['CHOKEPOINT_METRICS'];
let probe = started(Boolean(metrics));
try {
  if (metrics && isApplication) {
    const { onceServing, ownPlace } = require(`./serving${extension}`) as ServingModule;
    onceServing(() => serve(metrics, ownPlace()));
  }
} catch {
  // No file of the package may be read.
}

/** @returns the probe's thread, started now where it was not; or why there is none */
function wanted(): Installed['worker'] | string {
  if (typeof probe === 'string') probe = started(true);
  return typeof probe === 'string' ? probe : probe.worker;
}

const api = { wanted };
export type RegisterModule = typeof api;
module.exports = api;
