/** The rules in tables: what each text gives, where code can set it, what threads cost, what lookups may hold. */
import { short } from '../../../format/words.ts';
import type { Measured, Section, Table } from '../../../model/verdict.ts';
import { left, right, section } from '../experiment.ts';
import { asked, jobsOf, linePositions } from './claims.ts';
import { byVersion, lookupsInFlight, median, shown, valuesByPrefix, valuesOf } from './counts.ts';

const texts = ['unset', '""', '"0"', '"abc"', '"4x"', '"2"', '"16"', '"1024"', '"2000"', '"-1"'];

function sizeTable(measured: Measured): Table {
  const all = byVersion(measured, 'sizes');
  return {
    title: 'What the pool takes from UV_THREADPOOL_SIZE',
    note: 'Threads that the first use starts, by the kernel; jobs in flight, by holding them (not tried beyond 64); threads that the kernel names libuv-worker.',
    columns: [left('Node'), left('text'), right('threads'), right('jobs in flight'), right('named')],
    rows: all.flatMap((one) =>
      texts.map((text) => [
        one.node,
        text,
        ...['started', 'jobs', 'named'].map((name) => shown(valuesOf(one, `${name} ${text}`))),
      ]),
    ),
  };
}

function inCodeTable(measured: Measured): Table {
  const rows = linePositions.map((place) => ({ where: place.where, found: jobsOf(measured, place) }));
  const nodes = [...new Set(rows.flatMap((row) => row.found.map(({ node }) => node)))];
  return {
    title: `process.env.UV_THREADPOOL_SIZE = ${asked}, by where the line stands`,
    note: `Jobs in flight: ${asked} where it has effect, 4 where it comes too late or is not seen. A dash: not run.`,
    columns: [left('the line stands'), ...nodes.map((node) => right(`Node ${node}`))],
    rows: (nodes.length > 0 ? rows : []).map(({ where, found: versions }) => [
      where,
      ...nodes.map((node) => shown(versions.find((one) => one.node === node)?.values ?? [])),
    ]),
  };
}

function memoryTable(measured: Measured): Table {
  const rows = byVersion(measured, 'memory').flatMap((one) =>
    [4, 128, 1024].flatMap((size) => {
      const values = valuesByPrefix(one, `rss ${size}/`);
      const rss = median(values);
      const virtual = median(valuesByPrefix(one, `virtual ${size}/`));
      if (!rss || !virtual) return [];
      return [
        [
          one.node,
          String(size),
          short(rss.value / 1024),
          `${short(rss.low / 1024)} – ${short(rss.high / 1024)}`,
          short(rss.value / size),
          short(virtual.value / 1024),
          String(values.length),
        ],
      ];
    }),
  );
  return {
    title: 'What the threads cost when they are started',
    note: 'Medians over fresh processes; the interval holds the median at 95% whatever the distribution. Virtual: addresses that are set aside, mostly for stacks.',
    columns: [
      left('Node'),
      right('threads'),
      right('resident MiB'),
      right('95% interval'),
      right('KiB each'),
      right('virtual MiB'),
      right('processes'),
    ],
    rows,
  };
}

function lookupTable(measured: Measured): Table {
  const rows = byVersion(measured, 'names').flatMap((one) =>
    [1, 2, 4, 5, 8].flatMap((size) => {
      const inFlight = lookupsInFlight(one, size);
      if (inFlight.length === 0) return [];
      const file = valuesOf(one, `file done ${size}`).map((done) => (done === true ? 'done' : 'waits'));
      return [[one.node, String(size), shown(inFlight), String(Math.floor((size + 1) / 2)), shown(file)]];
    }),
  );
  return {
    title: 'DNS lookups in flight',
    note: 'A name server in a namespace of its own counts the queries that reach it, and answers none. fs.fstat() was submitted behind all lookups.',
    columns: [
      left('Node'),
      right('threads'),
      right('lookups in flight'),
      right('⌊(n+1)/2⌋'),
      left('fs.fstat()'),
    ],
    rows,
  };
}

export function passages(measured: Measured): Section[] {
  const tables = [sizeTable, inCodeTable, memoryTable, lookupTable].map((table) => table(measured));
  return section(
    "The pool's own rules",
    [
      'Everything here is counted in fresh processes, by the kernel or by what gets done while threads are held; nothing is timed.',
    ],
    tables,
  );
}
