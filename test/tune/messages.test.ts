/** The messages of an answer, over many searches on noisy machines: what stands in one place holds in every other. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recommend } from '../../src/tune/recommend.ts';
import { begin, tell } from '../../src/tune/search.ts';
import type { Recommendation, TuneTrial } from '../../src/model/tune.ts';
import { families, optionsOf, serverOf, throughputOf, tune } from './simulated-servers.ts';

/** The same interval read the other way round: the setting's over the recommended one's, and that over the default's. */
const inverted = {
  better: 'worse',
  worse: 'better',
  equivalent: 'equivalent',
  undecided: 'undecided',
} as const;

function wordOfGain({ gain }: Recommendation): keyof typeof inverted {
  assert.ok(gain?.text.code === 'tune.gain');
  return gain.text.params.word;
}

/** As many searches as are asked for, in three kinds of block effects; half of them cut off. */
function* answers(runs: number): Generator<Recommendation> {
  for (const [i, rate] of Object.values(families).entries()) {
    for (let run = 0; run < runs; run++) {
      const options = optionsOf({ seed: run });
      const noise = [0.012, 0.06, 0.15][run % 3] ?? 0;
      const { recommendation, history } = tune(throughputOf(rate), options, noise, 100 * i + run);
      yield recommendation;
      const cut: readonly TuneTrial[] = history.slice(0, 14 + ((7 * run) % history.length));
      yield recommend(tell(begin(options), cut));
    }
  }
}

suite('One paragraph, one test', () => {
  const all = [...answers(12)];

  test('table, band and gain say the same of the current setting', () => {
    const gains = all.filter(({ gain }) => gain !== null);
    assert.ok(gains.length > 50, `${gains.length}`);
    for (const found of gains) {
      const today = found.settings.find(({ id }) => id === 'pool=4');
      assert.ok(today);
      const word = today.standing === 'screened out' ? 'worse' : today.standing;
      assert.equal(word, inverted[wordOfGain(found)]);
      const isOpen = today.standing === 'undecided' || today.standing === 'equivalent';
      assert.equal(found.band.includes('pool=4'), isOpen);
      // What may be no better is recommended only where the certificate is about it, and not about the current one.
      assert.ok(!isOpen || found.verdict === 'certified');
    }
  });

  test('each word is what the interval beside it says', () => {
    for (const { settings } of all)
      for (const { standing, ratio, id } of settings) {
        if (ratio === null) continue;
        const { low, high } = ratio;
        const what = `${id} ${standing} ${low} ${high}`;
        if (standing === 'equivalent') assert.ok(low >= 0.9499 && high <= 1.0527, what);
        if (standing === 'undecided') assert.ok(low <= 1 && high >= 1 && (low < 0.95 || high > 1.052), what);
        if (standing === 'worse') assert.ok(high < 1, what);
        if (standing === 'screened out') assert.ok(high < 0.951, what);
        if (standing === 'dropped early') assert.ok(high >= 0.949, what);
      }
  });

  test('what was dropped after two noisy trials is named, and the certificate is not about it', () => {
    const noisy = all.filter(({ settings }) => settings.some(({ standing }) => standing === 'dropped early'));
    assert.ok(noisy.length > 10, `${noisy.length}`);
    for (const { settings, among, certainty, kept } of noisy) {
      const ids = settings.flatMap(({ id, standing }) => (standing === 'dropped early' ? id : []));
      for (const id of ids) assert.ok(!among.includes(id), id);
      const sizes = kept?.code === 'tune.same' ? kept.params.names.map((name) => `pool=${name}`) : [];
      for (const id of ids) assert.ok(!sizes.includes(id), id);
      if (certainty.code === 'tune.same-certainty') continue;
      assert.ok(certainty.code === 'tune.certified' || certainty.code === 'tune.not-certified');
      assert.deepEqual(certainty.params.droppedEarly, ids);
      assert.equal(certainty.params.isPartial, true);
    }
    // What is far behind with confidence counts as compared.
    const quiet = tune(serverOf('dns'), optionsOf(), 0.012, 1).recommendation;
    const far = quiet.settings.filter(({ standing }) => standing === 'screened out');
    assert.ok(far.length > 0 && far.every(({ id }) => quiet.among.includes(id)));
  });
});
