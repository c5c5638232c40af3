import type { Case } from '../case.ts';

export default {
  kind: 'documents',
  what: 'An invoice as a PDF of two pages',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread writes PDF objects',
    found: `The main thread is runnable in 96% of the looks, 96% of the CPU time is on it. \`perf\`: 22% looks strings up in V8's string table
(\`TryStringToIndexOrLookupExisting\`: property names that are computed), then \`encode\` of pdfkit (3%). No file, no pool job except a
few that compress pages.`,
  },
  advice: { canBeFollowed: true, said: `Make each invoice once, or in a worker thread.` },
} satisfies Case;
