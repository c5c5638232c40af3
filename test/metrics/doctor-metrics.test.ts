import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Diagnosis, DoctorEvent } from '../../src/model/diagnosis.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import { telemetry } from '../../src/model/telemetry.ts';
import { DoctorMetrics } from '../../src/metrics/doctor-metrics.ts';
import { prometheusName } from '../../src/metrics/prometheus.ts';
import { clientReading, doctorReport, point, reading } from '../report/doctor/doctor-fixture.ts';
import { hostile } from '../report/doctor/doctor-hostile.ts';
import { assertEach } from '../kit/assert.ts';

interface Read {
  readonly help: string;
  readonly type: string;
  readonly series: ReadonlyMap<string, number>;
}

/** Reads the text format 0.0.4 line by line, and refuses what it does not allow. */
function parse(text: string): Map<string, Read> {
  assert.ok(text === '' || text.endsWith('\n'));
  const families = new Map<string, { help: string; type: string; series: Map<string, number> }>();
  let current = '';
  for (const line of text.split('\n').slice(0, -1)) {
    const comment = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      if (kind === 'HELP') {
        assert.ok(!families.has(name), `${name} twice`);
        families.set(name, { help: rest, type: '', series: new Map() });
      } else {
        assert.equal(name, current);
        assert.match(rest, /^(counter|gauge|histogram)$/);
        Object.assign(families.get(name) ?? {}, { type: rest });
      }
      current = name;
      continue;
    }
    const sample = /^([a-z0-9_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\} (-?[\d.e+-]+)$/.exec(line);
    assert.ok(sample, `no line of the format: ${line}`);
    const [, name = '', labels = '', value] = sample;
    assert.equal(
      name.replace(/_(bucket|sum|count)$/, ''),
      families.get(current)?.type === 'histogram' ? current : name,
    );
    assert.ok(name === current || families.get(current)?.type === 'histogram');
    const key = `${name.slice(current.length)}{${labels}}`;
    assert.ok(Number.isFinite(Number(value)), line);
    assert.ok(!families.get(current)?.series.has(key), `${line} twice`);
    families.get(current)?.series.set(key, Number(value));
  }
  return families;
}

const { diagnosis } = doctorReport('one finding');

function processes(...pids: number[]): DoctorEvent {
  return { type: 'processes', processes: pids.map((pid) => ({ pid, role: 'single', command: 'node' })) };
}

function pulse(
  readings: readonly ProbeReading[],
  judged: Diagnosis | null = diagnosis,
  pid = 4711,
  newest = point(250, 59.4),
): DoctorEvent {
  return {
    type: 'pulse',
    at: 250,
    points: new Map([[pid, newest]]),
    readings: new Map([[pid, readings]]),
    diagnosis: judged,
  };
}

function metricsOf(...events: readonly DoctorEvent[]): Map<string, Read> {
  const metrics = new DoctorMetrics();
  for (const event of events) metrics.take(event);
  return parse(metrics.text());
}

/** The labels of a series, in their order. */
function of(
  { lane, type, state, le }: { lane?: string; type?: string; state?: string; le?: string } = {},
  pid = 4711,
): string {
  const labels = {
    process_pid: pid,
    nodejs_thread_pool_lane: lane,
    nodejs_thread_pool_work_type: type,
    nodejs_thread_pool_thread_state: state,
    le,
  };
  const told = Object.entries(labels).filter(([, text]) => text !== undefined);
  return `{${told.map(([name, text]) => `${name}="${text}"`).join(',')}}`;
}

suite('The metrics of a watch', () => {
  test('have the names that dashboards rely on, each with its help and its type', () => {
    const under: Diagnosis = {
      ...diagnosis,
      processes: diagnosis.processes.map((one) => ({
        ...one,
        cpu: { ...one.cpu, quota: 1.5, throttled: 0.25 },
      })),
    };
    const families = metricsOf(
      processes(4711),
      pulse([{ ...reading(250, 329), pools: [clientReading()] }], under),
      pulse([], null, 4711, point(500, 59.4)),
    );
    // A promise: whoever changes a name breaks dashboards and alerts.
    assertEach([...families], ([name, { type }]) => `${type} ${name}`, [
      'gauge nodejs_thread_pool_threads',
      'gauge nodejs_thread_pool_thread_busy',
      'gauge nodejs_thread_pool_queue_length',
      'histogram nodejs_thread_pool_queue_wait_seconds',
      'gauge nodejs_thread_pool_probe_age_seconds',
      'counter nodejs_thread_pool_time_seconds_total',
      'gauge nodejs_eventloop_utilization_ratio',
      'gauge nodejs_eventloop_delay_mean_seconds',
      'gauge nodejs_eventloop_delay_p50_seconds',
      'gauge nodejs_eventloop_delay_p99_seconds',
      'gauge nodejs_eventloop_delay_max_seconds',
      'gauge db_client_connections',
      'gauge db_client_connection_max',
      'gauge db_client_connection_pending_requests',
      'histogram db_client_connection_wait_time_seconds',
      'gauge process_cpu_utilization_ratio',
      'gauge chokepoint_eventloop_silence_seconds',
      'gauge chokepoint_cpu_quota',
      'gauge chokepoint_cpu_throttled_ratio',
    ]);
    // Whether the pool can be read from inside is no question to who looks from outside.
    const asked = Object.values(telemetry).filter((one) => one !== telemetry.poolKnown);
    assert.deepEqual([...families.keys()], asked.map(prometheusName));
    assert.ok([...families.values()].every(({ help }) => help.length > 10));
    assert.equal(families.get('nodejs_thread_pool_threads')?.series.get(of()), 4);
    assert.equal(families.get('nodejs_thread_pool_queue_length')?.series.get(of({ type: 'fs' })), 58.4);
    assert.equal(families.get('chokepoint_cpu_throttled_ratio')?.series.get(of()), 0.25);
    assert.equal(families.get('nodejs_eventloop_delay_max_seconds')?.series.get(of()), 0.0042);
  });

  test('add up the pools that lead to the same place, and leave out what is no database', () => {
    const pools = [
      clientReading(),
      clientReading({ used: 1, waits: [30] }),
      clientReading({ kind: 'tasks', client: 'piscina' }),
    ];
    const http = clientReading({ client: 'undici', protocol: 'http' });
    const families = metricsOf(
      processes(4711),
      pulse([{ ...reading(250, 30), pools: [...pools, http] }]),
      pulse([reading(500, 30)]),
    );
    const labels = 'process_pid="4711",db_client_connection_pool_name="pg 10.0.0.5:5432"';
    const value = (name: string, rest = '') => families.get(name)?.series.get(`{${labels}${rest}}`);
    const used = ',db_client_connection_state="used"';
    assert.equal(value('db_client_connections', used), 5);
    assert.equal(value('db_client_connections', used.replace('used', 'idle')), 3);
    assert.equal(value('db_client_connection_max'), 8);
    assert.equal(value('db_client_connection_pending_requests'), 14);
    const waits = families.get('db_client_connection_wait_time_seconds')?.series;
    assert.equal(waits?.get(`_count{${labels}}`), 3);
    assert.equal(waits?.get(`_sum{${labels}}`), 0.06);
    for (const { series } of families.values())
      assert.ok([...series.keys()].every((key) => !/piscina|undici/.test(key)));
  });

  test('count every wait once, in seconds, in buckets that hold those below them', () => {
    const wait = metricsOf(processes(4711), pulse([reading(250, 30)]), pulse([reading(500, 3000)])).get(
      'nodejs_thread_pool_queue_wait_seconds',
    );
    const at = (bound: string) => wait?.series.get(`_bucket${of({ lane: 'fast', le: bound })}`);
    assert.deepEqual(['0.01', '0.025', '0.05', '1', '2.5', '5', '+Inf'].map(at), [0, 1, 5, 5, 6, 10, 10]);
    assert.equal(wait?.series.get(`_count${of({ lane: 'fast' })}`), 10);
    const sum = [30, 3000].reduce(
      (all, one) => all + [0.8, 0.9, 1, 1.1, 1.2].reduce((part, share) => part + share * one, 0),
      0,
    );
    assert.ok(Math.abs((wait?.series.get(`_sum${of({ lane: 'fast' })}`) ?? 0) - sum / 1000) < 1e-9);
  });

  test('never go back in what they count, also when a process has ended; its gauges go', () => {
    const metrics = new DoctorMetrics();
    const counts: number[] = [];
    const count = (pid: number) =>
      parse(metrics.text())
        .get('nodejs_thread_pool_queue_wait_seconds')
        ?.series.get(`_count${of({ lane: 'slow' }, pid)}`) ?? 0;
    metrics.take(processes(4711));
    for (let i = 1; i <= 20; i++) {
      metrics.take(pulse(i % 3 === 0 ? [] : [reading(i * 250, i)], i % 4 === 0 ? diagnosis : null));
      counts.push(count(4711));
    }
    metrics.take(processes(4712));
    counts.push(count(4711));
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.equal(counts.at(-1), 70);
    assert.ok(!metrics.text().includes('nodejs_thread_pool_threads'));
  });

  test('add up what the pool threads did, by state, and never take any of it back', () => {
    // Of four threads 3.96 are in jobs: a fifth of four on a CPU. What the kernel does not count is 94 parts blocked, 3 at a lock.
    const [first] = diagnosis.processes;
    assert.ok(first);
    const time = { running: 0.02, waitedForCpu: 0.01, atLock: 0.03, blocked: 0.94 };
    const judged = { ...diagnosis, processes: [{ ...first, pool: { ...first.pool, size: 4, time } }] };
    const at = (now: number) => ({
      ...point(now, 59.4),
      busy: 3.96,
      running: 0.2,
      waitedForCpu: 0.04,
    });
    const metrics = new DoctorMetrics();
    const seconds = (state: string) =>
      parse(metrics.text()).get('nodejs_thread_pool_time_seconds_total')?.series.get(of({ state }));
    metrics.take(pulse([], judged, 4711, at(1000)));
    assert.equal(seconds('running'), undefined, 'one point has no length');
    metrics.take(pulse([], null, 4711, at(3000)));
    metrics.take(pulse([], null, 4711, at(3000)));
    const rest = 3.96 * 2 - 1.6 - 0.32;
    const expected = { running: 1.6, runnable: 0.32, blocked: (rest * 94) / 97, lock: (rest * 3) / 97 };
    for (const [state, sum] of Object.entries(expected))
      assert.ok(
        Math.abs((seconds(state) ?? 0) - sum) < 1e-9,
        `${state}: ${seconds(state)} instead of ${sum}`,
      );
    // It could not be read for a while: what was counted stays.
    metrics.take(pulse([], null, 4711, { ...at(4000), busy: null }));
    assert.ok(Math.abs((seconds('running') ?? 0) - 1.6) < 1e-9);
    metrics.take(processes(4712));
    assert.ok((seconds('running') ?? 0) > 0, 'a counter of a process that has ended stays');
  });

  test('say nothing of what is not known: a zero would be a claim', () => {
    const [first] = diagnosis.processes;
    assert.ok(first);
    const blind: Diagnosis = {
      ...diagnosis,
      processes: [
        { ...first, pool: { ...first.pool, size: null, busy: null, queue: null, time: null, wait: null } },
      ],
    };
    const event = pulse([], blind);
    assert.ok(event.type === 'pulse');
    const names = [...metricsOf(processes(4711), { ...event, points: new Map() }).keys()];
    assert.ok(!names.some((name) => name.startsWith('nodejs_thread_pool')), names.join(' '));
    assert.equal(new DoctorMetrics().text(), '');
  });

  test('show the age of a probe that has no answer, though no wait has ended', () => {
    const hung = reading(250, 1);
    const lane = { waits: [], sent: 5, skipped: 0, pending: 5, oldest: 12_300 };
    const families = metricsOf(processes(4711), pulse([{ ...hung, fast: lane }]));
    const ages = families.get('nodejs_thread_pool_probe_age_seconds')?.series;
    assert.equal(ages?.get(of({ lane: 'fast' })), 12.3);
    assert.equal(ages?.get(of({ lane: 'slow' })), 0);
  });

  test('go on at 0 for a kind of job that no longer waits', () => {
    const well = doctorReport('healthy').diagnosis;
    const families = metricsOf(processes(4711), pulse([]), pulse([], well));
    assert.equal(families.get('nodejs_thread_pool_queue_length')?.series.get(of({ type: 'crypto' })), 0);
  });

  test('stay lines of the format whatever an add-on is called', () => {
    const [first] = diagnosis.processes;
    assert.ok(first?.pool.queue);
    const queue = { ...first.pool.queue, kinds: { [`addon:${hostile}\\`]: 3 } };
    const odd = { ...diagnosis, processes: [{ ...first, pool: { ...first.pool, queue } }] };
    const families = metricsOf(processes(4711), pulse([], odd));
    assert.deepEqual([...(families.get('nodejs_thread_pool_queue_length')?.series.values() ?? [])], [3]);
  });
});
