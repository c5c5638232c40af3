import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'A flow of Node-RED: HTTP in, a function, HTTP out',
  command: [
    'node_modules/.bin/node-red',
    '--settings',
    'settings.cjs',
    '--userDir',
    '.',
    '-p',
    '$PORT',
    'flows.json',
  ],
  request: { path: '/greeting' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread runs the flow',
    found: `The main thread (named \`node-red\`) is runnable in 94% of the looks and has 96% of the CPU time. \`perf\` is flat: JSON (4%), immediates of the flow's
messages (2%), strings. \`strace\`: one \`read\` and one \`writev\` for each answer. Nothing is wrong; one thread answers 3,200 requests a second.`,
  },
  advice: {
    canBeFollowed: true,
    said: `There is nothing wrong in the flow. Another instance on another CPU.`,
  },
} satisfies Case;
