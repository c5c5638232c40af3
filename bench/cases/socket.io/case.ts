import type { Case } from '../case.ts';

export default {
  kind: 'WebSocket',
  what: 'Socket.IO over long polling: each request opens a session',
  command: ['node', 'server.mjs'],
  request: { path: '/socket.io/?EIO=4&transport=polling' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'long-gc', 'memory-leak'],
    short:
      'The main thread opens sessions, and the collector keeps up with the memory of sessions that nobody closes',
    found: `The main thread is runnable in 81% of the looks, V8's helper threads in 42%. \`perf\`: a third of all CPU time is the young-generation
collector (\`ScavengeObject\` alone 17%), because each request leaves a session behind that lives until its ping timeout of 45 s. The
rest is the main thread's handling of 5,800 requests a second. The pool gives random bytes and is idle.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Let clients keep their sessions; that is how Socket.IO is meant to be used.`,
  },
} satisfies Case;
