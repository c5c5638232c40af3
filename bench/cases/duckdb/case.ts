import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'An aggregation over three million rows in DuckDB for each request',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['cpu-saturated', 'workers-saturated', 'pool-starved-of-cpu'],
    short: 'DuckDB computes on the pool threads and on a thread of its own: both CPUs are full',
    found: `Five threads are named \`libuv-worker\`, though the pool has four: the fifth is DuckDB's own worker, which inherited the name of the
thread that started it. All five are runnable in 95% of the looks. \`perf\`: 88% in \`libduckdb.so\` (\`SumState\`, \`PerfectAggregateHashTable\`,
\`IntegralCompressFunction\`): the aggregation itself. The main thread sleeps in \`epoll\`. The CPUs are the limit: a result that is kept, or a
smaller table.`,
  },
  advice: {
    canBeFollowed: false,
    said: `The CPUs are the limit: keep the result, or aggregate ahead. The doctor prints what helps with passwords and images: that is no advice for a query.`,
  },
} satisfies Case;
