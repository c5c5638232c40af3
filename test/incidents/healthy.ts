/** Servers that are well: a finding above `info` is a false alarm. */
import { heap, incident, threads } from './incident.ts';

const [isQuiet, attach] = [true, true];

export const healthy = [
  incident('idle', 'hash.cjs', '', null, { isQuiet }),
  incident('busy in JavaScript, half of the time', 'render.cjs 3', '/ 55%', null),
  incident(
    'two hundred connections that stay open and ask rarely',
    'render.cjs 0.2',
    '/ 200 connections',
    null,
    { isQuiet },
  ),
  incident('a driver that has as many threads as calls at a time', 'driver.cjs', '/ 12', null, {
    ...threads(16),
    isQuiet,
  }),
  incident('a cluster in balance', 'spread.cjs 2 2', '/ 25%', null),
  incident('small files, from memory', 'cached-files.cjs', '/ 10%', null),
  incident('hashes on half of the CPUs', 'hash.cjs 20000', '/ 50%', null),
  incident('JSON at a moderate rate', 'fastify.mjs', '/ 15%', null),
  incident('the same beside the agents of others', 'agents.cjs', '/ 15%', null, { attach }),
  incident('a large heap, even and far from its limit', 'full-heap.cjs 150', '/ 20%', null, {
    ...heap(2048),
    attach,
  }),
  incident('a heap that grows by young objects alone', 'full-heap.cjs 10', '/ 30%', null, {
    ...heap(128),
    attach,
  }),
  incident(
    'long polls beside short calls over a unix socket',
    'clients/few-sockets.cjs 4',
    '/poll 50 hangs, / 40/s',
    null,
    { beside: { type: 'upstream', latency: 5, isUnix: true }, isQuiet },
  ),
  incident('PostgreSQL at half of what ten connections carry', 'clients/postgres.cjs 10', '/ 250/s', null, {
    beside: { type: 'postgres' },
    isQuiet,
    attach,
  }),
  incident('Redis over one connection, at a moderate rate', 'clients/redis.cjs', '/ 500/s', null, {
    beside: { type: 'redis' },
    isQuiet,
    attach,
  }),
  incident('answers that never end', 'stream.cjs', '/ 50 hangs', null, { isQuiet }),
];
