/** `node builder-process.ts CACHE SOURCES SCRIPT`: builds with a shell; a test kills it meanwhile. */
import { built } from '../../../src/lab/contestants/cached-build.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { message } from '../../../src/messages/message.ts';

const [cache = '', sources = '', script = ''] = process.argv.slice(2);
await built(
  {
    kind: 'small',
    name: 'Small',
    sources,
    versions: { sh: '1' },
    announcement: message('contestant.build-go', { version: '1.26.8' }),
    command: { file: 'sh', args: ['-c', script] },
    env: {},
    results: { server: 'build/server' },
  },
  { cache, clock: systemClock, tell: () => {} },
);
