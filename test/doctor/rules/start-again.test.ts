/** How the server is started again with a change: a flag, several processes of its script, or of a bin. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { changesOf, type Seen } from './case.ts';
import { collected, saturated, type Parts } from './vitals-by-hand.ts';

test('A flag of Node stands behind node, or in the environment of whatever starts it', () => {
  const flag = '--max-semi-space-size=64';
  const starts: readonly [Seen, string][] = [
    [{}, `node ${flag} server.js`],
    [{ command: 'node http-server -p 80' }, `NODE_OPTIONS=${flag} http-server -p 80`],
    [{ startedAs: ['npx', 'http-server'] }, `NODE_OPTIONS=${flag} npx http-server`],
    [{ startedAs: ['npm', 'start'] }, `NODE_OPTIONS=${flag} npm start`],
  ];
  for (const [start, text] of starts)
    assert.equal(changesOf('long-gc', collected(0.3, 20, 9), start)[0]?.text, text);
});

const spread = (start: Parts) =>
  changesOf('loop-saturated', saturated(), start).find(({ what }) =>
    what.code.startsWith('change.more-processes'),
  )?.text ?? '';

test('Several processes run the script, not what starts TypeScript', () => {
  const loaders =
    '--require /a/node_modules/tsx/dist/preflight.cjs --import file:///a/node_modules/tsx/dist/loader.mjs';
  for (const start of [
    { command: 'node tsx server.ts' },
    { command: `node ${loaders} server.ts` },
    { startedAs: ['npx', 'tsx', 'server.ts'] },
  ]) {
    assert.match(spread(start), /exec: "server\.ts"/);
    assert.doesNotMatch(spread(start), /started as: .*server\.ts/);
  }
});

test('Several processes have the arguments of the one, and the whole path of its script', () => {
  const running = spread({ command: 'node server.js --port 3000', script: '/srv/dist/server.js' });
  assert.match(running, /exec: "\/srv\/dist\/server\.js", args: \["--port","3000"\]/);
  assert.match(running, /started as: node cluster\.cjs\n/);
  const started = spread({ startedAs: ['node', '--import', './hooks.mjs', 'server.js', '8080'] });
  assert.match(started, /started as: node --import \.\/hooks\.mjs cluster\.cjs\n/);
  assert.match(started, /exec: "server\.js", args: \["8080"\]/);
  const byNpm = { startedAs: ['npm', 'start'], command: 'node server.js 80', script: '/srv/server.js' };
  assert.match(spread(byNpm), /exec: "\/srv\/server\.js", args: \["80"\]/);
});

suite('Several processes of a bin are started by PM2: nobody has a script of it to write', () => {
  const pm2 = (program: string, rest: string) => `npx pm2 start ${program} --name http-server -i 8${rest}`;
  const installed = `"$(npx -c 'which http-server')"`;
  const fetched = `"$(npx -p http-server@14 -c 'which http-server')"`;
  const path = '/usr/local/bin/http-server';
  const bin = { command: 'node http-server -p 8080', script: path };
  const npx = ['npx', '--yes', 'http-server@14', '-p', '80'];
  // It has renamed itself: what was typed has its arguments, and which package it is of.
  const renamed = { command: 'http-server', script: null };
  const local = 'node_modules/.bin/http-server';
  for (const [start, text] of [
    [bin, pm2(path, ' -- -p 8080')],
    [{ ...bin, script: null }, pm2(installed, ' -- -p 8080')],
    [{ ...bin, startedAs: npx }, pm2(path, ' -- -p 8080')],
    [{ ...renamed, startedAs: npx }, pm2(fetched, ' -- -p 80')],
    [{ ...renamed, startedAs: ['npm', 'exec', ...npx.slice(1)] }, pm2(fetched, ' -- -p 80')],
    [{ ...renamed, startedAs: [local, '-p', '80'] }, pm2(local, ' -- -p 80')],
    [{ ...renamed, startedAs: ['http-server', '-c', '1'] }, pm2(installed, ' -- -c 1')],
  ] as const)
    test(JSON.stringify(start), () => assert.equal(spread(start), text));

  test('neither a process that runs nor a script of package.json says what it was given', () => {
    for (const startedAs of [null, ['npm', 'start']]) {
      const [line, hidden] = spread({ ...renamed, startedAs }).split(' # ');
      assert.equal(line, pm2(installed, ''));
      assert.ok(hidden?.includes('arguments'));
    }
  });
});
