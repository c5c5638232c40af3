import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { requestHeaders } from '../../src/cli/options/request-headers.ts';
import { place } from './chokepoint.ts';

suite('The value of a header', () => {
  test('is what was written, a line of a file, or a variable of the environment', () => {
    using here = place();
    const file = join(here.folder, 'key');
    writeFileSync(file, 'of the file\n');
    process.env['CHOKEPOINT_TEST_HEADER'] = 'of the environment';
    const given = [
      'Accept: text/html',
      `X-File:@${file}`,
      'X-Bare: $CHOKEPOINT_TEST_HEADER',
      'X-Braced: Bearer ${CHOKEPOINT_TEST_HEADER}',
      'Cookie: a=$CHOKEPOINT_TEST_HEADER; b=2',
      'X-At: @@file',
      'X-Dollar: $$HOME costs $5 or a$b',
    ];
    assert.deepEqual(requestHeaders(given), {
      headers: {
        Accept: 'text/html',
        'X-File': 'of the file',
        'X-Bare': 'of the environment',
        'X-Braced': 'Bearer of the environment',
        Cookie: 'a=of the environment; b=2',
        'X-At': '@file',
        'X-Dollar': '$HOME costs $5 or a$b',
      },
      hidden: ['X-File', 'X-Bare', 'X-Braced', 'Cookie'],
    });
  });

  for (const [title, value, why] of [
    ['of a file that is not there', '@nowhere', /nowhere/],
    ['of a file that is empty', '@empty', /empty/],
    ['of a file with more than one line', '@lines', /more than one line/],
    ['of a device', '@/dev/null', /device or a pipe/],
    ['of a file that is too large', '@large', /larger than 64 KiB/],
    ['of a variable that is not set', 'Bearer $CHOKEPOINT_UNSET', /no variable CHOKEPOINT_UNSET/],
  ] as const) {
    test(`${title} is missed before anything starts`, async () => {
      using here = place();
      writeFileSync(join(here.folder, 'empty'), '\n');
      writeFileSync(join(here.folder, 'lines'), 'a\nb\n');
      writeFileSync(join(here.folder, 'large'), 'a'.repeat(64 * 1024 + 1));
      const args = words(`sweep --url http://127.0.0.1:9/ --header 'X-Key: ${value}' --vary pool=4`);
      const { code, stderr } = await here.run([...args, '--', 'node', 'missing.js']);
      assert.equal(code, 2);
      assert.match(stderr, /^error: The value of the header X-Key/);
      assert.match(stderr, why);
    });
  }
});
