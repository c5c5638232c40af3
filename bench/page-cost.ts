/**
 * What the page of metrics costs the process that publishes it: CPU for each request of one server, with the page, scraped each second,
 * and without it, in slices of random order. (Two processes of one program differ by some percent, which is more than that.)
 *
 *     npm run bench -- page-cost [--rounds 36] [--block 2000] [--nodes 20,22,24]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findNodes } from '../src/host/node-versions.ts';
import { freePort } from '../src/server/launch.ts';
import { answer, clients, cpuOfEach, inRandomOrder, ratioText, type Progress } from './load/closed-loop.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '36' },
    block: { type: 'string', default: '2000' },
    nodes: { type: 'string', default: process.execPath },
  },
});
const dist = join(import.meta.dirname, '../dist/observe');
/** Until the server is warm; until a probe that is brought anew is compiled. */
const [warmUp, settling] = [6000, 2500];

const script = (page: number) => `
const { install } = require(${JSON.stringify(join(dist, 'probe/install.cjs'))});
const workerText = require(${JSON.stringify(join(dist, 'probe/bundle.cjs'))}).bundle('worker');
const metrics = ${JSON.stringify(`file://${join(dist, 'own/own-metrics.js')}`)};
const address = { host: '127.0.0.1', port: ${page}, folder: null, worker: null };
let count = 0;
let worker = null;
const server = require('node:http').createServer((request, response) => { count++; response.end('ok'); });
process.on('message', async ({ isOn }) => {
  if (isOn !== undefined) await worker?.terminate();
  if (isOn !== undefined) worker = null;
  if (isOn === true) {
    ({ worker } = install({ socket: null, entry: 'flag', workerText, metrics }));
    worker.postMessage({ type: 'serve', address });
  }
  process.send({ count, cpu: process.cpuUsage(), port: server.address().port });
});
require('node:fs').stat('/', () => server.listen(0, '127.0.0.1', () => process.send('ready')));`;

async function ratios(binary: string): Promise<number[]> {
  const page = await freePort();
  const child = spawn(binary, ['-e', script(page)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const url = `http://127.0.0.1:${page}/metrics`;
  let scraped = 0;
  const scrapes = setInterval(
    () =>
      void fetch(url).then(
        () => scraped++,
        () => {},
      ),
    1000,
  );
  try {
    await once(child, 'message');
    const { port } = await answer<{ port: number }>(child);
    clients(port, 32);
    await sleep(warmUp);
    return await inRandomOrder(Number(values.rounds), async (isOn) => {
      await answer(child, { isOn });
      await sleep(settling);
      const [before, from] = [await answer<Progress>(child), scraped];
      await sleep(Number(values.block));
      const after = await answer<Progress>(child);
      if (scraped > from !== isOn) throw new Error('the page is not as it was to be');
      return cpuOfEach(before, after);
    });
  } finally {
    clearInterval(scrapes);
    child.kill('SIGKILL');
  }
}

for (const { label, binary } of await findNodes(values.nodes))
  console.log(
    `Node ${label}: CPU for each request with the page of metrics ÷ without: ${ratioText(await ratios(binary))}`,
  );
