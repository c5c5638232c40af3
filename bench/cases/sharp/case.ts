import type { Case } from '../case.ts';

export default {
  kind: 'images',
  what: 'An image proxy of one function: sharp makes a WebP of 800 × 600 from a JPEG of twelve megapixels',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['cpu-saturated', 'pool-starved-of-cpu', 'workers-saturated'],
    names: /vips|sharp/i,
    short: "libvips' own threads use all CPUs; the pool threads wait for them",
    found: `Nearly all of the CPU time belongs to twelve threads named \`libvips worker\`, and nearly none to the pool: the four \`libuv-worker\`
threads wait in \`futex\` in 88% of the looks, each for the libvips threads that compute its image. \`perf\`: 75% in \`libvips-cpp.so\`.
Both CPUs are in use, the libvips threads are runnable more often than they run. The main thread sleeps in \`epoll\`. More pool threads mean
more images at once on the same CPUs.`,
  },
  knobs: [{ change: /sharp\.concurrency\((\d+)\)/, env: 'SHARP_CONCURRENCY' }],
  advice: {
    canBeFollowed: true,
    said: `The CPUs are the limit, so only fewer or cheaper images help: keep each by its URL and size, write WebP with less \`effort\`. \`sharp.concurrency(1)\` is what sharp itself sets where the C library is glibc, so there it changes nothing.`,
  },
} satisfies Case;
