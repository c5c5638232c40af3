/** Real generators behind a real shell. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { identity, isAlive, processTree } from '../../../src/host/processes.ts';
import type { LoadPhase } from '../../../src/load/engine.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openGenerators } from '../../../src/run/generators.ts';
import { total } from '../../../src/stats/mean-and-spread.ts';
import { assertEach } from '../../kit/assert.ts';
import { emptyFolder } from '../../kit/place.ts';
import { planOf } from '../../kit/trials.ts';
import { until } from '../../kit/until.ts';
import { job } from '../jobs.ts';
import { saying, serving } from '../../kit/localhost.ts';

const program = join(import.meta.dirname, '../../../src/cli/main.ts');
const folder = emptyFolder('generators');

/** Also writes its PID into a file, and the shell becomes it. */
const generate = (at: number) =>
  `echo $$ > ${join(folder, String(at))}; exec '${process.execPath}' '${program}' generate`;
const pidOf = (at: number) => Number(readFileSync(join(folder, String(at)), 'utf8'));

async function opened(...generators: string[]) {
  const plan: Plan = { ...planOf('4'), generators };
  const options = { signal: new AbortController().signal, allowsPublic: false, tell: () => {} };
  const found = await openGenerators(plan, plan, options);
  if (!found) throw new Error('no generators');
  return found;
}

suite('Two generators behind a shell', () => {
  test('send one load, count every request once, and leave nothing behind', async () => {
    let asked = 0;
    await using server = await serving((_, response) => {
      asked++;
      response.end('ok');
    });
    const whos: (string | null)[] = [];
    {
      await using generators = await opened(generate(0), generate(1));
      whos.push(...[0, 1].map((at) => identity(pidOf(at))));
      const phases: LoadPhase[] = [];
      const outcome = await generators.engine.run(
        job({ url: server.url }, { load: { kind: 'closed', clients: 4, requestsEach: 50 }, traces: 40 }),
        { onPhase: (phase) => phases.push(phase) },
      );
      assert.deepEqual(phases, ['window', 'drain']);
      const { counts, response, generators: shares = [], traces, series } = outcome;
      assert.deepEqual(counts, { due: 200, sent: 200, answered: 200, verified: 200 });
      assert.equal(response.count, 200);
      assert.equal(traces.length, 40);
      assert.equal(total(series.done), 200);
      assertEach(shares, ({ sent, isHere, path }) => isHere && path === null && sent, [100, 100]);
      assert.equal(asked, 200);

      // The same sessions take the next job: 300 requests by one schedule.
      const rate = job(
        { url: server.url },
        { load: { kind: 'rate', perSecond: 300 }, duration: 1000, warmup: 200 },
      );
      const open = await generators.engine.run(rate);
      const told = { counts: { due: 300, verified: 300 }, warmup: { requests: 60 } };
      assert.partialDeepStrictEqual(open, told);

      // A search of a capacity asks one client alone, which one generator is.
      const one = job({ url: server.url }, { load: { kind: 'closed', clients: 1 }, duration: 300 });
      const alone = await generators.engine.run(one);
      assert.ok(alone.counts.verified > 0);
      assert.equal(alone.generators?.length, 1);
    }
    for (const who of whos) assert.ok(who !== null && !isAlive(who));
  });

  test('of which one is killed: a problem, and no process on either side', async () => {
    await using server = await saying();
    const long = job(
      { url: server.url },
      { load: { kind: 'closed', clients: 4 }, duration: 30_000, timeout: 2000 },
    );
    let whos: (string | null)[] = [];
    {
      await using generators = await opened(generate(0), generate(1));
      const killed = generators.engine.run(long, {
        onPhase(phase) {
          if (phase !== 'window') return;
          whos = [0, 1].flatMap((at) => processTree(pidOf(at)).map(identity));
          process.kill(pidOf(1), 'SIGKILL');
        },
      });
      await assert.rejects(killed, { code: 'GENERATOR_LOST' });
      assert.ok(whos.length >= 4, 'each has a process of its own that sends');
      // The next job opens it again.
      const next = job({ url: server.url }, { load: { kind: 'closed', clients: 2, requestsEach: 5 } });
      assert.equal((await generators.engine.run(next)).counts.verified, 10);
    }
    await until(() => whos.every((who) => who === null || !isAlive(who)));
  });
});

suite('A command that is no generator', () => {
  for (const [command, code] of [
    ['exit 3', 'GENERATOR_NOT_STARTED'],
    ['no-such-program generate', 'GENERATOR_NOT_STARTED'],
    ['echo "Last login: today"; cat', 'GENERATOR_GARBLED'],
  ] as const)
    test(`is told before anything starts: ${command}`, async () => {
      await assert.rejects(opened(command), { code });
    });
});
