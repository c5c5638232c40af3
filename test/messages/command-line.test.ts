/** A command line as its parts, and written again. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandLine, optionWords, readCommandLine } from '../../src/messages/command-line.ts';
import { mask } from '../../src/messages/command-line.ts';

suite('A command line', () => {
  const options = { vary: ['pool=1,4', 'env:A=b=c'], quiet: true, load: 'rate:5' } as const;
  const words = ['lab', 'pool-size', ...optionWords(options), '--', 'node', '--x=1', 'a b.js'];

  test('has a verb, words, options by their long names, and a command', () => {
    assert.deepEqual(readCommandLine(words), {
      verb: 'lab',
      words: ['pool-size'],
      options: { vary: ['pool=1,4', 'env:A=b=c'], quiet: true, load: ['rate:5'] },
      command: ['node', '--x=1', 'a b.js'],
    });
    assert.deepEqual(readCommandLine([]), { verb: '', words: [], options: {}, command: [] });
  });

  test('is written so that a shell gives the same words', () => {
    const { verb, options: read, ...rest } = readCommandLine(words);
    assert.equal(
      commandLine(verb, { ...read, blocks: 9, quiet: false, seed: undefined }, rest),
      "chokepoint lab pool-size --vary pool=1,4 --vary env:A=b=c --load rate:5 --blocks 9 -- node --x=1 'a b.js'",
    );
    assert.equal(commandLine('', {}, { command: ['node'] }), 'chokepoint -- node');
    assert.equal(commandLine('sweep', { body: '-1' }), 'chokepoint sweep --body=-1');
  });

  test('takes what was hidden from a file', () => {
    const hidden = { body: `{"password":"${mask}"}`, header: [`Authorization: ${mask}`, 'A: $TOKEN'] };
    assert.equal(
      commandLine('sweep', hidden),
      "chokepoint sweep --body @body.json --header Authorization:@authorization.txt --header 'A: $TOKEN'",
    );
  });
});
