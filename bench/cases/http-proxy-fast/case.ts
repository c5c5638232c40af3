import type { Case } from '../case.ts';

export default {
  kind: 'proxy',
  what: 'The same proxy before an application that answers at once',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread computes; a new connection for each request is a third of it',
    found: `The main thread is runnable in 91% of the looks. \`strace -c\` counts per request one \`socket\`, \`connect\`, \`accept4\`, two \`close\` and two
\`shutdown\`: both sides are opened anew for every request. \`perf\`: 35% of the CPU time is the kernel under the main thread, which is the
price of these connections, and 37% is Node's own code for HTTP. With an agent that keeps connections (\`new http.Agent({ keepAlive: true })\`)
this third goes away.`,
  },
  advice: {
    canBeFollowed: true,
    said: `\`agent: new http.Agent({ keepAlive: true })\` in the options of http-proxy: no new connection for each request.`,
  },
} satisfies Case;
