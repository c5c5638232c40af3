import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Diagnosis, DoctorEvent } from '../../src/model/diagnosis.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import { DoctorMetrics } from '../../src/report/formats/prometheus.ts';
import { doctorReport, point, reading } from './doctor-fixture.ts';
import { hostile } from './doctor-hostile.ts';

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
        assert.match(rest, /^(gauge|histogram)$/);
        Object.assign(families.get(name) ?? {}, { type: rest });
      }
      current = name;
      continue;
    }
    const sample = /^([a-z0-9_]+)\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\} (-?[\d.e+-]+)$/.exec(line);
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
): DoctorEvent {
  return {
    type: 'pulse',
    at: 250,
    points: new Map([[pid, point(250, 59.4)]]),
    readings: new Map([[pid, readings]]),
    diagnosis: judged,
  };
}

function metricsOf(...events: readonly DoctorEvent[]): Map<string, Read> {
  const metrics = new DoctorMetrics();
  for (const event of events) metrics.take(event);
  return parse(metrics.text());
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
    const families = metricsOf(processes(4711), pulse([reading(250, 329)], under));
    assert.deepEqual(
      [...families].map(([name, { type }]) => `${type} ${name}`),
      [
        'histogram nodejs_threadpool_wait_seconds',
        'gauge nodejs_threadpool_oldest_probe_age_seconds',
        'gauge nodejs_threadpool_threads',
        'gauge nodejs_threadpool_busy_threads',
        'gauge nodejs_threadpool_queue_length',
        'gauge nodejs_threadpool_cpu_wait_ratio',
        'gauge nodejs_threadpool_blocked_ratio',
        'gauge nodejs_eventloop_utilization',
        'gauge nodejs_eventloop_lag_mean_seconds',
        'gauge nodejs_eventloop_lag_p50_seconds',
        'gauge nodejs_eventloop_lag_p99_seconds',
        'gauge nodejs_eventloop_lag_max_seconds',
        'gauge container_cpu_quota_cores',
        'gauge container_cpu_throttled_ratio',
      ],
    );
    assert.ok([...families.values()].every(({ help }) => help.length > 10));
    assert.equal(families.get('nodejs_threadpool_threads')?.series.get('{pid="4711"}'), 4);
    assert.equal(families.get('nodejs_threadpool_queue_length')?.series.get('{pid="4711",kind="fs"}'), 58.4);
    assert.equal(families.get('container_cpu_throttled_ratio')?.series.get('{pid="4711"}'), 0.25);
    assert.equal(families.get('nodejs_eventloop_lag_max_seconds')?.series.get('{pid="4711"}'), 0.0042);
  });

  test('count every wait once, in seconds, in buckets that hold those below them', () => {
    const wait = metricsOf(processes(4711), pulse([reading(250, 30)]), pulse([reading(500, 3000)])).get(
      'nodejs_threadpool_wait_seconds',
    );
    const at = (bound: string) => wait?.series.get(`_bucket{pid="4711",lane="fast",le="${bound}"}`);
    assert.deepEqual(['0.01', '0.025', '0.05', '1', '2.5', '5', '+Inf'].map(at), [0, 1, 5, 5, 6, 10, 10]);
    assert.equal(wait?.series.get('_count{pid="4711",lane="fast"}'), 10);
    const sum = [30, 3000].reduce(
      (all, one) => all + [0.8, 0.9, 1, 1.1, 1.2].reduce((part, share) => part + share * one, 0),
      0,
    );
    assert.ok(Math.abs((wait?.series.get('_sum{pid="4711",lane="fast"}') ?? 0) - sum / 1000) < 1e-9);
  });

  test('never go back in what they count, also when a process has ended; its gauges go', () => {
    const metrics = new DoctorMetrics();
    const counts: number[] = [];
    const count = (pid: number) =>
      parse(metrics.text())
        .get('nodejs_threadpool_wait_seconds')
        ?.series.get(`_count{pid="${pid}",lane="slow"}`) ?? 0;
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
    assert.ok(!metrics.text().includes('nodejs_threadpool_threads'));
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
    assert.ok(!names.some((name) => name.startsWith('nodejs_threadpool')), names.join(' '));
    assert.equal(new DoctorMetrics().text(), '');
  });

  test('show the age of a probe that has no answer, though no wait has ended', () => {
    const hung = reading(250, 1);
    const lane = { waits: [], sent: 5, skipped: 0, pending: 5, oldest: 12_300 };
    const families = metricsOf(processes(4711), pulse([{ ...hung, fast: lane }]));
    const ages = families.get('nodejs_threadpool_oldest_probe_age_seconds')?.series;
    assert.equal(ages?.get('{pid="4711",lane="fast"}'), 12.3);
    assert.equal(ages?.get('{pid="4711",lane="slow"}'), 0);
  });

  test('go on at 0 for a kind of job that no longer waits', () => {
    const well = doctorReport('healthy').diagnosis;
    const families = metricsOf(processes(4711), pulse([]), pulse([], well));
    assert.equal(families.get('nodejs_threadpool_queue_length')?.series.get('{pid="4711",kind="crypto"}'), 0);
  });

  test('stay lines of the format whatever an add-on is called', () => {
    const [first] = diagnosis.processes;
    assert.ok(first?.pool.queue);
    const queue = { ...first.pool.queue, kinds: { [`addon:${hostile}\\`]: 3 } };
    const odd = { ...diagnosis, processes: [{ ...first, pool: { ...first.pool, queue } }] };
    const families = metricsOf(processes(4711), pulse([], odd));
    assert.deepEqual([...(families.get('nodejs_threadpool_queue_length')?.series.values() ?? [])], [3]);
  });
});
