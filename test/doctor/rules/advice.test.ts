/** What is advised fits what was found: the application's own function, the kind that takes the time, the heap that is large. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRules, rules } from '../../../src/doctor/evaluate-rules.ts';
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { ProfiledFunction } from '../../../src/model/reading.ts';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { findingOf, resultOf } from './case.ts';
import {
  atLock,
  serviceByHand,
  fullOfBlocked,
  fullOfComputing,
  inCall,
  queueOf,
  vitalsByHand,
  type Parts,
  agesOf,
  socketsOf,
} from './vitals-by-hand.ts';

const named = (parts: Partial<ProfiledFunction>): ProfiledFunction => ({
  name: 'render',
  file: '/srv/app.js',
  line: 12,
  self: 0.9,
  total: 0.95,
  calledBy: null,
  ...parts,
});
const full = (functions: readonly ProfiledFunction[], stalls = 0): Parts => ({
  loop: { utilization: 0.98, ran: 0.97, functions, stalls },
  cpu: { used: 1.05 },
});
const wholeText = (finding: object) => JSON.stringify(finding);

test('A handler without a name is named by its place', () => {
  const { title } = findingOf('loop-saturated', full([named({ name: '(anonymous)' })], 9));
  assert.match(title, /the function at \/srv\/app\.js:12/);
  assert.doesNotMatch(title, /anonymous/);
});

const inPackage = (file: string, parts: Partial<ProfiledFunction> = {}) =>
  named({
    name: 'next',
    file: `/srv/node_modules/${file}`,
    calledBy: 'listAll /srv/my app/list.js:9',
    ...parts,
  });
const codesOf = (id: RuleId, parts: Parts, service: Partial<ServiceVitals> = {}) =>
  resultOf(id, parts, service).changes.map(({ what }) => what.code);

test("A package's function is named with its package and with the line that calls it; of JSON less is advised", () => {
  const stringify = inPackage('express/lib/response.js', { name: 'stringify' });
  const { title } = findingOf('loop-saturated', full([stringify]));
  assert.match(title, /stringify of express, called by listAll \(\/srv\/my app\/list\.js:9\)/);
  assert.deepEqual(codesOf('loop-saturated', full([stringify])), [
    'change.more-processes',
    'change.less-json',
  ]);
});

test('Worker threads are advised for computation of the application alone', () => {
  const others = [
    inPackage('router/index.js'),
    inPackage('router/index.js', { calledBy: null }),
    named({ self: 0.1, total: 0.9 }),
    named({ self: 0.35, total: 0.9 }),
  ];
  for (const one of others) {
    const late = { delay: { mean: 9, p50: 1, p99: 400, max: 500 }, stalls: 9, functions: [one] };
    const found = [
      ...codesOf('loop-saturated', full([one], 9)),
      ...codesOf('loop-blocked', { loop: { utilization: 0.4, ...late } }),
    ];
    assert.ok(!found.includes('change.move-function'), found.join());
  }
  const first = (file: string) => codesOf('loop-saturated', full([inPackage(file)], 9));
  assert.deepEqual(first('lodash/lodash.js'), ['change.more-processes', 'change.fewer-calls']);
  // A router is nobody's to call less.
  assert.deepEqual(first('router/index.js'), ['change.more-processes', 'change.fewer-middleware']);
});

test('Without a free CPU a worker thread is advised only where single tasks hold the loop', () => {
  const taken = { free: 0, machineUsed: 8 };
  assert.deepEqual(codesOf('loop-saturated', full([named({})]), taken), ['change.cheaper-function']);
  assert.equal(codesOf('loop-saturated', full([named({})], 9), taken)[0], 'change.move-function');
});

test('A server that renders as in development is to run for production first', () => {
  const first = (file: string, isProduction: boolean | null) => {
    const { what, text } =
      resultOf('loop-saturated', { ...full([inPackage(file)]), isProduction }).changes[0] ?? {};
    return what?.code === 'change.production' ? text : null;
  };
  assert.equal(first('ejs/lib/ejs.js', false), 'NODE_ENV=production node server.js');
  assert.equal(first('ejs/lib/ejs.js', true), null);
  assert.equal(first('ejs/lib/ejs.js', null), null);
  assert.equal(first('pug-lexer/index.js', false), 'NODE_ENV=production node server.js');
  // Called without Express it keeps its templates, or does not, in both.
  assert.equal(first('handlebars/dist/cjs/handlebars/compiler/parser.js', false), null);
  // A router asks for it while it is set up, and never again.
  assert.equal(first('express/lib/router.js', false), null);
  assert.equal(first('pg/lib/client.js', false), null);
  assert.ok(first('react-dom/cjs/react-dom-server.node.development.js', null));
  // It sets the variable itself, so what it was started with says nothing.
  assert.equal(first('next/dist/server/base-server.js', false), null);
});

test('What is expected of processes is not promised of the production mode that comes before them', () => {
  const gain = (file: string) =>
    resultOf('loop-saturated', { ...full([inPackage(file)]), isProduction: false }, { free: 3 }).gain;
  assert.ok((gain('pg/lib/client.js') ?? 0) > 1);
  assert.equal(gain('ejs/lib/ejs.js'), null);
});

test('What runs on a server that has ended with the watch starts it again', () => {
  const startedAs = ['npm', 'run', 'serve'];
  const watched = (parts: Parts) => ({ ...parts, startedAs });
  const textsOf = (id: RuleId, parts: Parts) =>
    resultOf(id, watched(parts))
      .changes.map(({ text }) => text)
      .join('\n');
  const large = { memory: { heap: 512 * 2 ** 20 } };
  const growing = { memory: { growth: 20 * 2 ** 20, isSteady: true } };
  for (const found of [
    textsOf('loop-saturated', full([])),
    textsOf('loop-saturated', { ...full([]), ...large }),
    textsOf('memory-leak', growing),
  ]) {
    assert.match(found, /chokepoint doctor --\w+.* -- npm run serve/);
    assert.doesNotMatch(found, /doctor 42/);
  }
});

test('A flag of Node stands behind node, or in the environment of whatever starts it', () => {
  const gc = { share: 0.3, full: 0, longest: 20, count: 9 };
  const first = (parts: Parts) => resultOf('long-gc', { gc, ...parts }).changes[0]?.text;
  const flag = '--max-semi-space-size=64';
  assert.equal(first({}), `node ${flag} server.js`);
  assert.equal(first({ command: 'node http-server -p 80' }), `NODE_OPTIONS=${flag} http-server -p 80`);
  assert.equal(first({ startedAs: ['npx', 'http-server'] }), `NODE_OPTIONS=${flag} npx http-server`);
  assert.equal(first({ startedAs: ['npm', 'start'] }), `NODE_OPTIONS=${flag} npm start`);
});

test('Several processes run the script, not what starts TypeScript', () => {
  const loaders =
    '--require /a/node_modules/tsx/dist/preflight.cjs --import file:///a/node_modules/tsx/dist/loader.mjs';
  for (const start of [
    { command: 'node tsx server.ts' },
    { command: `node ${loaders} server.ts` },
    { startedAs: ['npx', 'tsx', 'server.ts'] },
  ]) {
    const { changes } = resultOf('loop-saturated', { ...full([]), ...start });
    const text = changes.find(({ what }) => what.code === 'change.more-processes')?.text ?? '';
    assert.match(text, /exec: "server\.ts"/);
    assert.doesNotMatch(text, /started as: .*server\.ts/);
  }
});

const spread = (start: Parts) =>
  resultOf('loop-saturated', { ...full([]), ...start }).changes.find(({ what }) =>
    what.code.startsWith('change.more-processes'),
  )?.text ?? '';

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

test('Several processes of a bin are started by PM2: nobody has a script of it to write', () => {
  const bin = { command: 'node http-server -p 8080', script: '/usr/local/bin/http-server' };
  const pm2 = (program: string, rest: string) => `npx pm2 start ${program} --name http-server -i 8${rest}`;
  const found = `"$(npx -c 'which http-server')"`;
  assert.equal(spread(bin), pm2('/usr/local/bin/http-server', ' -- -p 8080'));
  assert.equal(spread({ ...bin, script: null }), pm2(found, ' -- -p 8080'));
  const npx = ['npx', '--yes', 'http-server@14', '-p', '80'];
  assert.equal(spread({ ...bin, startedAs: npx }), pm2('/usr/local/bin/http-server', ' -- -p 8080'));
  // It has renamed itself: what was typed has its arguments, and which package it is of.
  const renamed = { command: 'http-server', script: null };
  const fetched = `"$(npx -p http-server@14 -c 'which http-server')"`;
  for (const startedAs of [npx, ['npm', 'exec', ...npx.slice(1)]])
    assert.equal(spread({ ...renamed, startedAs }), pm2(fetched, ' -- -p 80'));
  const local = ['node_modules/.bin/http-server', '-p', '80'];
  assert.equal(spread({ ...renamed, startedAs: local }), pm2('node_modules/.bin/http-server', ' -- -p 80'));
  assert.equal(spread({ ...renamed, startedAs: ['http-server', '-c', '1'] }), pm2(found, ' -- -c 1'));
  // Neither a process that runs nor a script of package.json says what it was given.
  for (const startedAs of [null, ['npm', 'start']]) {
    const [line, hidden] = spread({ ...renamed, startedAs }).split(' # ');
    assert.equal(line, pm2(found, ''));
    assert.ok(hidden?.includes('arguments'));
  }
});

test('Images are made once, then few at a time; one thread each is the default already, and comes last', () => {
  const native = [{ name: 'libvips worker', threads: 8, ran: 1.5, waitedForCpu: 2 }];
  const pool = { ...fullOfBlocked, queue: queueOf({ fs: 20, node_api: 4 }) };
  const cpu = { used: 1.9, available: 2, waited: 3 };
  assert.deepEqual(codesOf('pool-starved-of-cpu', { pool, cpu, native }), [
    'change.less-cpu',
    'change.limit-to-cpus',
    'change.one-thread-each',
  ]);
  const unnamed = [{ name: 'node', threads: 8, ran: 1.5, waitedForCpu: 2 }];
  assert.ok(
    !codesOf('pool-starved-of-cpu', { pool, cpu, native: unnamed }).includes('change.one-thread-each'),
  );
});

test('What a job of an add-on takes is reduced in the way of its package', () => {
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const textOf = (kind: string) => {
    const pool = { ...fullOfComputing, queue: queueOf({ [kind]: 20 }), holders: [{ kind, part: 1 }] };
    return resultOf('pool-starved-of-cpu', { pool, cpu }).changes[0]?.text ?? '';
  };
  assert.match(textOf('addon:bcrypt'), /password/);
  assert.match(textOf('addon:@img/sharp'), /image/);
  assert.match(textOf('addon:sqlite3'), /index/);
  assert.doesNotMatch(textOf('addon:own.node'), /undefined/);
});

test('Where the jobs are all of one kind, no limit is offered: nobody waits behind them', () => {
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const holders = [{ kind: 'crypto', part: 1 }];
  const changes = (kinds: Readonly<Record<string, number>>) =>
    codesOf('pool-starved-of-cpu', { pool: { ...fullOfComputing, queue: queueOf(kinds), holders }, cpu });
  assert.deepEqual(changes({ crypto: 28 }), ['change.less-cpu']);
  assert.deepEqual(changes({ crypto: 28, fs: 0.2 }), ['change.less-cpu', 'change.limit-to-cpus']);
});

test('A function that takes next to nothing is not named, and native code is', () => {
  const little = inPackage('better-sqlite3/lib/methods.js', {
    name: 'arrayFactory',
    self: 0.008,
    total: 0.008,
  });
  const { title, changes } = findingOf('loop-saturated', {
    ...full([little]),
    cpu: { used: 1, available: 1 },
  });
  assert.doesNotMatch(title, /arrayFactory/);
  assert.match(changes[0]?.what ?? '', /native code/);
  assert.match(changes[0]?.text ?? '', /^perf record -g -p 42 /);
});

test('What Node computes for its caller on the event loop is named with the caller, and goes to the pool', () => {
  const sign = named({
    name: 'signOneShot',
    file: 'node:internal/crypto/sig',
    self: 0.6,
    total: 0.6,
    calledBy: 'login /srv/app.js:8',
  });
  const { title, changes } = findingOf('loop-saturated', {
    ...full([sign], 9),
    cpu: { used: 1, available: 1 },
  });
  assert.match(title, /signOneShot of Node, called by login \(\/srv\/app\.js:8\)/);
  assert.match(changes[0]?.what ?? '', /^Let the pool compute it/);
});

test('Native code that is called on the event loop is named with its caller; what sends answers is not', () => {
  const native = (name: string, self: number) =>
    named({ name, file: '', line: null, self, total: self, calledBy: '(anonymous) /srv/server.mjs:13' });
  const little = inPackage('better-sqlite3/lib/methods.js', {
    name: 'arrayFactory',
    self: 0.008,
    total: 0.008,
  });
  const busy = (functions: readonly ProfiledFunction[]) =>
    findingOf('loop-saturated', { ...full(functions, 9), cpu: { used: 1, available: 1 } });
  const search = busy([native('(anonymous)', 0.67), native('writeUtf8String', 0.1), little]);
  assert.match(
    search.title,
    /67% of it in a function of native code, called by the function at \/srv\/server\.mjs:13/,
  );
  assert.match(search.changes[0]?.text ?? '', /worker thread/);
  const inNode = { ...native('sign', 0.4), calledIn: 'node:internal/crypto/sig' };
  const sign = busy([inNode, native('writeUtf8String', 0.36), little]);
  assert.match(sign.changes[0]?.what ?? '', /^Let the pool compute it: sign of Node/);
  assert.doesNotMatch(busy([native('writeUtf8String', 0.7), little]).title, /writeUtf8String/);
});

test('The asynchronous call that is advised is there', () => {
  const call = (name: string, file: string) => {
    const functions = [named({ name, file, self: 0.4, total: 0.5, calledBy: 'list /srv/app.js:8' })];
    return findingOf('blocking-calls', { loop: { functions } }).changes[0]?.text ?? '';
  };
  assert.match(call('readFileSync', 'node:fs'), /fs\.promises\.readFile\(/);
  assert.match(call('execFileSync', 'node:child_process'), /promisify\(child_process\.execFile\)/);
  assert.match(call('existsSync', 'node:fs'), /fs\.promises\.access/);
});

test('Without a profile the way to one is told', () => {
  assert.match(wholeText(findingOf('loop-saturated', full([]))), /doctor 42 --attach/);
});

test('Where a large heap was spared the profile, the way to one says what it would stop', () => {
  const memory = { heap: 512 * 2 ** 20 };
  const blocked = { utilization: 0.4, stalls: 5, delay: { mean: 9, p50: 1, p99: 400, max: 500 } };
  for (const [rule, parts] of [
    ['loop-saturated', full([])],
    ['loop-blocked', { loop: blocked }],
  ] as const) {
    const text = wholeText(findingOf(rule, { ...parts, memory }));
    assert.match(text, /stops the process for about 500 ms/);
    assert.match(text, /doctor 42 --attach --profile"/);
    assert.doesNotMatch(wholeText(findingOf(rule, parts)), /--profile/);
  }
});

test('The kind that takes the time is weighed by the capture; the queue alone names both', () => {
  const pool = { ...fullOfComputing, queue: queueOf({ crypto: 0.86, node_api: 0.84 }) };
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const unknown = findingOf('pool-starved-of-cpu', { pool, cpu });
  assert.match(wholeText(unknown), /Node-API\) or crypto jobs/);
  const captured = [
    { kind: 'crypto', jobs: 90, mean: 1400 },
    { kind: 'node_api', jobs: 90, mean: 1468 },
  ];
  const { changes, evidence } = findingOf('pool-starved-of-cpu', { pool: { ...pool, captured }, cpu });
  assert.match(changes[1]?.what ?? '', /as many jobs of a native add-on \(Node-API\) run/);
  assert.ok(evidence.some(({ value }) => value.startsWith('node_api 68 ms a job, crypto less')));
});

test('Where only CPUs are short no threads are offered, and no change is only a comment', () => {
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const { changes, evidence } = findingOf(
    'pool-starved-of-cpu',
    { pool: fullOfComputing, cpu },
    { machineCpus: 2, machineUsed: 2.9 },
  );
  assert.doesNotMatch(wholeText(changes), /Piscina|Worker\(/);
  assert.ok(changes.every(({ text }) => text.split('\n').some((line) => !/^(?:#|\/\/)/.test(line))));
  assert.ok(evidence.some(({ value }) => value.includes("0.95 of the machine's 2 by others")));
});

test('Collections that take long because others have the CPUs are not blamed', () => {
  const gc = { share: 0.22, full: 0, longest: 90, count: 40 };
  const asked = rules.filter(({ id }) => id === 'long-gc');
  const found = (loop: Parts['loop']) => {
    const vitals = vitalsByHand({ gc, loop: { utilization: 0.9, ...loop } });
    return evaluateRules([vitals], serviceByHand([vitals]), asked).findings.length;
  };
  assert.equal(found({ ran: 0.27, waitedForCpu: 0.6 }), 0);
  assert.equal(found({ ran: 0.87, waitedForCpu: 0.02 }), 1);
});

test('A file call is told before a lock beside it', () => {
  const places = [
    { doing: atLock('7f00'), share: 0.05, threads: 1 },
    { doing: atLock('7f01'), share: 0.15, threads: 1 },
    { doing: inCall('pread64', '/data/a'), share: 0.25, threads: 1 },
  ];
  const finding = findingOf('blocking-calls', { loop: { blockedIn: places } });
  assert.match(finding.title, /pread64 of \/data\/a/);
  assert.doesNotMatch(wholeText(finding), /a lock/);
  const alone = { loop: { blockedIn: places.slice(0, 2) } };
  assert.match(findingOf('blocking-calls', alone).title, /20% of the time in a lock/);
});

test('What never moved has no wait, and what may be a pipe is asked about first', () => {
  const doing = inCall('openat', '/run/pipe');
  const stuck = [1, 2, 3, 4].map((tid) => ({ tid, doing, since: 4000 }));
  const { evidence, changes } = findingOf('pool-stuck', { pool: { ...fullOfBlocked, stuck } });
  assert.ok(evidence.some(({ value }) => value === 'no end so far (more than 4 s)'));
  assert.equal(evidence.filter(({ label }) => label === 'found in').length, 1);
  assert.match(changes[0]?.text ?? '', /stat -c .* -- \/run\/pipe$/);
  assert.match(changes[1]?.text ?? '', /O_NONBLOCK/);
});

test('No CPU is called free on a machine that is full', () => {
  const age = agesOf(900);
  const waiting: Parts = {
    requests: { pending: 40, rate: 20, mean: 900 },
    sockets: socketsOf({
      inbound: { connections: 40, pending: 40, age },
      outbound: [{ to: '10.0.0.5:5432', connections: 100, pending: 40, age }],
    }),
  };
  assert.match(findingOf('downstream', waiting).because, /CPUs are free/);
  const taken = findingOf('downstream', waiting, { free: 0, machineUsed: 7.9 });
  assert.doesNotMatch(taken.because, /CPUs are free/);
});
