/** An example that serves, and the port where it does. */
import { spawn } from 'node:child_process';
import { held } from '../kit/process.ts';
import { until } from '../kit/until.ts';
import { example, freePort, root } from '../cli/chokepoint.ts';

/** @param binary the Node that it runs on. @returns the server once it answers; it ends with the block */
export async function served(binary: string) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = held(spawn(binary, [example('http-stat.mjs')], { cwd: root, env, stdio: 'ignore' }));
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp);
  return Object.assign(child, { port });
}
