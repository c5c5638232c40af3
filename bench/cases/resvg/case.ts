import type { Case } from '../case.ts';

export default {
  kind: 'images',
  what: 'The picture that is shown where a page is shared: an SVG rendered by resvg on the pool',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'cpu-saturated', 'pool-starved-of-cpu', 'blocking-calls'],
    short:
      'The main thread encodes PNG (`asPng` is synchronous), and the pool loads all fonts for each picture',
    found: `The name says \`renderAsync\`, but 46% of the CPU time is on the main thread: 35% in \`resvgjs.node\`, called by \`asPng()\`, which encodes
synchronously. The pool threads have the rest, and half of that in the kernel: for each picture they search the system's folders for fonts
(\`strace -c\` in three seconds: 6,142 \`readlink\`, 2,524 \`read\`, 1,381 \`openat\` for some 40 pictures). Main thread and pool threads
together want more than the two CPUs. What helps: \`font: { loadSystemFonts: false }\`, and a cache by text.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Keep the picture by its text; load two fonts instead of all; encode in a worker thread.`,
  },
} satisfies Case;
