import type { Case } from '../case.ts';

export default {
  kind: 'passwords and tokens',
  what: 'The same login with UV_THREADPOOL_SIZE=64, "to be safe"',
  command: ['node', 'server.mjs'],
  env: { UV_THREADPOOL_SIZE: '64' },
  request: { path: '/' },
  clients: 64,
  person: {
    rules: ['pool-too-large', 'pool-starved-of-cpu'],
    short: '64 threads compute on two CPUs, and the main thread queues behind them',
    found: `The pool has 64 \`libuv-worker\` threads, and 84% of the looks find one of them runnable: on average 49 threads wait for one of two CPUs. All of the
CPU time is in \`bcrypt.node\`. The same work as with four threads, but each hash now takes as long as all that are computed at the same time, and the
main thread needs its turn among 65. The size is in the environment of the process: \`UV_THREADPOOL_SIZE=64\`.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Take the 64 away: as many threads as CPUs hash as many passwords, and nobody waits behind 64 of them.`,
  },
} satisfies Case;
