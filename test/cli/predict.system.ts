import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Calibration, PredictedSetting, RefusedSetting } from '../../src/model/prediction.ts';
import { nearly } from '../kit/near.ts';
import { startNode } from '../kit/targets.ts';
import { freePort, place, type Place } from './chokepoint.ts';

type Answer = Calibration & { readonly settings: readonly (PredictedSetting | RefusedSetting)[] };

/** Holds a pool thread for 20 ms of each request, without a CPU: what it does is known, however busy the machine is. */
const server = `
const koffi = require(${JSON.stringify(fileURLToPath(import.meta.resolve('koffi')))});
const usleep = koffi.load('libc.so.6').func('int usleep(unsigned int)');
require('node:http')
  .createServer((request, response) => usleep.async(20000, () => response.end('ok')))
  .listen(Number(process.env.PORT), '127.0.0.1');
`;

const told = ({ settings }: Answer, label: string): PredictedSetting => {
  const found = settings.find((one) => one.label === label);
  assert.ok(found && !('refused' in found), `${label} was not predicted`);
  return found;
};

/** One short run of a real server, which all of these ask. */
async function measured(here: Place): Promise<Answer> {
  const port = await freePort();
  const file = here.write('server.cjs', server);
  const load = `--url http://127.0.0.1:${port}/ --load closed:8 --blocks 2 --duration 1s --warmup 200ms`;
  const line = `predict ${load} --what-if pool=2,8 --json -- ${process.execPath} ${file}`;
  const env = { PORT: String(port), XDG_CACHE_HOME: here.folder };
  const { code, stderr, document } = await here.json<Answer>(line, env);
  assert.equal(code, 0, stderr);
  return document;
}

/** Asks a service that takes 20 ms, over as many sockets as it is told. */
const caller = `
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(process.env.SOCKETS) });
http
  .createServer((request, response) =>
    http.get({ port: process.env.SERVICE, agent }, (answer) => answer.resume().on('end', () => response.end('ok'))),
  )
  .listen(0, '127.0.0.1');
`;
const service = `require('node:http')
  .createServer((request, response) => setTimeout(() => response.end('ok'), 20))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const skip = process.platform === 'linux' ? false : 'reads the pool from /proc, which Linux has';
suite('predict', { skip }, () => {
  test('says what more connections to another service give, and as much is measured with them', async () => {
    using here = place();
    await using other = await startNode(['-e', service]);
    const command = ['--', process.execPath, here.write('caller.cjs', caller)];
    const load = ['-c', '16', '--blocks', '2', '-d', '2s', '--warmup', '300ms', '--json'];
    const ask = async (sockets: number) => {
      const env = { SERVICE: other.first, SOCKETS: String(sockets), XDG_CACHE_HOME: here.folder };
      const args = ['predict', '--what-if', 'connections=2,8', ...load, ...command];
      const { code, stderr, document } = await here.json<Answer>(args, env);
      assert.equal(code, 0, stderr);
      return document;
    };
    const few = await ask(4);
    assert.equal(few.setting.service?.connections, 4);
    assert.match(few.setting.service.to, new RegExp(`:${other.first}$`));
    nearly(few.demands.service, 20, 0.25, 'ms at the service');
    for (const sockets of [2, 8]) {
      const predicted = told(few, `connections=${sockets}`);
      nearly(predicted.throughput, (await ask(sockets)).measured.throughput, 0.25, 'as is measured');
    }
  });

  test('measures a server as it is, and predicts other settings from that, from its run, and from a file', async () => {
    using here = place();
    const first = await measured(here);
    assert.equal(first.setting.pool, 4);
    assert.equal(first.from.trials, 2);
    assert.ok(first.demands.poolWait > 15, `a job waits for 20 ms, not ${first.demands.poolWait}`);
    // Eight clients, 20 ms: four threads, half of the pool, all of it.
    const [half, all] = [told(first, 'pool=2'), told(first, 'pool=8')];
    nearly(half.throughput, first.measured.throughput / 2, 0.15, 'half of the threads');
    assert.ok(all.throughput > 1.5 * first.measured.throughput, 'twice the threads');
    assert.equal(half.limit.code, 'limit.pool-threads');
    const [low, high] = half.range.throughput;
    assert.ok(low < half.throughput && half.throughput < high);

    const cache = { XDG_CACHE_HOME: here.folder };
    const again = await here.json<Answer>('predict --run last --what-if pool=2 --json', cache);
    assert.equal(again.code, 0, again.stderr);
    nearly(told(again.document, 'pool=2').throughput, half.throughput, 0.1);

    const from = `predict --demands ${here.write('demands.json', first)}`;
    const asked = `${from} --what-if pool=2 --what-if processes=1,2`;
    const stored = await here.run(`${asked} --verbose`);
    assert.equal(stored.code, 0, stored.stderr);
    const parts = [
      'pool=2 processes=2',
      'limited by',
      '±',
      'Prediction\n',
      'pool wait',
      'Inputs',
      first.from.run,
    ];
    for (const said of parts)
      assert.ok(stored.stdout.includes(said), `"${said}" is missing in:\n${stored.stdout}`);
    const page = await here.run(asked);
    assert.ok(page.stdout.split('\n').length <= 31, page.stdout);
    const same = await here.json<Answer>(`${from} --what-if pool=2 --json`);
    assert.equal(told(same.document, 'pool=2').throughput, half.throughput, 'the same question');

    const open = await here.json<Answer>(`${from} --what-if rate=10,100000 --json`);
    assert.equal(open.code, 0, open.stderr);
    const [slow, fast] = open.document.settings;
    assert.ok(slow && fast && !('refused' in slow) && 'refused' in fast);
    assert.equal(fast.refused.code, 'out-of-range.overload');

    const refused = await here.run(`${from} --what-if rate=100000`);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /PREDICTION_OUTSIDE/);
    const unknown = await here.run('predict --run last --cell pool=99 --what-if pool=2');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /as it is[\s\S]*\[CELL_UNKNOWN\]/);
  });
});
