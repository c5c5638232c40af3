import type { Case } from '../case.ts';

export default {
  kind: 'documents',
  what: 'A report of 2,000 rows as an Excel sheet',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  clients: 8,
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread makes XML and compresses it in JavaScript (pako)',
    found: `The main thread is runnable in every look, 79% of the CPU time is on it; V8's helper threads collect for the other fifth. \`perf\`: 15%
in \`longest_match\` and \`deflate_slow\` of **pako**, a zlib in JavaScript that jszip brings along, on the main thread; the pool with the real zlib
is idle. Each report is a task of about 80 ms.`,
  },
  advice: {
    canBeFollowed: true,
    said: `A worker thread for reports; and the streaming writer of exceljs, which uses the zlib of Node.`,
  },
} satisfies Case;
