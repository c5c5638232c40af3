import type { Case } from '../case.ts';

export default {
  kind: 'RPC',
  what: 'A gateway from HTTP to a gRPC service that needs 30 ms',
  command: ['node', 'server.mjs'],
  request: { path: '/shoe' },
  person: {
    rules: ['downstream'],
    // The service answers any number of calls in 30 ms: hundreds of clients get thousands of answers, until the gateway computes all the time.
    atKnee: ['loop-saturated', 'cpu-saturated'],
    short: 'Each request waits 30 ms for the gRPC service',
    found: `The main thread sleeps in \`epoll\` in 78% of the looks, with 11% of a CPU. \`ss\` shows one connection to the service: all calls share
it (HTTP/2). \`strace\`: one \`write\` and one \`read\` on it per request. 32 clients ÷ 30 ms = 1,067 a second at most; 823 were answered while the machine had other work. What is
left is the answer time of the service.`,
  },
  advice: { canBeFollowed: true, said: `The time is spent in the service behind the gateway.` },
} satisfies Case;
