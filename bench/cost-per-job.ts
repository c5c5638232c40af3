/**
 * Whether the doctor's CPU of a request is the server's own: five servers, whose request does one job, count their jobs and their
 * CPU meanwhile, each with the probe and from outside. All must be within 5%.
 *
 *     npm run bench -- cost-per-job [--only bcrypt,scrypt,zlib,fs,json] [--seconds 5] [--rounds 3] [--clients 8]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { doctor } from '../src/doctor/doctor.ts';
import type { Diagnosis } from '../src/model/diagnosis.ts';
import { mean } from '../src/stats/mean-and-spread.ts';
import { answer, clients, cpuOfEach, type Progress } from './load/closed-loop.ts';

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
let count = 0;
process.on('message', () => process.send({ count, cpu: process.cpuUsage() }));
require('node:http').createServer((request, response) => job().then(() => { count++; response.end('ok'); }))
  .listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;

function start(name: string): ChildProcess {
  const script = join(folder, `${name}.cjs`);
  writeFileSync(script, `${jobs[name] ?? ''}${served}`);
  return spawn(process.execPath, [script, join(folder, 'file')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function costOf({ service }: Diagnosis): number {
  return service.requests ? (1000 * service.used) / service.requests.rate : NaN;
}

/** What the doctor finds, as a share of what the server counted meanwhile. */
async function seen(child: ChildProcess, attach: boolean): Promise<number> {
  const target = { type: 'pid', pid: child.pid ?? 0 } as const;
  const duration = 1000 * Number(values.seconds);
  const before = await answer<Progress>(child);
  for await (const event of doctor({ target, duration, attach, tryBinary: true })) {
    if (event.type !== 'ended') continue;
    const after = await answer<Progress>(child);
    return (1000 * costOf(event.diagnosis)) / cpuOfEach(before, after);
  }
  return NaN;
}

writeFileSync(join(folder, 'file'), Buffer.alloc(64 * 2 ** 20, 'x'));
console.log('job      with the probe    from outside (each session; their mean)');
for (const name of values.only.split(',')) {
  const child = start(name);
  const [port] = (await once(child, 'message')) as [number];
  const stop = clients(port, Number(values.clients));
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
