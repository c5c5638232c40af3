import type { Case } from '../case.ts';

export default {
  kind: 'proxy',
  what: 'A page from a service of 50 ms, asked over a pool of four connections',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    short: '28 of 32 requests wait inside the process for one of four connections',
    found: `Nothing is busy: the main thread sleeps in \`epoll\` in 83% of the looks and uses 3% of a CPU. \`ss\` shows four connections to the service,
each waiting for an answer of 50 ms. 4 ÷ 50 ms = 80 a second, and 74 were answered; the other 28 requests wait in undici's queue. The
setting is \`connections\`.`,
  },
  knobs: [{ change: /connections: (\d+)/, env: 'CONNECTIONS' }],
  advice: {
    canBeFollowed: true,
    said: `More connections, as long as the service can serve them.`,
  },
} satisfies Case;
