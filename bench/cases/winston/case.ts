import type { Case } from '../case.ts';

export default {
  kind: 'logging',
  what: 'Express with winston as its manual shows it: each request to a file and the console',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread formats each line twice, and writes it',
    found: `The main thread has 94% of the CPU time; it computes in 43% of the looks and waits for the lock of the output in 15%. \`perf\`: a third of all
is the kernel under it (one \`writev\` for the answer, one \`write\` for the console per request), the rest is spread: \`safe-stable-stringify\`, streams,
Express. The pool writes the file in batches: 6% of the CPU time. Logging doubles the system calls of each request, and no single
function has 3%.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Fewer lines, shorter lines, or a logger that writes in larger pieces ([pino](pino.md)).`,
  },
} satisfies Case;
