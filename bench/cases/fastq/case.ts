import type { Case } from '../case.ts';

export default {
  kind: 'queue',
  what: 'Orders that go through a queue of one worker, which waits 5 ms for each',
  command: ['node', 'server.mjs'],
  request: { path: '/order' },
  person: {
    rules: ['downstream'],
    short: 'Requests wait inside the process for the only worker of the queue',
    found: `Nothing is busy: the main thread uses 6% of a CPU and sleeps in \`epoll\`. No file, no other connection, no pool job. Yet each request takes
176 ms: 1 ÷ 5 ms = 200 a second at most, 182 were answered, and 31 of 32 requests wait in the queue of the application. Only the code can
tell: \`concurrency\` is 1. The evidence from outside is requests in flight beside an idle process.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Raise \`concurrency\`, as long as the service behind it can serve more.`,
  },
} satisfies Case;
