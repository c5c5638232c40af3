import type { Case } from '../case.ts';

export default {
  kind: 'database',
  what: 'A page that reads a value of Redis; one in fifty waits for a job over the same connection',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['connection-pool'],
    names: /ioredis .*BLPOP/,
    short: 'One BLPOP in fifty commands stops the only connection to Redis for a tenth of a second and more',
    found: `Nothing is busy: the main thread uses 0.02 CPUs and sleeps in \`epoll\` in 96% of the looks, at 246 answers a second, where the same
server without the BLPOP gives thousands. \`ss\` shows one connection; \`CLIENT LIST\` shows \`cmd=blpop flags=b\` on it.`,
  },
  advice: {
    canBeFollowed: true,
    said: `A connection of its own for the commands that wait, as the manual of ioredis says.`,
  },
} satisfies Case;
