import type { Case } from '../case.ts';

export default {
  kind: 'mock',
  what: 'Mockoon serves an OpenAPI document with generated answers',
  command: [
    'node_modules/.bin/mockoon-cli',
    'start',
    '--disable-log-to-file',
    '--port',
    '$PORT',
    '--data',
    'openapi.yaml',
  ],
  request: { path: '/customers' },
  person: {
    rules: ['loop-saturated', 'loop-blocked'],
    short:
      'The main thread imports route and template objects anew for each answer; a third of the CPU time is the collector',
    found: `The main thread is runnable in 96% of the looks, and has 68% of the CPU time; V8's helper threads have 32%, nearly all of it in the
young-generation collector (\`ScavengeObject\` 17%). No function of the application has 2%: \`SetDataProperties\`, \`NameDictionary\` and \`Rehash\` say
that many objects are copied by spread for each request. The pool sleeps. 189 answers a second are what one thread can do.`,
  },
  advice: {
    canBeFollowed: true,
    said: `Nobody tunes a mock. A fixed body in place of a generated one makes it cheaper.`,
  },
} satisfies Case;
