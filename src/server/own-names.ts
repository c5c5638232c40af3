/** Gives a server its own name server, and finds out whether that is possible here, before a plan is made. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireTool } from '../host/tools.ts';
import type { Launch } from '../topologies/topology.ts';

/** Longest time that the trial of mounts may take, in milliseconds. */
const timeout = 2000;

/** Returns why a server may not have a name server of its own; null if it may. Takes some 20 ms, and leaves nothing behind. */
export async function whyNoOwnNames(): Promise<string | null> {
  if (process.platform !== 'linux') return `${process.platform} has no mounts of one process`;
  return (await whyNoPort()) ?? (await whyNoMounts());
}

/** Tries port 53, at which name servers are asked: resolv.conf(5) can name no other. */
function whyNoPort(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const settle = (reason: string | null) => {
      socket.close();
      resolve(reason);
    };
    socket.once('error', ({ message }) => settle(`a name server cannot listen at port 53 (${message})`));
    socket.bind(53, '127.77.0.0', () => settle(null));
  });
}

/** Tries everything that a trial does before it starts the server. */
async function whyNoMounts(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-names-'));
  try {
    const asked = { file: requireTool('cat'), args: ['/etc/resolv.conf'], env: {}, announces: 0 };
    const { file, args } = withOwnNames(asked);
    const child = spawn(file, args, {
      env: { ...process.env, CHOKEPOINT_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
    await once(child, 'close');
    // What counts is the file that the server itself would read.
    if (said.stdout.startsWith('nameserver 127.77.')) return null;
    return `mounts of its own are not to be had (${said.stderr.trim().split('\n').at(-1) ?? ''})`;
  } catch (error) {
    return `mounts of its own are not to be had (${(error as Error).message})`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * This script starts in place of the server, and becomes the server with its last line. The address of the name server is made of the
 * PID, which stays the same, so that no two trials share one. The socket of nscd is hidden: its cache would answer instead.
 */
const ownNamesScript = `
set -e
mkdir=$1
mount=$2
shift 2
folder="\${CHOKEPOINT_DIR:?}/names"
"$mkdir" -p "$folder/no-cache"
printf 'nameserver 127.77.%d.%d\\n' $(($$ / 256% 256)) $(($$ % 256)) > "$folder/resolv.conf"
printf 'hosts: dns\\n' > "$folder/nsswitch.conf"
"$mount" -o bind "$folder/resolv.conf" /etc/resolv.conf
if [ -e /etc/nsswitch.conf ]; then "$mount" -o bind "$folder/nsswitch.conf" /etc/nsswitch.conf; fi
if [ -d /var/run/nscd ]; then "$mount" -o bind "$folder/no-cache" /var/run/nscd; fi
exec "$@"
`;

/**
 * Starts the server with its own mounts, so that it asks its own name server; the mounts end with the server. Two files of /etc and
 * one folder of /var/run are replaced. The network stays the shared one, so that the load generator reaches the server.
 * @throws Problem TOOL_MISSING
 */
export function withOwnNames(launch: Launch): Launch {
  const shell = [requireTool('sh'), '-c', ownNamesScript, 'sh', requireTool('mkdir'), requireTool('mount')];
  // Without root, mounts are changed as the root of a user namespace.
  const ownMounts = process.getuid?.() === 0 ? '-m' : '-rm';
  return {
    ...launch,
    file: requireTool('unshare'),
    args: [ownMounts, ...shell, launch.file, ...launch.args],
  };
}
