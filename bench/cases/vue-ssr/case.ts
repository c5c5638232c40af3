import type { Case } from '../case.ts';

export default {
  kind: 'rendering',
  what: 'The same list, rendered by Vue, started without NODE_ENV',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'long-gc'],
    names: /NODE_ENV=production|for production/,
    short:
      'The main thread renders, in the development build of Vue; the collector takes a third of all CPU time',
    found: `The main thread is runnable in nearly every look. Beside it V8's helper threads copy young objects (\`Scavenger\` and what it calls: a
third of all CPU time, 19% in one function). The functions on the main thread are \`renderVNode\` and \`createComponentInstance\`, from
\`server-renderer.cjs.js\` and \`runtime-core.cjs.js\`: the builds without \`.prod\`.`,
  },
  advice: { canBeFollowed: true, said: `One variable, as for React.` },
} satisfies Case;
