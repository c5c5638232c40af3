import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'A private registry with a package of 150 versions',
  command: ['node_modules/.bin/verdaccio', '--config', 'config.yaml', '--listen', '$PORT'],
  prepare: ['node', 'prepare.mjs'],
  request: { path: '/our-package' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread reads, rewrites and hashes the whole document of the package for each request',
    found: `The main thread (named \`verdaccio\`) is runnable in 90% of the looks and has all of the CPU time. For each request \`strace\` counts one \`openat\`,
\`statx\` and two \`read\` of the stored document, which the pool does in no time. Then JavaScript parses it (V8's string table 4%), checks the address of
each of 150 tarballs (\`isURL\` of \`validator\` 3%, \`ada::parser\` 2%), writes it out again, and hashes it for the \`etag\` (MD5, 9%).`,
  },
  advice: { canBeFollowed: true, said: `A proxy in front that keeps the document of the package.` },
} satisfies Case;
