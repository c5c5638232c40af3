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
import type { InstallModule } from './install.cts';
import type { OtelModule } from './otel.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const fs = require('node:fs') as typeof import('node:fs');
const os = require('node:os') as typeof import('node:os');
const path = require('node:path') as typeof import('node:path');
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

/**
 * Returns the path of its own socket, in a folder that its user alone can enter; removes what dead processes left there.
 *
 * @returns null where no such folder can be had
 */
function ownSocket(): string | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const folder = path.join(os.tmpdir(), `chokepoint-${uid}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid: owner } = fs.lstatSync(folder);
    if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFDIR || owner !== uid || (mode & 0o077) !== 0)
      return null;
    for (const name of fs.readdirSync(folder)) {
      const pid = Number(/^(\d+)\.sock$/.exec(name)?.[1]);
      if (pid === process.pid || (pid > 0 && !isAlive(pid)))
        fs.rmSync(path.join(folder, name), { force: true });
    }
    return path.join(folder, `${process.pid}.sock`);
  } catch {
    return null;
  }
}

function start(): void {
  const asked = process.env['CHOKEPOINT_PROBE_SOCKET'];
  const socket = asked || ownSocket();
  if (!socket) return;
  const { bundle } = require(`./bundle${extension}`) as BundleModule;
  const { containment } = require(`./contained${extension}`) as ContainedModule;
  const { install } = require(`./install${extension}`) as InstallModule;
  const { exporter } = require(`./otel${extension}`) as OtelModule;
  const options = { socket, isListening: !asked, entry: 'flag', workerText: bundle('worker') } as const;
  const answer = install(options);
  if (!answer.ok) return;
  const { worker } = answer;
  const contain = containment((note) => worker.postMessage(note));
  exporter(worker, contain);
  // A unix socket stays when its process goes.
  if (!asked)
    process.once(
      'exit',
      contain('probe', () => fs.rmSync(socket, { force: true }), undefined),
    );
}

try {
  if (isMainThread && !launchers.test(process.argv[1] ?? '')) start();
} catch {
  // The application starts without a probe.
}
