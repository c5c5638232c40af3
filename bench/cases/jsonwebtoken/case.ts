import type { Case } from '../case.ts';

export default {
  kind: 'passwords and tokens',
  what: 'Tokens that jsonwebtoken signs with RS256, in its synchronous form',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'blocking-calls'],
    names: /sign/i,
    short: 'The main thread signs: RSA is computed synchronously',
    found: `The main thread is runnable in every look, alone. \`perf\`: 61% in \`ossl_rsaz_amm52x20_x2_ifma256\`, the multiplication of RSA in OpenSSL,
and 98% of the CPU time on the main thread. \`jwt.sign\` without a callback signs on the thread that calls it. 32 clients share what one
thread signs. With a callback jsonwebtoken still signs synchronously; \`crypto.sign\` with a callback uses the pool.`,
  },
  advice: {
    canBeFollowed: true,
    said: `ES256 or EdDSA sign many times faster than RS256; \`crypto.sign\` with a callback uses the pool.`,
  },
} satisfies Case;
