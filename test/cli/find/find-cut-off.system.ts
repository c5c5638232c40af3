/** A first look that is ended at each of its steps. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { inconclusive, systemTest } from '../../kit/inconclusive.ts';
import { until } from '../../kit/until.ts';
import { place } from '../chokepoint.ts';
import { type Document, slowDevice } from './first-looks.ts';

/** What nobody can catch is tried at each stage; the others are handled alike at each, so one will do. */
const stages = [
  ['starts the server', /starting the server/, ['SIGKILL']],
  ['warms it up', /warms up/, ['SIGKILL']],
  ['raises the load', /✓ started/, ['SIGINT', 'SIGTERM', 'SIGKILL']],
  ['watches it', /✓ load|! load/, ['SIGKILL']],
  ['proves a setting', /block 1/, ['SIGKILL']],
] as const;

suite('A first look that is cut off', { concurrency: 2 }, () => {
  for (const [stage, pattern, signals] of stages)
    for (const signal of signals)
      systemTest(`by ${signal} while it ${stage} leaves no process`, {}, async () => {
        using here = place();
        const running = here.start(['--json', '--verbose', '--', process.execPath, slowDevice]);
        await running.says(pattern).catch(async (error: unknown) => {
          const { diagnosis } = JSON.parse((await running.end).stdout) as Partial<Document>;
          const rule = diagnosis?.findings[0]?.rule;
          // Where other programs have the CPUs, there may be nothing to prove: it finds what they do, or cannot tell.
          const isOfOthers = rule ? rule !== 'pool-too-small' : diagnosis?.status === 'cannot tell';
          if (stage === 'proves a setting' && isOfOthers) inconclusive(rule ?? 'cannot tell');
          throw error;
        });
        const { code, stdout, stderr } = await running.stop(signal);
        const since = performance.now();
        await until(() => here.alive().length === 0);
        assert.ok(performance.now() - since < 5000);
        if (signal === 'SIGKILL') return;
        assert.equal(code, 130, stderr);
        assert.match(stdout, /"problem"/);
      });
});
