import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'A page for which PostgreSQL takes 20 ms, with a pool of ten connections',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    names: /10 connections of pg/,
    short: '22 of 32 requests wait for one of the ten connections to PostgreSQL',
    found: `Nothing is busy: the main thread sleeps in \`epoll\` in 78% of the looks and uses 0.19 CPUs. \`ss\` shows ten connections to PostgreSQL, and
\`pg_stat_activity\` ten sessions in \`PgSleep\`. 10 ÷ 20 ms = 500 a second, and 475 were answered; the other 22 requests wait in the pool.`,
  },
  knobs: [{ change: /max: (\d+)/, env: 'PG_POOL' }],
  advice: {
    canBeFollowed: true,
    said: `More connections, as many as the database allows to each process: it sleeps for each of them alike.`,
  },
} satisfies Case;
