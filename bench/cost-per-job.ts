/**
 * Whether the doctor's CPU per job is the server's own: five servers whose job has a known cost, each with the probe and from
 * outside, against the same job alone in a bare loop, in the same session. Of JSON, which is no job of the pool, it is the CPU
 * of a request. All must be within 5%.
 *
 *     npm run bench -- cost-per-job [--only bcrypt,scrypt,zlib,fs,json] [--seconds 5] [--clients 8]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, Agent } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { doctor } from '../src/doctor/doctor.ts';
import type { Diagnosis } from '../src/model/diagnosis.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bcrypt,scrypt,zlib,fs,json' },
    seconds: { type: 'string', default: '5' },
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
    const idle = [];
    const job = () => new Promise((done) => {
      const stream = idle.pop() ?? require('node:zlib').createDeflateRaw({ chunkSize: 2 ** 20 }).resume();
      stream.write(text, () => { idle.push(stream); done(); });
    });`,
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

const alone = `
const time = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
(async () => {
  const times = async (count) => { for (let i = 0; i < count; i++) await job(); };
  await times(30);
  const [before, count] = [time(), Math.max(30, Number(process.env.COUNT))];
  await times(count);
  process.stdout.write(String((time() - before) / count));
  process.exit();
})();`;
const served = `
require('node:http').createServer((request, response) => job().then(() => response.end('ok')))
  .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); });`;

function start(name: string, rest: string, flags: readonly string[] = []): ChildProcess {
  const script = join(folder, `${name}-${rest === alone ? 'alone' : 'server'}.cjs`);
  writeFileSync(script, `${jobs[name] ?? ''}${rest}`);
  return spawn(process.execPath, [...flags, script, join(folder, 'file')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, COUNT: '100' },
  });
}

async function said(child: ChildProcess): Promise<number> {
  const [text] = (await once(child.stdout!, 'data')) as [Buffer];
  return Number(String(text));
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

/** The figure that is printed; of a loop the CPU of a request. */
function costOf({ findings, service }: Diagnosis): number {
  const starved = findings.find(({ rule }) => rule === 'pool-starved-of-cpu')?.expect.params;
  if (starved && 'each' in starved && typeof starved.each === 'number') return starved.each;
  return service.requests ? (1000 * service.used) / service.requests.rate : NaN;
}

async function seen(name: string, attach: boolean): Promise<number> {
  const child = start(name, served);
  const stop = load(await said(child));
  try {
    const target = { type: 'pid', pid: child.pid ?? 0 } as const;
    for await (const event of doctor({
      target,
      duration: 1000 * Number(values.seconds),
      attach,
      tryBinary: true,
    }))
      if (event.type === 'ended') return costOf(event.diagnosis);
    return NaN;
  } finally {
    stop();
    child.kill('SIGKILL');
  }
}

writeFileSync(join(folder, 'file'), Buffer.alloc(64 * 2 ** 20, 'x'));
console.log('job      alone      with the probe     from outside');
for (const name of values.only.split(',')) {
  const known = await said(start(name, alone));
  const found = [await seen(name, true), await seen(name, false)];
  const texts = found.map((one) =>
    `${one.toFixed(2)} ms (${((one / known - 1) * 100).toFixed(1)}%)`.padEnd(19),
  );
  console.log(`${name.padEnd(8)} ${`${known.toFixed(2)} ms`.padEnd(10)} ${texts.join('')}`);
  if (!found.every((one) => Math.abs(one / known - 1) <= tolerance)) process.exitCode = 1;
}
