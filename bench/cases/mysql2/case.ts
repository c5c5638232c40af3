import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'A page for which MariaDB takes 20 ms, by Knex over mysql2, with a pool of five connections',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    names: /5 connections of knex/,
    short: '27 of 32 requests wait for one of the five connections to MariaDB',
    found: `Nothing is busy: the main thread uses 0.12 CPUs. \`ss\` shows five connections to MariaDB. 5 ÷ 20 ms = 250 a second, and 233 were
answered. It is the pool of Knex that is full; mysql2 makes its connections one by one here.`,
  },
  knobs: [{ change: /max: (\d+)/, env: 'DB_POOL' }],
  advice: {
    canBeFollowed: true,
    said: `More connections in the pool of Knex, which is the right one of the two.`,
  },
} satisfies Case;
