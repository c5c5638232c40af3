/** What a page says of a run in which nothing could be compared, and of the generators behind it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { say } from '../../src/messages/message.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import type { GeneratorShare, Trial } from '../../src/model/sample.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { generatorLine } from '../../src/report/outline/generators.ts';
import { text } from '../../src/report/report.ts';
import { fixture } from './fixture.ts';

const page = (result: RunResult) => text(result, { columns: 80, color: false });

suite('A sweep without a comparison', () => {
  test('of one block shows what was measured, and says why there is no verdict', () => {
    const shown = page(fixture({ kind: 'sweep', pools: [1, 4, 16], blocks: 1, failing: null }));
    assert.match(shown, /^pool +requests\/s +p50 ms +p99 ms$/m);
    assert.match(shown, /^ +1 +█+.* +\d+ +[\d.]+ +[\d.]+$/m);
    assert.match(shown, /MEASURED +3 settings were measured once each\./);
    assert.match(shown, /--blocks 4/);
    assert.doesNotMatch(shown, /second setting|baseline|×/);
  });

  test('of one setting shows its figures', () => {
    const shown = page(fixture({ kind: 'sweep', pools: [4], blocks: 2, failing: null }));
    assert.match(shown, /^pool +requests\/s/m);
    assert.match(shown, /MEASURED +One setting was measured: a comparison needs a second one\./);
  });
});

suite('Generators elsewhere', () => {
  const share = (name: string, sent: number) =>
    ({
      name,
      sent,
      utilization: 0.1,
      lateShare: 0,
      roundTrip: 1,
      path: null,
      skew: 0,
      overlap: 1,
    }) as GeneratorShare;
  const run = fixture({ kind: 'sweep', pools: [1, 4], failing: null });
  const having = (...shares: readonly (readonly GeneratorShare[])[]): Trial[] =>
    run.trials.slice(0, shares.length).flatMap((trial, i) =>
      trial.sample
        ? [
            {
              ...trial,
              sample: {
                ...trial.sample,
                outcome: { ...trial.sample.outcome, generators: shares[i] ?? [] },
              },
            },
          ]
        : [],
    );
  const line = (trials: readonly Trial[]) => {
    const found = generatorLine(trials);
    return found ? say(found) : '';
  };

  test('are numbered where their commands look alike, and only there', () => {
    const long = 'sh -c exec /usr/local/bin/to-somewhere/';
    assert.match(
      line(having([share(`${long}1`, 60), share(`${long}2`, 40)])),
      /^requests: 60% from #1 sh -c .*…, 40% from #2 sh -c .*…\. They loaded together/,
    );
    assert.match(
      line(having([share('ssh load1', 50), share('ssh load2', 50)])),
      /from ssh load1, 50% from ssh load2\./,
    );
    assert.equal(line(having([share('ssh load1', 50)])), 'requests: 100% from ssh load1');
  });

  test('of which the first sends more than its share: why', () => {
    const [first, second] = [share('ssh load1', 40), share('ssh load2', 20)];
    assert.match(
      line(having([share('ssh load1', 40)], [first, second])),
      /^requests: 80% from ssh load1, 20% from ssh load2\. A single client always runs on the first/,
    );
  });

  test('that fail are named on the page, with how many trials it cost', () => {
    const lost = problemData(
      problem('GENERATOR_LOST', { name: 'ssh load2', how: 'exit code 255', said: 'Connection closed' }),
    );
    const trials = run.trials.map((trial, i) => (i < 2 ? { ...trial, sample: null, problem: lost } : trial));
    assert.match(
      page({ ...run, trials }),
      /✗ 2 trials lost: The generator "ssh load2" ended while it was in use\s+\(exit code 255\)\./,
    );
  });
});
