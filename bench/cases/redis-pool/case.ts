import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'Each page waits for a job in Redis, with a pool of four clients',
  command: ['node', 'server.mjs'],
  besideOf: 'ioredis',
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    names: /4 connections of redis/,
    short: '28 of 32 requests wait for one of the four clients of the pool',
    found: `Nothing is busy: the main thread uses 0.01 CPUs. \`ss\` shows four connections. BLPOP with 0.1 s takes 0.2 s, since Redis looks at its
timeouts ten times a second; 4 ÷ 0.2 s = 20 a second, and so many were answered.`,
  },
  knobs: [{ change: /maximum: (\d+)/, env: 'REDIS_POOL' }],
  advice: {
    canBeFollowed: true,
    said: `More clients: each only waits.`,
  },
} satisfies Case;
