import type { Case } from '../case.ts';

export default {
  kind: 'images',
  what: 'Thumbnails by jimp, which is plain JavaScript',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread computes pixels in JavaScript, in tasks of a hundred milliseconds',
    found: `The main thread is runnable in 92% of the looks. \`perf\`: 60% of the CPU time is on it, in \`resize.js\` of jimp and in the encoder and
decoder of \`jpeg-js\`; the other 40% are V8's helper threads, which collect the arrays that each image leaves behind. Each image is one long
task: nobody else is answered meanwhile. The pool is never used.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Less of it, in worker threads, or another library: sharp does the same outside JavaScript.`,
  },
} satisfies Case;
