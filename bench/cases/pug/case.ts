import type { Case } from '../case.ts';

export default {
  kind: 'rendering',
  what: 'A Pug view of 50 items under Express, started without NODE_ENV',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    names: /NODE_ENV=production|for production/,
    short: 'The main thread compiles the same view again for each request',
    found: `The main thread is runnable in every look. \`perf\` names \`parseMaybeAssign\` of \`@babel/parser\`, \`recurse\` of \`babel-walk\` and the
lexer of Pug: this is a compiler, and a server that renders has no business there. \`strace\` shows why: one \`statx\` and three \`read\` of the
view for each request. Express keeps compiled views only with \`NODE_ENV=production\`.`,
  },
  advice: { canBeFollowed: true, said: `One variable: Express keeps the compiled view then.` },
} satisfies Case;
