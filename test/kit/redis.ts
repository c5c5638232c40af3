/** A Redis of the test's own, that keeps nothing, at a port of the loopback interface. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { freePort } from '../../src/server/launch.ts';
import { until } from './until.ts';

const isThere = spawnSync('redis-server', ['--version']).status === 0;
export const whyNoRedis = isThere ? null : 'there is no redis-server on the PATH';

/** @param folder an own one. The server is the leader of a group of its own; whoever starts it ends it */
export async function redis(
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until(() => said.includes('Ready to accept connections'));
  return { child, port };
}
