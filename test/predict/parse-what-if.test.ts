import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseWhatIf } from '../../src/predict/parse-what-if.ts';

suite('--what-if in words', () => {
  const rows: readonly (readonly [readonly string[], unknown])[] = [
    [[], {}],
    [['pool=4'], { pool: [4] }],
    [['pool=4,8,16'], { pool: [4, 8, 16] }],
    [['pool=1..12'], { pool: [1, 2, 4, 8, 12] }],
    [['pool=4,8,processes=1,2'], { pool: [4, 8], processes: [1, 2] }],
    [['pool=4', 'pool=4,8', 'rate=0.5'], { pool: [4, 8], rate: [0.5] }],
    [
      ['pool=cores,4,processes=1,cores,cpus=cores'],
      { pool: ['cores', 4], processes: [1, 'cores'], cpus: ['cores'] },
    ],
    [['cpus=8, clients=100'], { cpus: [8], clients: [100] }],
  ];
  for (const [words, meant] of rows) {
    test(words.join(' ') || 'nothing', () => assert.deepEqual(parseWhatIf(words), meant));
  }

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['4', /begin with a key/],
    ['pol=4', /did you mean "pool"/],
    ['env:CACHE=on', /has to be measured/],
    ['pool=', /whole numbers/],
    ['pool=0', /whole numbers/],
    ['pool=four', /whole numbers/],
    ['pool=0..4', /of 1 or more/],
    ['clients=cores', /whole numbers/],
    ['rate=-1', /above 0/],
    ['clients=4,rate=10', /either clients or a rate/],
    ['pool=1,2,3,4,5,6,7,8,9,processes=1,2,3,4,5,6,7,8', /72 settings/],
  ];
  for (const [words, why] of wrong) {
    test(`${words} is refused`, () =>
      assert.throws(() => parseWhatIf([words]), { code: 'WHAT_IF_INVALID', why }));
  }
});
