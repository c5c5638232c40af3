import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'A search without an index in better-sqlite3, which answers synchronously',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'blocking-calls', 'loop-blocked'],
    names: /sqlite|server\.mjs:13/,
    short: 'The main thread runs the search itself: SQLite computes in one synchronous call',
    found: `All CPU time is on the main thread, which is runnable in every look: 58% in the add-on of better-sqlite3 (\`sqlite3VdbeExec\` 27%,
\`patternCompare\` 11%, pages and cells), 30% in \`strcspn\` of libc, which it calls. JavaScript has 3%. Each search reads 20,000 rows. An index
for full text, or the database in a worker thread.`,
  },
  advice: {
    canBeFollowed: true,
    said: `A full-text index, or the database in a worker thread with a connection of its own.`,
  },
} satisfies Case;
