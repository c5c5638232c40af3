import type { Case } from '../case.ts';

export default {
  kind: 'static files',
  what: 'The static server that most people start first, with a script of 60 kB',
  command: ['node_modules/.bin/http-server', 'public', '-p', '$PORT'],
  prepare: ['node', 'prepare.mjs'],
  request: { path: '/app.js' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread computes; reading the file is cheap',
    found: `The main thread (named \`http-server\`) is runnable or computing in two of three looks, no other thread in more than a third. \`strace\`
counts per answer two \`statx\`, two \`read\`, one \`openat\` and one \`close\` of 2 to 8 µs each: the file is in the page cache. \`perf\` sees no
function above 2% except the collector's marking (6%): streams, headers, events. One thread is the limit.`,
  },
  advice: {
    canBeFollowed: true,
    said: `The same as for [serve](serve.md): caching in front, or another process on another CPU.`,
  },
} satisfies Case;
