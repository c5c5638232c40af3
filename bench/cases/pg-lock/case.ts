import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'Each page changes the same row of PostgreSQL, in a transaction',
  command: ['node', 'server.mjs'],
  besideOf: 'pg',
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    names: /of pg .*as long as alone/,
    short: 'Nine of ten transactions wait in PostgreSQL for the lock of one row',
    found: `\`pg_stat_activity\`: of ten sessions one runs, and eight wait for \`transactionid\`, which is the lock of a row that another transaction has
changed. 84 requests a second, 12 ms each, is one at a time. More connections would wait for the same row.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Not more connections: shorter transactions, or a counter that is not one row. The query that the doctor prints shows the lock.`,
  },
} satisfies Case;
