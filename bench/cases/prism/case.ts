import type { Case } from '../case.ts';

export default {
  kind: 'mock',
  what: 'Prism serves the same OpenAPI document, and validates requests and answers',
  command: ['node_modules/.bin/prism', 'mock', '-p', '$PORT', '-d', 'openapi.yaml'],
  request: { path: '/customers' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread invents data: json-schema-faker for each answer',
    found: `The main thread is runnable in every look, and has 96% of the CPU time. \`perf\`: a sixth of it in functions of one package,
\`json-schema-faker\` (\`_DRange\`, \`traverse\`, \`_expand\`: it builds the random generator of a regular expression anew), with the array
functions that these call (10%). Without \`-d\`, which asks for invented data, that would not run at all.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Leave \`-d\` away, and Prism answers with the examples of the document.`,
  },
} satisfies Case;
