/** `check` as it is typed: one page or one document, and an exit code that a script can act on. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { PublishedCheck } from '../../src/model/published.ts';
import { place, root, type Place } from './chokepoint.ts';
import { assertEach } from '../kit/assert.ts';

/** A folder with these results, under names that say nothing of their format. */
function withResults(files: Readonly<Record<string, string>>): Place {
  const here = place();
  for (const [name, of] of Object.entries(files))
    copyFileSync(join(root, 'test/published/fixtures', of), join(here.folder, name));
  return here;
}

suite('check', () => {
  test('ends with 0 for figures that can carry a comparison, and with 1 for others', async () => {
    using here = withResults({ sound: 'wrk.txt', 'bad.json': 'k6-drops.csv' });
    const sound = await here.run('check sound');
    assert.equal(sound.code, 0, sound.stderr);
    assert.match(sound.stdout, /^chokepoint check {5}sound\nwrk, closed loop, 8 clients/);
    assert.match(sound.stdout, /\n✓ MEASURED {2}These figures can carry a comparison/);
    const bad = await here.run('check bad.json');
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /\n✗ NOT VALID {2}These figures cannot carry a comparison: G1 failed\./);
    assert.equal(sound.stderr + bad.stderr, '');
  });

  test('puts two files side by side, and says why one run of each decides nothing', async () => {
    using here = withResults({ a: 'wrk.txt', b: 'autocannon.json' });
    const { code, stdout } = await here.run('check a b --json');
    assert.equal(code, 1);
    const found = JSON.parse(stdout) as PublishedCheck;
    assertEach(found.settings, ({ cell, runs }) => [cell, runs.map(({ file }) => file)], [
      ['A', ['a']],
      ['B', ['b']],
    ]);
    assert.equal(found.checks.length, 23);
    assert.equal(found.sentence.code, 'published.unlike');
    assert.ok(
      found.ratios.every(({ low, word, withheld }) => low === null && word === 'undecided' && withheld),
    );
  });

  test('takes what the file does not say from the command line', async () => {
    using here = withResults({ a: 'k6-vus-summary.json' });
    const { stdout } = await here.run('check a --clients 2 --quiet');
    assert.match(stdout, /^✓ MEASURED {2}/);
    assert.match((await here.run('check a --rate 100')).stdout, /G1 failed/);
  });

  test('names the option that lets more checks judge, and no command without its value', async () => {
    using here = withResults({ a: 'k6-vus-summary.json' });
    const { stdout } = await here.run('check a');
    assert.match(stdout, /^OPEN +--rate would let G1 judge/m);
    assert.doesNotMatch(stdout, /^Next |^NEXT /m);
  });

  test('lists every check with --verbose', async () => {
    using here = withResults({ a: 'ab.txt' });
    const { stdout } = await here.run('check a --verbose');
    assert.equal(stdout.match(/^(?:pass|FAIL|–) +[A-Z]\d: /gm)?.length, 23);
  });
});
