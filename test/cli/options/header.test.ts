import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { requestHeaders } from '../../../src/cli/options/request-headers.ts';
import { place } from '../chokepoint.ts';

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
});
