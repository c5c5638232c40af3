import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'Express with its compression middleware and half a megabyte of JSON',
  command: ['node', 'server.mjs'],
  request: { path: '/', headers: { 'accept-encoding': 'gzip' } },
  person: {
    rules: ['pool-starved-of-cpu', 'pool-hog', 'cpu-saturated'],
    short: 'The pool compresses half a megabyte for each request, and uses both CPUs',
    found: `79% of the CPU time is on the four \`libuv-worker\` threads, in zlib: \`longest_match\` 53%, \`deflate_slow\` 14%. They are runnable in 87% of the
looks and wait for a CPU most of the time. The main thread is a victim: it waits for a CPU as well. Compressing the same text once would
do.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Compress what everybody gets once; leave the rest to the proxy in front.`,
  },
} satisfies Case;
