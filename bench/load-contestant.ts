/** One of the other generators of Node's, driven for `bench/load.ts` in a process of its own. */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

/** CPU time (user + system) in milliseconds for so many requests. */
export interface Cost {
  readonly requests: number;
  readonly cpu: number;
  readonly seconds: number;
}

interface AutocannonOptions {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
}

const require = createRequire(import.meta.url);
const [name = '', url = '', connectionsText = '', secondsText = ''] = process.argv.slice(2);
const connections = Number(connectionsText);
const seconds = Number(secondsText);
const cost = name === 'autocannon' ? await withAutocannon() : await withUndici();
process.send?.(cost, undefined, undefined, () => process.exit());

/** autocannon has no warm-up that is left out of its figures, so it runs once before. */
async function withAutocannon(): Promise<Cost> {
  const autocannon: (
    options: AutocannonOptions,
  ) => Promise<{ requests: { total: number } }> = require('autocannon');
  await autocannon({ url, connections, duration: 1 });
  const before = process.cpuUsage();
  const { requests } = await autocannon({ url, connections, duration: seconds });
  return { requests: requests.total, cpu: cpuSince(before), seconds };
}

/** Its lowest level, one client for each connection, no promise for each request. */
async function withUndici(): Promise<Cost> {
  let requests = 0;
  let running = true;
  const clients = Array.from(
    { length: connections },
    () => new Client(new URL(url).origin, { pipelining: 1 }),
  );
  for (const client of clients) ask(client);
  await sleep(1_000);
  const from = requests;
  const before = process.cpuUsage();
  await sleep(seconds * 1_000);
  const result = { requests: requests - from, cpu: cpuSince(before), seconds };
  running = false;
  await Promise.all(clients.map((client) => client.destroy()));
  return result;

  function ask(client: Client): void {
    const next = () => {
      requests++;
      if (running) ask(client);
    };
    client.dispatch(
      { path: '/', method: 'GET' },
      {
        onRequestStart: () => {},
        onResponseStart: () => {},
        onResponseData: () => {},
        onResponseEnd: next,
        onResponseError: () => {},
      },
    );
  }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
