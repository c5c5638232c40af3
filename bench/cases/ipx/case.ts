import type { Case } from '../case.ts';

export default {
  kind: 'images',
  what: 'The image server of Nuxt, as a command, which makes a width of 400 from a JPEG of six megapixels',
  command: ['node_modules/.bin/ipx', 'serve', '--dir', 'public', '--port', '$PORT'],
  prepare: ['node', 'prepare.mjs'],
  request: { path: '/w_400/photo.jpg' },
  person: {
    rules: ['cpu-saturated', 'pool-starved-of-cpu', 'workers-saturated', 'pool-hog'],
    names: /vips|sharp/i,
    short: "libvips' own threads use all CPUs; file reads wait behind the images",
    found: `82% of the CPU time belongs to twelve threads named \`libvips worker\`, 9% to the pool, 5% to the main thread; 77% of all is inside
\`libvips-cpp.so\`, called by them. The pool threads wait in \`futex\` in two of three looks, for images that libvips computes. The file is
read from the page cache: 47 \`openat\` and 401 \`read\` in three seconds are nothing. Both CPUs are in use.`,
  },
  advice: {
    canBeFollowed: false,
    said: `A cache in front of it, which its manual asks for as well. The doctor prints a line of code for a server that has no code of the user, and which sharp does itself where the C library is glibc.`,
  },
} satisfies Case;
