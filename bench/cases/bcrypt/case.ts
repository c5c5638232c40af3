import type { Case } from '../case.ts';

export default {
  kind: 'passwords and tokens',
  what: 'A login with bcrypt, cost 10',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['pool-starved-of-cpu', 'cpu-saturated'],
    short: 'The four pool threads compute hashes on two CPUs',
    found: `The four \`libuv-worker\` threads are runnable in every look, and wait for a CPU for most of the time; they have 98% of the CPU time, 78% in
\`Blowfish_encipher\` of \`bcrypt.node\`. The main thread sleeps in \`epoll\`. \`strace\`: hardly a system call. The CPUs are the limit; the
hashes cannot be made cheaper without making them weaker.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Check a password once, and give a token for later requests; never fewer rounds. More threads do nothing.`,
  },
} satisfies Case;
