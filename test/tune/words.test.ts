/** The words of an answer, over many searches on noisy machines: what stands in one place holds in every other. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerSoFar } from '../../src/tune/tune.ts';
import { isUndecided, type Recommendation, type TuneTrial } from '../../src/model/tune.ts';
import { families, optionsOf, sizeOf, throughputOf, tune, type Server } from './simulated-servers.ts';

/** The same interval read the other way round: the setting's over the recommended one's, and that over the default's. */
const inverted = {
  better: 'worse',
  worse: 'better',
  'as good': 'as good',
  'not told apart': 'not told apart',
} as const;

function wordOfGain({ gain }: Recommendation): keyof typeof inverted {
  const said = /: ([^:]+)\.$/.exec(gain?.text ?? '')?.[1] ?? '';
  if (said === 'practically the same') return 'as good';
  return said === 'better' || said === 'worse' ? said : 'not told apart';
}

/** As many searches as are asked for, in three kinds of weather; half of them cut off. */
function* answers(runs: number): Generator<Recommendation> {
  for (const [i, rate] of Object.values(families).entries()) {
    for (let run = 0; run < runs; run++) {
      const options = optionsOf({ seed: run });
      const noise = [0.012, 0.06, 0.15][run % 3] ?? 0;
      const { recommendation, history } = tune(throughputOf(rate), options, noise, 100 * i + run);
      yield recommendation;
      const cut: readonly TuneTrial[] = history.slice(0, 14 + ((7 * run) % history.length));
      yield answerSoFar(cut, options);
    }
  }
}

suite('One paragraph, one test', () => {
  const all = [...answers(12)];

  test('table, band and gain say the same of what runs today', () => {
    const gains = all.filter(({ gain }) => gain !== null);
    assert.ok(gains.length > 50, `${gains.length}`);
    for (const found of gains) {
      const today = found.settings.find(({ id }) => id === 'pool=4');
      assert.ok(today);
      assert.equal(today.standing, inverted[wordOfGain(found)], found.gain?.text ?? '');
      const isOpen = today.standing === 'not told apart' || today.standing === 'as good';
      assert.equal(isUndecided(found, 'pool=4'), isOpen);
      assert.equal(found.band.includes('pool=4'), isOpen);
    }
  });

  test('each word is what the interval beside it says', () => {
    for (const { settings } of all)
      for (const { standing, ratio, id } of settings) {
        if (ratio === null) continue;
        const { low, high } = ratio;
        const what = `${id} ${standing} ${low} ${high}`;
        if (standing === 'as good') assert.ok(low >= 0.9499 && high <= 1.0527, what);
        if (standing === 'not told apart')
          assert.ok(low <= 1 && high >= 1 && (low < 0.95 || high > 1.052), what);
        if (standing === 'worse') assert.ok(high < 1, what);
        if (standing === 'screened out') assert.ok(high < 0.951, what);
        if (standing === 'looked behind') assert.ok(high >= 1, what);
      }
  });

  test('what only looked behind in two noisy trials is named, and the certificate is not about it', () => {
    const noisy = all.filter(({ settings }) => settings.some(({ standing }) => standing === 'looked behind'));
    assert.ok(noisy.length > 10, `${noisy.length}`);
    for (const { settings, among, certainty } of noisy) {
      const ids = settings.flatMap(({ id, standing }) => (standing === 'looked behind' ? id : []));
      for (const id of ids) assert.ok(!among.includes(id), id);
      assert.ok(certainty.includes(`${ids.join(', ')} looked far behind in `), certainty);
      assert.doesNotMatch(certainty, /best of the \d+ settings measured/);
    }
    // What is far behind for sure counts as compared.
    const quiet = tune(throughputOf(families['dns'] ?? (() => 0)), optionsOf(), 0.012, 1).recommendation;
    const far = quiet.settings.filter(({ standing }) => standing === 'screened out');
    assert.ok(far.length > 0 && far.every(({ id }) => quiet.among.includes(id)));
  });

  test('a certificate over two variables says that what changes least is recommended', () => {
    const server: Server = (id) => ({
      ok: true,
      figures: { throughput: id.includes('processes=2') ? 900 : 500, p50: sizeOf(id) },
    });
    const factors = [
      { key: 'pool', levels: [1, 2, 4, 8] },
      { key: 'processes', levels: [1, 2] },
    ];
    const options = optionsOf({ factors, default: { pool: 4, processes: 1 } });
    const { id, verdict } = tune(server, options, 0.012, 3).recommendation;
    assert.deepEqual([id, verdict], ['pool=4 processes=2', 'certified']);
  });
});
