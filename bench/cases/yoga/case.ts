import type { Case } from '../case.ts';

export default {
  kind: 'GraphQL',
  what: 'GraphQL Yoga whose twenty authors each ask a service for their books: the N+1 problem',
  command: ['node', 'server.mjs'],
  request: {
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ authors { id name books { title } } }"}',
  },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short: 'The main thread sends 20 requests for each one that it answers: the N+1 problem costs CPU first',
    found: `The main thread is runnable in 91% of the looks: it makes 1,400 \`fetch\` calls a second for 71 answers. \`ss\` shows some 390 open connections to the
service, which answers at once: what waits, waits for this process to read it. \`perf\`: 64% of the CPU time on the main thread, in undici (\`Pool\` is constructed anew), promises and
streams, and 36% on V8's helper threads, which collect what each \`fetch\` leaves behind. One call for twenty authors (a data loader) is the cure.`,
  },
  advice: { canBeFollowed: true, said: `A data loader: one call for all books.` },
} satisfies Case;
