import type { Case } from '../case.ts';

export default {
  kind: 'application',
  what: 'An S3 server in Node, to which small objects are put',
  command: ['node_modules/.bin/s3rver', '-d', 'data', '-p', '$PORT', '--configure-bucket', 'test'],
  request: { path: '/test/object', method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' },
  person: {
    rules: ['loop-saturated', 'loop-blocked', 'pool-lock', 'pool-hog', 'pool-too-small'],
    short:
      'The main thread handles streams; writes of one and the same object wait for its lock in the kernel',
    found: `The main thread has 54% of the CPU time and is runnable in 63% of the looks; the pool threads have 31%, all of it in the kernel:
\`rwsem_down_write_slowpath\` (7%) and the state \`truncate\` are the lock of one inode, as all clients put the same object. Per object
\`strace\` counts three \`openat\`, three \`close\` and one \`mkdir\` that fails.`,
  },
  advice: {
    canBeFollowed: true,
    said: `It is a server for tests; nobody puts the same object 150 times a second.`,
  },
} satisfies Case;
