/** Whether a server may have a name server of its own here: asked before a plan is made. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withOwnNames } from '../topologies/topology.ts';

/** No answer in so many milliseconds is one too. */
const timeout = 2000;

/** Why not, in a few words; null if it may. Takes some 20 ms, and leaves nothing. */
export async function whyNoOwnNames(): Promise<string | null> {
  if (process.platform !== 'linux') return `${process.platform} has no mounts of one process`;
  return (await whyNoPort()) ?? (await whyNoMounts());
}

/** Name servers are asked at port 53: resolv.conf(5) can name no other. */
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

/** Everything that a trial does, up to the server. */
async function whyNoMounts(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-names-'));
  const { file, args } = withOwnNames({ file: 'cat', args: ['/etc/resolv.conf'], env: {}, announces: 0 });
  try {
    const child = spawn(file, args, {
      env: { ...process.env, CHOKEPOINT_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
    await once(child, 'close');
    // What the server would be told is what counts.
    if (said.stdout.startsWith('nameserver 127.77.')) return null;
    return `mounts of its own are not to be had (${said.stderr.trim().split('\n').at(-1) ?? ''})`;
  } catch (error) {
    return `mounts of its own are not to be had (${(error as Error).message})`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
