import type { Case } from '../case.ts';

export default {
  kind: 'rendering',
  what: 'A list of 200 products that React renders under Express, started without NODE_ENV',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    names: /NODE_ENV=production|for production/,
    short: 'The main thread renders, in the development build of React',
    found: `The main thread is runnable in every look, the pool is unused. \`perf\` names functions of \`process.env.NODE_ENV.exports.createElement\`
and \`renderElement\`: these are the files of React that are loaded without \`NODE_ENV=production\`. \`createElement\` alone takes 5%, and the
checks under it (\`PropertyDescriptor\`, \`LookupIterator\`, \`MigrateToMap\`: objects that are frozen and given hidden fields) some 15% more.`,
  },
  advice: {
    canBeFollowed: true,
    said: `One variable. Without it React checks each element, and keeps names for its messages.`,
  },
} satisfies Case;
