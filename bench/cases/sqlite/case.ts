import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'The same search in sqlite3: its queries run on the pool, over one connection',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-lock', 'pool-hog', 'pool-starved-of-cpu'],
    short: 'Four pool threads take turns at the mutex of one connection',
    found: `93% of the CPU time is on the pool threads, in \`sqlite3VdbeExec\` and \`strcspn\`; but half of the looks find a pool thread in \`futex\`, and
\`strace\` counts 18,245 \`futex\` calls for 2,420 queries. In SQLite's serialized mode a connection has one mutex, which is taken for each row that
is returned: four threads of the pool, one of which gets on. More threads would queue at the same mutex; a second connection would not.`,
  },
  advice: {
    canBeFollowed: false,
    said: `A full-text index, or more connections. More threads at one connection wait for the same mutex. The doctor prints what helps with passwords and images: that is no advice for a query.`,
  },
} satisfies Case;
