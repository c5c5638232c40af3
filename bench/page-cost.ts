/**
 * What the page of metrics costs the process that publishes it: CPU for each request of two servers in turn, one of which has the
 * page and is scraped each second. The unit is a pair of fresh servers: two processes of one program differ by more than that.
 *
 *     npm run bench -- page-cost [--pairs 12] [--block 1000] [--nodes 20,22,24]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findNodes } from '../src/host/node-versions.ts';
import { freePort } from '../src/server/launch.ts';
import { answer, clients, ratioText, type Progress } from './load/closed-loop.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '12' },
    block: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: process.execPath },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const probe = join(import.meta.dirname, '../dist/observe/probe/register.cjs');
/** Slices of a pair, and those at its begin that make the servers warm. */
const [slices, warm] = [24, 8];

const script = `
let count = 0;
const server = require('node:http').createServer((request, response) => { count++; response.end('ok'); });
process.on('message', () => process.send({ count, cpu: process.cpuUsage(), port: server.address().port }));
require('node:fs').stat('/', () => server.listen(0, '127.0.0.1', () => process.send('ready')));`;

/** @returns the logarithm of the ratio of one pair */
async function pair(binary: string): Promise<number> {
  const page = await freePort();
  const published = {
    NODE_OPTIONS: `--require=${probe}`,
    CHOKEPOINT_METRICS: String(page),
    TMPDIR: folder,
  };
  const servers = await Promise.all(
    [published, {}].map(async (env) => {
      const child = spawn(binary, ['-e', script], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, ...env },
      });
      await once(child, 'message');
      return { child, port: (await answer<Progress>(child, {})).port, cpu: 0, count: 0 };
    }),
  );
  const scrapes = setInterval(
    () => void fetch(`http://127.0.0.1:${page}/metrics`).then((one) => one.text()),
    1000,
  );
  try {
    for (let slice = 0; slice < slices; slice++) {
      // Each comes first as often as the other: in turns of two.
      const server = servers[(slice + (slice >> 1)) % 2];
      if (!server) continue;
      const stop = clients(server.port, 32);
      await sleep(400);
      const before = await answer<Progress>(server.child, {});
      await sleep(Number(values.block));
      const after = await answer<Progress>(server.child, {});
      stop();
      if (slice < warm) continue;
      server.cpu += after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
      server.count += after.count - before.count;
    }
    const [one, other] = servers.map(({ cpu, count }) => cpu / count);
    return Math.log((one ?? Number.NaN) / (other ?? Number.NaN));
  } finally {
    clearInterval(scrapes);
    for (const { child } of servers) child.kill('SIGKILL');
  }
}

for (const { label, binary } of await findNodes(values.nodes)) {
  const ratios: number[] = [];
  for (let one = 0; one < Number(values.pairs); one++) ratios.push(await pair(binary));
  console.log(`Node ${label}: CPU for each request with the page of metrics ÷ without: ${ratioText(ratios)}`);
}
