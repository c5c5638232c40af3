/**
 * Whether the doctor's CPU of a request is the server's own: five servers, whose request does one job, count their jobs and their
 * CPU meanwhile, each with the probe and from outside. All must be within 5%.
 *
 *     npm run bench -- cost-per-job [--only bcrypt,scrypt,zlib,fs,json] [--seconds 5] [--rounds 3] [--clients 8]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, Agent } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { doctor } from '../src/doctor/doctor.ts';
import type { Diagnosis } from '../src/model/diagnosis.ts';
import type { Milliseconds } from '../src/model/units.ts';
import { mean } from '../src/stats/mean-and-spread.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bcrypt,scrypt,zlib,fs,json' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const tolerance = 0.05;

/** `job()` returns a promise: one job of the pool, or a computation on the loop. */
const jobs: Readonly<Record<string, string>> = {
  bcrypt: `const bcrypt = require(${JSON.stringify(createRequire(import.meta.url).resolve('bcrypt'))});
    const hash = bcrypt.hashSync('secret', 10);
    const job = () => bcrypt.compare('secret', hash);`,
  scrypt: `const { scrypt } = require('node:crypto');
    const job = () => new Promise((done) => scrypt('secret', 'salt', 64, { N: 8192 }, done));`,
  zlib: `const text = Buffer.from(Array.from({ length: 200_000 }, (_, i) => Math.sin(i).toString(36)).join('')).subarray(0, 400_000);
    const { deflateRaw } = require('node:zlib');
    const job = () => new Promise((done) => deflateRaw(text, { chunkSize: 2 ** 20 }, done));`,
  fs: `const fs = require('node:fs');
    const file = fs.openSync(process.argv[2], 'r');
    const idle = [];
    const job = () => new Promise((done) => {
      const into = idle.pop() ?? Buffer.alloc(64 * 2 ** 20);
      fs.read(file, into, 0, into.length, 0, () => { idle.push(into); done(); });
    });`,
  json: `const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'name ' + id, price: id / 7 }));
    const job = async () => JSON.stringify(rows).length;`,
};

const served = `
let done = 0;
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ jobs: done, cpu: (user + system) / 1000 });
});
require('node:http').createServer((request, response) => job().then(() => { done++; response.end('ok'); }))
  .listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;

interface Counted {
  readonly jobs: number;
  readonly cpu: Milliseconds;
}

function start(name: string): ChildProcess {
  const script = join(folder, `${name}.cjs`);
  writeFileSync(script, `${jobs[name] ?? ''}${served}`);
  return spawn(process.execPath, [script, join(folder, 'file')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function count(child: ChildProcess): Promise<Counted> {
  child.send('count');
  return ((await once(child, 'message')) as [Counted])[0];
}

/** Each asks again when it is answered. */
function load(port: number): () => void {
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const ask = () => {
    if (isOver) return;
    get({ port, host: '127.0.0.1', agent }, (answer) => answer.resume().once('end', ask)).on(
      'error',
      () => {},
    );
  };
  for (let client = 0; client < Number(values.clients); client++) ask();
  return () => {
    isOver = true;
    agent.destroy();
  };
}

function costOf({ service }: Diagnosis): number {
  return service.requests ? (1000 * service.used) / service.requests.rate : NaN;
}

/** What the doctor finds, as a share of what the server counted meanwhile. */
async function seen(child: ChildProcess, attach: boolean): Promise<number> {
  const target = { type: 'pid', pid: child.pid ?? 0 } as const;
  const duration = 1000 * Number(values.seconds);
  const before = await count(child);
  for await (const event of doctor({ target, duration, attach, tryBinary: true })) {
    if (event.type !== 'ended') continue;
    const { jobs: done, cpu } = await count(child);
    return costOf(event.diagnosis) / ((cpu - before.cpu) / (done - before.jobs));
  }
  return NaN;
}

writeFileSync(join(folder, 'file'), Buffer.alloc(64 * 2 ** 20, 'x'));
console.log('job      with the probe    from outside (each session; their mean)');
for (const name of values.only.split(',')) {
  const child = start(name);
  const [port] = (await once(child, 'message')) as [number];
  const stop = load(port);
  const found: Record<'probe' | 'outside', number[]> = { probe: [], outside: [] };
  await setTimeout(1000);
  for (let round = 0; round < Number(values.rounds); round++) {
    found.probe.push(await seen(child, true));
    found.outside.push(await seen(child, false));
  }
  stop();
  child.kill('SIGKILL');
  const texts = Object.values(found).map((all) => `${all.map(percent).join(' ')}; ${percent(mean(all))}`);
  console.log(`${name.padEnd(8)} ${texts.map((text) => text.padEnd(36)).join('')}`);
  if (!Object.values(found).every((all) => Math.abs(mean(all) - 1) <= tolerance)) process.exitCode = 1;
}

function percent(ratio: number): string {
  return `${ratio < 1 ? '' : '+'}${(100 * (ratio - 1)).toFixed(1)}%`;
}
