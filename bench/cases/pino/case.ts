import type { Case } from '../case.ts';

export default {
  kind: 'logging',
  what: 'pino-http as its manual shows it, and hardly anything else to do',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'cpu-saturated'],
    short: 'The main thread answers and writes lines; half of its time is the kernel',
    found: `The main thread has 91% of the CPU time, half of all of it in the kernel: one \`read\`, one \`write\` for the answer. pino collects its lines and
writes them in large pieces, so it needs fewer system calls than winston and answers 1.4 times as many requests. There is no function
of pino above 2% in the profile. This is a server at its limit with nothing wrong in it: one thread, 8,000 answers a second.`,
  },
  advice: { canBeFollowed: true, said: `There is nothing to change in the code. More CPUs, more processes.` },
} satisfies Case;
