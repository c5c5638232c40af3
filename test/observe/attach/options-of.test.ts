import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readOptions } from '../../../src/observe/attach/attach-preconditions.ts';

const usual = { host: '127.0.0.1', port: 9229 };

/** What a command line and NODE_OPTIONS mean for an attach. */
const rows: readonly [line: string, variable: string, meant: Partial<ReturnType<typeof readOptions>>][] = [
  ['node server.js', '', {}],
  ['node server.js --permission --disable-sigusr1 --inspect-port=1', '', {}],
  ['node -- --permission', '', {}],
  ['node -r ./a.js --permission server.js', '', { permission: '--permission' }],
  ['node --require --permission server.js', '', {}],
  ['node --experimental_permission server.js', '', { permission: '--experimental-permission' }],
  ['node server.js', '--permission', { permission: '--permission' }],
  ['node --disable-sigusr1 server.js', '', { isSigusr1Disabled: true }],
  ['node server.js', '--require "./a b.js" --disable-sigusr1', { isSigusr1Disabled: true }],
  ['node server.js', String.raw`--require "./a \" --permission.js"`, {}],
  ['node --inspect server.js', '', { isInspected: true }],
  ['node --inspect=9300 server.js', '', { isInspected: true, inspector: { ...usual, port: 9300 } }],
  [
    'node --inspect-brk=0.0.0.0:9300 a.js',
    '',
    { isInspected: true, inspector: { host: '0.0.0.0', port: 9300 } },
  ],
  ['node --inspect=[::1]:9300 server.js', '', { isInspected: true, inspector: { host: '::1', port: 9300 } }],
  ['node --inspect=localhost server.js', '', { isInspected: true }],
  ['node --inspect-port=0 server.js', '', { inspector: { ...usual, port: 0 } }],
  ['node --inspect-port 9300 server.js', '', { inspector: { ...usual, port: 9300 } }],
  ['node --debug-port=9300 server.js', '--inspect-port=9400', { inspector: { ...usual, port: 9300 } }],
  ['my title', '', {}],
];

suite('The options that decide about an attach', () => {
  for (const [line, variable, meant] of rows) {
    const where = variable === '' ? '' : `, NODE_OPTIONS=${variable}`;
    test(`are read from ${line}${where}`, () => {
      const nothing = { permission: null, isSigusr1Disabled: false, inspector: usual, isInspected: false };
      assert.deepEqual(readOptions(line.split(' '), variable), { ...nothing, ...meant });
    });
  }
});
