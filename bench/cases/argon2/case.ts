import type { Case } from '../case.ts';

export default {
  kind: 'passwords and tokens',
  what: 'A login with the defaults of argon2: 64 MiB and four lanes',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['cpu-saturated', 'pool-starved-of-cpu', 'workers-saturated'],
    short: 'Four short threads for each hash compute and touch 64 MiB: CPUs and page faults',
    found: `\`strace -c\` shows what no list of threads does: 532 \`clone3\` in three seconds. Each hash starts threads of its own for its four lanes, and
ends them; the pool thread that asked waits in \`futex\`. The CPU time is spent by threads that are not there any more when one looks. \`perf\` sees
40% in \`argon2.node\` and half in the kernel, which gives and takes 64 MiB for each hash (\`unmap_page_range\`, \`do_anonymous_page\`, \`madvise\`).
Both CPUs are full.`,
  },
  advice: {
    canBeFollowed: true,
    said: `The same as for [bcrypt](bcrypt.md). \`parallelism: 1\` would spare the threads of each hash, but makes other hashes: existing ones stay valid.`,
  },
} satisfies Case;
