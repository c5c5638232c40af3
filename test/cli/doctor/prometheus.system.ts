/** A real Prometheus scrapes the doctor, which watches a real server whose pool is full. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { telemetry, type Instrument } from '../../../src/model/telemetry.ts';
import { prometheusName } from '../../../src/metrics/prometheus.ts';
import { lacksPrometheus, prometheus } from '../../kit/prometheus.ts';
import { until } from '../../kit/until.ts';
import { parseMarkdown } from '../../readme/markdown.ts';
import { place, root } from '../chokepoint.ts';
import { serverFile } from './doctor-server.ts';
import { assertNone } from '../../kit/assert.ts';

const skip = process.platform === 'linux' ? lacksPrometheus : 'the pool is read on Linux';

const instruments: readonly Instrument[] = Object.values(telemetry);
/** A process without a quota has no series of it. */
const always = instruments.filter(({ name }) => !name.startsWith('chokepoint.'));

/** It scrapes once a second. */
const patience = { every: 250 };

suite('A real Prometheus', { skip }, () => {
  test('reads the names, types and texts of the table, and answers what its page asks', async (t) => {
    using here = place();
    // Its pool of threads is held, and it uses connections: all that is published has a figure.
    const manifest = JSON.stringify(join(root, 'package.json'));
    const server = here.write(
      'server.cjs',
      `const { createPool } = require('node:module').createRequire(${manifest})('generic-pool');
const pool = createPool({ create: async () => ({}), destroy: async () => {} }, { max: 2 });
setInterval(() => void pool.use(async () => {}), 20);
require(${JSON.stringify(serverFile(here.folder, 'held'))});`,
    );
    const command = ['doctor', '--load', 'none', '--watch', '--prometheus', '0'];
    const doctor = here.start([...command, '--', process.execPath, server]);
    const [address] = await doctor.says(/http:\S+\/metrics/);
    const url = new URL(address);

    const scraper = await prometheus(here, [{ targets: [url.host] }]);
    const query = async (text: string) => (await scraper.query(text)).map(({ value }) => value);
    /** What has a figure at the first time that it has one: a rate needs two scrapes. */
    const figure = (text: string) =>
      until(async () => (await query(text)).find((one) => Number.isFinite(one) && one > 0), patience);
    try {
      const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
      const names = async () => {
        const all = (await scraper.ask<string[]>('label/__name__/values')) ?? [];
        return new Set(all.filter((name) => !/^(?:scrape_|up$)/.test(name)).map(base));
      };
      const expected = always.map(prometheusName);
      const seen = await until(async () => {
        const all = await names();
        return expected.every((name) => all.has(name)) && all;
      }, patience);
      const known = new Set(instruments.map(prometheusName));
      assertNone([...seen], (name) => !known.has(name), 'no name but those of the table');

      const types = await scraper.ask<Record<string, readonly { type: string; help: string }[]>>('metadata');
      for (const one of always) {
        const { instrument, description } = one;
        const type = instrument === 'updowncounter' ? 'gauge' : instrument;
        const [first] = types?.[prometheusName(one)] ?? [];
        assert.deepEqual({ type: first?.type, help: first?.help }, { type, help: description }, one.name);
      }

      // Sixty jobs of 20 ms on four threads: 300 ms of waiting.
      const wait = prometheusName(telemetry.queueWait);
      const lane = '{nodejs_thread_pool_lane="fast"}';
      const median = await figure(`histogram_quantile(0.5, sum by (le) (rate(${wait}_bucket${lane}[30s])))`);
      assert.ok(median > 0.1 && median < 1, `a median of ${median} s`);
      // What the threads spend in jobs in a second is how many of them are busy.
      const time = prometheusName(telemetry.threadTime);
      const busy = await until(async () => {
        const [now = 0] = await query(`sum(rate(${time}[5s]))`);
        // A rate of five seconds is known after five.
        return now > 3.5 && now;
      }, patience);
      assert.ok(busy < 4.4, `${busy} busy threads of 4`);
      t.diagnostic(`median wait ${median} s, ${busy} busy threads`);

      const page = parseMarkdown(readFileSync(join(root, 'docs/metrics.md'), 'utf8'));
      const questions = page.blocks.filter(({ language }) => language === 'promql');
      assert.ok(questions.length >= 2);
      for (const { lines } of questions) {
        // Their minute has not passed yet; the question stays the same.
        const asked = lines.join('\n').replaceAll('[1m]', '[30s]');
        await until(async () => (await query(asked)).length === 1, patience);
      }

      const linted = spawnSync('promtool', ['check', 'metrics'], {
        input: await (await fetch(url)).text(),
        encoding: 'utf8',
      });
      assert.deepEqual([linted.status, linted.stdout, linted.stderr], [0, '', '']);
    } finally {
      await scraper[Symbol.asyncDispose]();
      doctor.child.kill('SIGINT');
      await doctor.end;
    }
  });
});
