/** Servers that are well: a finding above `info` is a false alarm. */
import type { Incident } from './incident.ts';

const expected = null;

export const healthy: readonly Incident[] = [
  { title: 'idle', server: 'hash.cjs', load: [], isQuiet: true, expected },
  {
    title: 'busy in JavaScript, half of the time',
    server: 'render.cjs',
    argv: [3],
    load: [{ path: '/', share: 0.55 }],
    expected,
  },
  {
    title: 'two hundred connections that stay open and ask rarely',
    server: 'render.cjs',
    argv: [0.2],
    load: [{ path: '/', connections: 200 }],
    isQuiet: true,
    expected,
  },
  {
    title: 'a driver that has as many threads as calls at a time',
    server: 'driver.cjs',
    env: { UV_THREADPOOL_SIZE: '16' },
    load: [{ path: '/', clients: 12 }],
    isQuiet: true,
    expected,
  },
  {
    title: 'a cluster in balance',
    server: 'spread.cjs',
    argv: [2, 2],
    load: [{ path: '/', share: 0.25 }],
    expected,
  },
  {
    title: 'small files, from memory',
    server: 'cached-files.cjs',
    load: [{ path: '/', share: 0.1 }],
    expected,
  },
  {
    title: 'hashes on half of the CPUs',
    server: 'hash.cjs',
    argv: [20_000],
    load: [{ path: '/', share: 0.5 }],
    expected,
  },
  {
    title: 'JSON at a moderate rate',
    server: 'fastify.mjs',
    load: [{ path: '/', share: 0.15 }],
    expected,
  },
  {
    title: 'a large heap, even and far from its limit',
    server: 'full-heap.cjs',
    argv: [150],
    env: { NODE_OPTIONS: '--max-old-space-size=2048' },
    load: [{ path: '/', share: 0.2 }],
    attach: true,
    expected,
  },
  {
    title: 'a heap that grows by young objects alone',
    server: 'full-heap.cjs',
    argv: [10],
    env: { NODE_OPTIONS: '--max-old-space-size=128' },
    load: [{ path: '/', share: 0.3 }],
    attach: true,
    expected,
  },
  {
    title: 'long polls beside short calls over a unix socket',
    server: 'few-sockets.cjs',
    argv: [4],
    load: [
      { path: '/poll', clients: 50, hangs: true },
      { path: '/', perSecond: 40 },
    ],
    beside: { type: 'upstream', latency: 5, isUnix: true },
    isQuiet: true,
    expected,
  },
  {
    title: 'answers that never end',
    server: 'stream.cjs',
    load: [{ path: '/', clients: 50, hangs: true }],
    isQuiet: true,
    expected,
  },
];
