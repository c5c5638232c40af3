import type { Case } from '../case.ts';

export default {
  kind: 'mock',
  what: 'A REST mock over a file of 5,000 posts, asked for the first twenty by title',
  command: ['node_modules/.bin/json-server', '--port', '$PORT', '--quiet', 'db.json'],
  prepare: ['node', 'prepare.mjs'],
  request: { path: '/posts?_sort=title&_order=desc&_limit=20' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    names: /lodash/,
    short: 'The main thread sorts 5,000 objects with lodash for each request',
    found: `The main thread is runnable in every look; the pool sleeps. \`perf\`: a third of all time in one function of \`lodash.js\` (line 3792,
\`baseSortBy\` and what compares for it), with \`StringLessThan\` (10%) and \`ArrayTimSort\` (6%) under it. 37 requests a second is all that one
thread sorts. \`strace\` sees hardly a system call: the file is in memory.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Nobody tunes a mock; who needs more of it asks for unsorted posts, or starts more of them.`,
  },
} satisfies Case;
