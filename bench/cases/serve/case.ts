import type { Case } from '../case.ts';

export default {
  kind: 'static files',
  what: 'The static server of Vercel, with a script of 60 kB',
  command: ['node_modules/.bin/serve', '-n', '-l', '$PORT', 'public'],
  prepare: ['node', 'prepare.mjs'],
  request: { path: '/app.js' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread computes: JavaScript of the handler, and the collector beside it',
    found: `\`perf\` finds most of the process on the main thread, spread over many small functions of \`serve-handler\`, streams and \`node:http\`;
the largest single one has 2%. V8's helper threads mark and sweep beside it (ConcurrentMarking 18%). \`strace -c\`: for each answer one
\`openat\`, \`statx\`, three \`read\` and one \`close\`, each of 40 µs, done by the pool: its threads are idle in most looks (futex). So the
files are not the limit, and more pool threads cannot help: the one thread that handles requests is.`,
  },
  advice: {
    canBeFollowed: true,
    said: `A static server of many users stands behind a cache or a CDN, and more processes use more CPUs. There is no function to replace.`,
  },
} satisfies Case;
