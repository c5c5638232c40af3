import type { Case } from '../case.ts';

export default {
  kind: 'proxy',
  what: 'A reverse proxy before an application that needs 100 ms for each answer',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['downstream'],
    // A hundred clients and more: the connections that are opened and closed keep the main thread busy.
    atKnee: ['loop-saturated', 'cpu-saturated'],
    short: 'Each request waits 100 ms for the application behind the proxy',
    found: `32 clients get answers of 100 ms: 32 ÷ 0.1 s = 320 a second at most, and 207 to 219 were answered while the machine had other work. \`ss\` shows 32
connections to the application behind the proxy, one for each request in flight. The main thread sleeps in \`epoll\` in half of the looks, although it
had to wait for its CPU. \`strace -c\`: one \`connect\` and two \`shutdown\` for each request, because http-proxy by default keeps no
connection. That costs CPU, but the 100 ms are spent in the application.`,
  },
  advice: {
    canBeFollowed: true,
    said: `The time is spent in the application. The proxy itself should get an agent that keeps connections.`,
  },
} satisfies Case;
