/**
 * What one request costs each load generator: CPU of the generator (user + system) for each request, in rounds of
 * random order against one plain node:http server. A generator that costs more than the server measures itself.
 *
 *     npm run bench -- load [--rounds 6] [--seconds 2] [--connections 10]
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { httpEngine } from '../src/load/http-engine.ts';
import { ReferenceServer } from '../src/load/reference-server.ts';
import { exponential, meanBounds, median } from '../src/stats/mean-and-spread.ts';
import { seeded, shuffled } from '../src/stats/random.ts';
import type { Cost } from './load-contestant.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const baseline = 'autocannon';

type Contestant = (url: string) => Promise<Cost>;

async function ours(url: string): Promise<Cost> {
  const outcome = await httpEngine().run({
    load: { kind: 'closed', clients: connections },
    requests: [{ url, method: 'GET', headers: {}, weight: 1 }],
    warmup: 1_000,
    duration: seconds * 1_000,
    timeout: 10_000,
    seed: 1,
    traces: 1_000,
  });
  return { requests: outcome.counts.verified, cpu: outcome.generator.cpu, seconds };
}

/** Another generator of Node's, in a process of its own that measures itself. */
function inNode(name: string): Contestant {
  return async (url) => {
    const entry = new URL(`./load-contestant${extname(import.meta.filename)}`, import.meta.url);
    const child = fork(entry, [name, url, String(connections), String(seconds)], { execArgv: [] });
    const [cost] = await once(child, 'message');
    return cost;
  };
}

/** A program: its whole CPU time by the shell's `time`, start-up (a few milliseconds) included. */
function program(command: string, requests: (output: string) => number): Contestant {
  return async (url) => {
    const script = `TIMEFORMAT='cpu %U %S'; time ${command} ${url}`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script]);
    const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
    return { requests: requests(stdout), cpu: (Number(user) + Number(system)) * 1_000, seconds };
  };
}

async function contestants(): Promise<ReadonlyMap<string, Contestant>> {
  const found = new Map([
    ['chokepoint', ours],
    [baseline, inNode('autocannon')],
    ['undici dispatch', inNode('undici')],
  ]);
  if (await isInstalled('wrk')) {
    const command = `wrk -t1 -c${connections} -d${seconds}s`;
    found.set(
      'wrk',
      program(command, (output) => Number(/(\d+) requests in/.exec(output)?.[1])),
    );
  }
  if (await isInstalled('oha')) {
    const command = `oha --no-tui -c ${connections} -z ${seconds}s`;
    const perSecond = (output: string) => Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]);
    found.set(
      'oha',
      program(command, (output) => perSecond(output) * seconds),
    );
  }
  return found;
}

async function isInstalled(name: string): Promise<boolean> {
  return promisify(execFile)('bash', ['-c', `command -v ${name}`]).then(
    () => true,
    () => false,
  );
}

const field = await contestants();
const costs = new Map([...field.keys()].map((name) => [name, [] as Cost[]]));
const random = seeded(Number(values.seed));
await using server = await ReferenceServer.start();
for (let round = 0; round < rounds; round++) {
  for (const name of shuffled([...field.keys()], random)) {
    process.stderr.write(`round ${round + 1} of ${rounds}: ${name}\n`);
    const cost = await field.get(name)?.(server.url);
    if (cost !== undefined) costs.get(name)?.push(cost);
  }
}

/** µs for each request, by round. */
const perRequest = (name: string) =>
  (costs.get(name) ?? []).map(({ cpu, requests }) => (cpu * 1_000) / requests);
const against = perRequest(baseline);
console.log(`${rounds} rounds of ${seconds} s, ${connections} connections, seed ${values.seed}\n`);
console.log(
  `${'generator'.padEnd(18)}${'requests/s'.padStart(12)}${'CPU µs'.padStart(9)}   ÷ ${baseline} (95%)`,
);
for (const [name, runs] of costs) {
  const rate = median(runs.map((run) => run.requests / run.seconds));
  const logs = perRequest(name).map((own, round) => Math.log(own / (against[round] ?? Number.NaN)));
  const bounds = meanBounds(logs);
  const ratio = bounds === null || name === baseline ? null : exponential(bounds);
  const shown =
    ratio === null ? '' : `${ratio.value.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`;
  console.log(
    `${name.padEnd(18)}${rate.toFixed(0).padStart(12)}${median(perRequest(name)).toFixed(1).padStart(9)}   ${shown}`,
  );
}
