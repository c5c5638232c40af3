import type { Case } from '../case.ts';

export default {
  kind: 'rendering',
  what: 'A page of Next.js with getServerSideProps, built and started for production',
  command: ['node_modules/.bin/next', 'start', '-p', '$PORT'],
  prepare: ['node_modules/.bin/next', 'build'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'cpu-saturated'],
    short: 'The main thread renders, in the production build of React',
    found: `The process calls itself \`next-server\`. Its main thread is runnable in every look and has 89% of the CPU time. \`perf\` names
\`react-dom-server.edge.production.js\` (\`renderNode\`, \`renderElement\`, \`pushStartGenericElement\`: 9% together): the right build. 8% is memory for
typed arrays (\`ArrayBuffer::New\`, \`malloc\`): the answer is made in small pieces. Pool and files: nothing. What is left is a cache of the page, or
more processes on a machine with free CPUs.`,
  },
  advice: {
    canBeFollowed: false,
    said: `It runs for production already. What is left is to cache the page, or to use more CPUs. A function of a bundle with 4% of the time is no advice.`,
  },
} satisfies Case;
