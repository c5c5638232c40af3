import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'Sessions in files, each written by write-file-atomic, which waits for the disk',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-too-small', 'pool-hog', 'loop-saturated'],
    short: 'Pool threads wait for the disk in `fsync`, and eight pool jobs make one file',
    found: `Pool threads are in \`folio_wait_bit\` (the page cache waits for the disk) in 16% of the looks, and in the kernel for nearly all of their CPU time.
Per file \`strace\` counts one \`fsync\`, one \`rename\`, one \`openat\`, eight \`statx\`, one \`chown\` and one \`unlink\` that fails: eight to ten jobs of the
pool for each answer. The main thread needs as much CPU time as all pool threads together (51% to 48%).`,
  },
  advice: { canBeFollowed: true, said: `More threads, until the disk or the main thread is the limit.` },
} satisfies Case;
