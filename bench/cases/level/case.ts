import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'Events in LevelDB, each of which waits until the disk has it',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-too-small', 'pool-lock'],
    short: 'Pool threads wait for the disk, one group of writes at a time',
    found: `Pool threads wait in \`futex\` in 68% of the looks and in the block layer (\`submit_bio\`) in 6%. \`strace\`: 2,326 \`fdatasync\` in three seconds
for some 4,000 writes: LevelDB has one writer at a time, and the writers that wait are put into its group. With four threads a group has at most
three others. The main thread is idle for 39%. More threads would make larger groups, with the same number of \`fdatasync\`.`,
  },
  advice: { canBeFollowed: true, said: `More threads: writers that wait together are written together.` },
} satisfies Case;
