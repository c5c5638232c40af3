/** The lists of what can be run: as wide as a terminal that says nothing of its width. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../src/format/width.ts';
import { place } from './chokepoint.ts';
import { assertNone } from '../kit/assert.ts';

for (const verb of ['lab', 'serve'])
  test(`${verb} --list fits into 80 columns`, async () => {
    using here = place();
    const { code, stdout } = await here.run([verb, '--list']);
    assert.equal(code, 0);
    assert.ok(stdout.includes('pool-size'));
    assertNone(stdout.split('\n'), (line) => textWidth(line) > 80);
  });
