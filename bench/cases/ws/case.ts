import type { Case } from '../case.ts';

export default {
  kind: 'WebSocket',
  what: 'A chat room of ws that compresses each message for each of forty listeners',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-hog', 'pool-starved-of-cpu', 'memory-growth', 'cpu-saturated'],
    short: 'The pool compresses each message forty times, and uses both CPUs',
    found: `76% of the CPU time is on the four \`libuv-worker\` threads, and nearly all of that in \`deflate_slow\` (43%) and \`longest_match\` (19%): the
same message is compressed once for each of forty listeners. The pool threads are runnable in two of three looks, and have to wait for a CPU most of
that time; the main thread waits behind them. 40,000 \`futex\` calls in three seconds are the jobs going in and out. More threads cannot help:
turn compression off for such messages, or compress once.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Compression off, or only for messages that are not sent to everybody; each listener has its own window, so the same work is done forty times.`,
  },
} satisfies Case;
