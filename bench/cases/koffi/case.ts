import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'A driver in C behind koffi: each call waits 20 ms on a thread of the pool',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-too-small'],
    short: 'All four pool threads sleep in the driver, and jobs queue behind them',
    found: `The four \`libuv-worker\` threads are in \`hrtimer_nanosleep\` in 94% of the looks: they sleep in the call of the driver and use no CPU.
\`strace\`: 545 \`clock_nanosleep\` in three seconds. 4 ÷ 20 ms = 200 a second, and 191 were answered. The main thread is in \`epoll\` for 98%. Threads
that sleep cost nothing: with 32 of them every client has one.`,
  },
  advice: { canBeFollowed: true, said: `As many threads as calls that wait at a time.` },
} satisfies Case;
