import type { Case } from '../case.ts';

export default {
  kind: 'GraphQL',
  what: 'Apollo Server with a list of 200 authors, each with three books',
  command: ['node', 'server.mjs'],
  request: {
    path: '/',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ authors { id name books { title year } } }"}',
  },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread executes 1,400 resolvers for each request',
    found: `The main thread is runnable in 90% of the looks; 97% of the CPU time is on it. \`perf\` names \`willResolveField\` of Apollo's cache control
plug-in (7%), \`executeFields\` and \`completeValue\` of \`graphql\` (8%), \`whenResultIsFinished\` (3%), and the microtasks of some 600 promises
for each answer. There is no single function to move: the answer has 200 authors, and each field is a call.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Fewer fields and pages of authors; the cache control plug-in can be left away where nobody uses it.`,
  },
} satisfies Case;
