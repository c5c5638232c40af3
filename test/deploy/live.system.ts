/** A real Prometheus scrapes real services, ill and healthy ones, and judges them by the rules and queries of deploy/. */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { alerts } from '../../bench/deploy/alerts.ts';
import { figure, series, utilizations, withoutVariables } from '../../bench/deploy/expressions.ts';
import { container, kedaQueries } from '../../bench/deploy/kubernetes.ts';
import { panels } from '../../bench/deploy/panels.ts';
import { rulesFile } from '../../bench/deploy/rules.ts';
import { labelName } from '../../src/metrics/prometheus.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { telemetry } from '../../src/model/telemetry.ts';
import { freePort, place, root, type Place } from '../cli/chokepoint.ts';
import { quotaGroup, whyNoQuota } from '../incidents/quota.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { lacksPrometheus, prometheus, type Prometheus } from '../kit/prometheus.ts';
import { startTarget, type Target } from '../kit/targets.ts';
import { until } from '../kit/until.ts';

const skip = process.platform === 'linux' ? lacksPrometheus : 'the pool is read on Linux';
const noQuota = await whyNoQuota();

/** The alert of each server of `servers.cjs` that is ill. */
const illnesses = {
  full: 'NodeThreadPoolWait',
  stuck: 'NodeThreadPoolStuck',
  hangs: 'NodeEventLoopHangs',
  late: 'NodeEventLoopLate',
  waits: 'NodeConnectionWait',
  leaks: 'NodeConnectionsStuck',
  throttled: 'NodeCpuThrottled',
} as const;
type Ill = keyof typeof illnesses;
const ill = (Object.keys(illnesses) as Ill[]).filter((name) => name !== 'throttled' || noQuota === null);
const healthy = ['idle', 'asked', 'reads', 'connected', 'cluster'] as const;
type Name = Ill | (typeof healthy)[number];

/** What stands for the five minutes of the rules, and for the time for which an alert must hold. */
const window = '10s';
const rules = rulesFile()
  .replaceAll('[5m]', `[${window}]`)
  .replaceAll(/\bfor: \dm$/gm, 'for: 3s');
const patience = { every: 250 };
/** A healthy server is as late as that only where the machine does not let it run. */
const mostLate = 100;

/** The labels that Prometheus has of a pod, as the queries of KEDA expect them. */
const pod = (name: Name) => `${container}-${name}`;
const namespace = 'default';
const of = (...names: readonly Name[]) => `namespace="${namespace}",pod=~"${names.map(pod).join('|')}"`;

interface Firing {
  readonly alerts: readonly {
    readonly state: string;
    readonly labels: Readonly<Record<'alertname' | 'pod', string>>;
  }[];
}

suite('A real Prometheus, of services that are ill and healthy ones', { skip }, () => {
  const ends = new AsyncDisposableStack();
  const servers = new Map<Name, Target>();
  const late = monitorEventLoopDelay({ resolution: 10 });
  let here: Place;
  let scraper: Prometheus;
  const query = (expression: string) => scraper.query(expression);

  before(async () => {
    here = ends.use(place());
    const group = noQuota === null ? ends.use(quotaGroup(`chokepoint-live-${process.pid}`, 0.3)) : null;
    const scraped = await Promise.all([...ill, ...healthy].map((name) => started(name, group?.entry)));
    // Only then, since a page is opened by the loop that is about to hang.
    for (const name of ill) await (await fetch(`http://127.0.0.1:${servers.get(name)?.port}/begin`)).text();
    const asked = `http://127.0.0.1:${servers.get('asked')?.port}/`;
    const load = setInterval(() => void fetch(asked).then((answer) => answer.text()), 10);
    ends.defer(() => clearInterval(load));
    scraper = ends.use(await prometheus(here, scraped, rules));
    late.enable();
  });
  after(() => ends.disposeAsync());

  /** Starts it with its page. @returns how that is scraped */
  async function started(name: Name, quota: string | undefined) {
    const port = await freePort();
    const env = {
      TMPDIR: here.folder,
      NODE_OPTIONS: `--require ${join(root, 'dist/observe/probe/register.cjs')}`,
      CHOKEPOINT_METRICS: String(port),
    };
    const through = ['sh', '-c', `echo $$ > ${quota} && exec "$@"`, 'sh'];
    const script = join(import.meta.dirname, 'servers.cjs');
    const server = await startTarget(script, [name], { env, ...(name === 'throttled' && { through }) });
    servers.set(name, ends.use(server));
    const page = `127.0.0.1:${port}`;
    await until(() =>
      fetch(`http://${page}/metrics`).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    return { targets: [page], labels: { namespace, pod: pod(name) } };
  }

  test('has a server here for each alert', () => {
    assert.deepEqual(Object.values(illnesses).toSorted(), alerts.map(({ name }) => name).toSorted());
  });

  for (const [name, alert] of Object.entries(illnesses) as [Ill, string][])
    test(`fires ${alert}`, { skip: name === 'throttled' && (noQuota ?? false) }, async () => {
      await until(async () => {
        const now = (await scraper.ask<Firing>('alerts'))?.alerts ?? [];
        return now.some(
          ({ state, labels }) => state === 'firing' && labels.pod === pod(name) && labels.alertname === alert,
        );
      }, patience);
      // It would use a whole CPU until the end.
      if (name === 'hangs') await servers.get(name)?.[Symbol.asyncDispose]();
    });

  test('has something to draw in each panel', async () => {
    for (const { title, expression } of panels) {
      if (expression.includes(series('cpuThrottled')) && noQuota !== null) {
        console.log(`not asked: ${title}: ${noQuota}`);
        continue;
      }
      const asked = withoutVariables(expression, window);
      await until(async () => (await query(asked)).some(({ value }) => Number.isFinite(value)), patience);
    }
  });

  test('gives the scalers shares, near 1 for the threads of a full pool, near 0 for an idle server', async () => {
    for (const { metric, query: asked } of utilizations) {
      const pods = await query(asked('pod', of('full', 'idle')));
      const share = (name: Name) =>
        pods.find(({ labels }) => labels['pod'] === pod(name))?.value ?? Number.NaN;
      const [full, idle] = [share('full'), share('idle')];
      assert.ok(full >= 0 && full <= 1 && idle >= 0 && idle < 0.1, `${metric}: ${full}, ${idle}`);
      if (metric === 'threadBusy') assert.ok(full > 0.9, `${full}`);
    }
    for (const asked of kedaQueries) {
      const [mean, ...others] = await query(asked);
      assert.ok(mean && mean.value > 0 && mean.value < 1 && others.length === 0, asked);
    }
  });

  test('counts none of the tiny jobs of the probe among those that wait', async () => {
    // All threads are held, and nobody but the probe wants one.
    const queues = await query(series('queueLength', of('stuck')));
    assert.ok(queues.length >= 2);
    assert.deepEqual(new Set(queues.map(({ value }) => value)), new Set([0]));
  });

  test('knows the wait for a thread as the doctor does, as well as its buckets tell', async (t) => {
    const { boundaries, attributes } = telemetry.queueWait;
    const bucket = (seconds: number) => boundaries.findIndex((limit) => seconds <= limit);
    const line = `doctor --pid ${servers.get('full')?.pid} --for 3s --json`;
    const { diagnosis } = (await here.json<{ readonly diagnosis: Diagnosis }>(line)).document;
    const wait = diagnosis.processes[0]?.pool.wait;
    assert.equal(wait?.from, 'probe');
    const fast = `${of('full')},${labelName(attributes[0].key)}="fast"`;
    for (const [part, told] of [
      [0.5, wait.p50 / 1000],
      [0.95, wait.p95 / 1000],
    ] as const) {
      const value = (await query(figure('queueWait', '5s', fast, part)))[0]?.value ?? Number.NaN;
      t.diagnostic(`p${100 * part}: ${value} s by the histogram, ${told} s by the doctor`);
      assert.equal(bucket(value), bucket(told), `p${100 * part}: ${value} s, ${told} s`);
    }
  });

  systemTest('fires nothing else, and nothing at all for a healthy service', { attempts: 1 }, async () => {
    const scrapes = `min(count_over_time(up{${of(...healthy)}}[1h]))`;
    await until(async () => ((await query(scrapes))[0]?.value ?? 0) >= 20, patience);
    // All that ever fired.
    const fired = await query('max by (pod, alertname) (max_over_time(ALERTS{alertstate="firing"}[1h]))');
    const seen = fired
      .map(({ labels }) => `${labels['pod']}: ${labels['alertname']}`)
      // A quota stops the loop as well: how long depends on who else wants the CPUs.
      .filter((one) => one !== `${pod('throttled')}: ${illnesses.late}`)
      .toSorted();
    const expected = ill.map((name) => `${pod(name)}: ${illnesses[name]}`).toSorted();
    const most = late.max / 1e6;
    if (seen.length > expected.length && most > mostLate)
      inconclusive(`this test was late by ${most.toFixed()} ms itself: ${seen.join(', ')}`);
    assert.deepEqual(seen, expected);
  });
});
