/** What is advised fits what was found: the application's own function, the kind that takes the time, the heap that is large. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { ProfiledFunction } from '../../../src/model/reading.ts';
import { alone, both, changesOf, codesOf, on, resultOf, wordsOf, type Seen } from './case.ts';
import {
  agesOf,
  atLock,
  blocked,
  collected,
  computing,
  cpu,
  held,
  inCall,
  late,
  loop,
  mebibytes,
  profiled,
  saturated,
  socketsOf,
  stuck,
  twoCpus,
  type Parts,
} from './vitals-by-hand.ts';
import { listening } from './cases-rest.ts';

const inPackage = (file: string, parts: Partial<ProfiledFunction> = {}) =>
  profiled({
    name: 'next',
    file: `/srv/node_modules/${file}`,
    calledBy: 'listAll /srv/my app/list.js:9',
    ...parts,
  });
const little = inPackage('better-sqlite3/lib/methods.js', {
  name: 'arrayFactory',
  self: 0.008,
  total: 0.008,
});
const native = (name: string, self: number) =>
  profiled({ name, file: '', line: null, self, total: self, calledBy: '(anonymous) /srv/server.mjs:13' });
const oneCpu = cpu(1, 1);
const sign = { name: 'signOneShot', file: 'node:internal/crypto/sig', self: 0.6, total: 0.6 };
const bothKinds = computing({ crypto: 0.86, node_api: 0.84 });
const captured = [
  { kind: 'crypto', jobs: 90, mean: 1400 },
  { kind: 'node_api', jobs: 90, mean: 1468 },
];
const places = [
  { doing: atLock('7f00'), share: 0.05, threads: 1 },
  { doing: atLock('7f01'), share: 0.15, threads: 1 },
  { doing: inCall('pread64', '/data/a'), share: 0.25, threads: 1 },
];
const calling = (name: string, file: string): Parts => ({
  loop: { functions: [profiled({ name, file, self: 0.4, total: 0.5, calledBy: 'list /srv/app.js:8' })] },
});
const large = mebibytes({ heap: 512 });
const blockedLoop = both({ loop: { utilization: 0.4 } }, late(9, 1, 400, 500, 5));
const waiting: Parts = {
  requests: { pending: 40, rate: 20, mean: 900 },
  sockets: socketsOf({
    inbound: { connections: 40, pending: 40, age: agesOf(900) },
    outbound: [{ to: '10.0.0.5:5432', connections: 100, pending: 40, age: agesOf(900) }],
  }),
};
const watched = { startedAs: ['npm', 'run', 'serve'] };

/** What a finding says line by line (`wordsOf`), and what it does not. */
type Row = readonly [title: string, RuleId, Seen, says: readonly RegExp[], not?: readonly RegExp[]];

const rows: readonly Row[] = [
  [
    'A handler without a name is named by its place',
    'loop-saturated',
    saturated([profiled({ name: '(anonymous)' })], 9),
    [/^title: .*the function at \/srv\/app\.js:12/],
    [/^title: .*anonymous/],
  ],
  [
    "A package's function is named with its package and with the line that calls it",
    'loop-saturated',
    saturated([inPackage('express/lib/response.js', { name: 'stringify' })]),
    [/^title: .*stringify of express, called by listAll \(\/srv\/my app\/list\.js:9\)/],
  ],
  [
    'A function that takes next to nothing is not named, and native code is',
    'loop-saturated',
    both(saturated([little]), oneCpu),
    [/^change 1: .*native code/m, /^text 1: perf record -g -p 42 /m],
    [/^title: .*arrayFactory/],
  ],
  [
    'What Node computes for its caller on the event loop is named with the caller, and goes to the pool',
    'loop-saturated',
    both(saturated([profiled({ ...sign, calledBy: 'login /srv/app.js:8' })], 9), oneCpu),
    [
      /^title: .*signOneShot of Node, called by login \(\/srv\/app\.js:8\)/,
      /^change 1: Let the pool compute it/m,
    ],
  ],
  [
    'Native code that is called on the event loop is named with its caller; what sends answers is not',
    'loop-saturated',
    both(saturated([native('(anonymous)', 0.67), native('writeUtf8String', 0.1), little], 9), oneCpu),
    [
      /^title: .*67% of it in a function of native code, called by the function at \/srv\/server\.mjs:13/,
      /^text 1: .*worker thread/m,
    ],
  ],
  [
    'Native code that is called on the event loop is named with its caller; what sends answers is not',
    'loop-saturated',
    both(
      saturated(
        [{ ...native('sign', 0.4), calledIn: sign.file }, native('writeUtf8String', 0.36), little],
        9,
      ),
      oneCpu,
    ),
    [/^change 1: Let the pool compute it: sign of Node/m],
  ],
  [
    'Native code that is called on the event loop is named with its caller; what sends answers is not',
    'loop-saturated',
    both(saturated([native('writeUtf8String', 0.7), little], 9), oneCpu),
    [],
    [/^title: .*writeUtf8String/],
  ],
  ...(
    [
      ['readFileSync', 'node:fs', /^text 1: .*fs\.promises\.readFile\(/m],
      ['execFileSync', 'node:child_process', /^text 1: .*promisify\(child_process\.execFile\)/m],
      ['existsSync', 'node:fs', /^text 1: .*fs\.promises\.access/m],
    ] as const
  ).map(([name, file, says]): Row => [
    'The asynchronous call that is advised is there',
    'blocking-calls',
    calling(name, file),
    [says],
  ]),
  [
    'Without a profile the way to one is told',
    'loop-saturated',
    saturated(),
    [/doctor 42 --attach/],
    [/--profile/],
  ],
  ['Without a profile the way to one is told', 'loop-blocked', blockedLoop, [], [/--profile/]],
  ...(['loop-saturated', 'loop-blocked'] as const).map((rule): Row => [
    'Where a large heap was spared the profile, the way to one says what it would stop',
    rule,
    both(rule === 'loop-blocked' ? blockedLoop : saturated(), large),
    [/stops the process for about 500 ms/, /doctor 42 --attach --profile"?$/m],
  ]),
  ...[
    saturated(),
    both(saturated(), large),
    both(mebibytes({ growth: 20 }), { memory: { isSteady: true } }),
  ].map((parts, i): Row => [
    'What runs on a server that has ended with the watch starts it again',
    i < 2 ? 'loop-saturated' : 'memory-leak',
    both(parts, watched),
    [/chokepoint doctor --\w+.* -- npm run serve/],
    [/doctor 42/],
  ]),
  [
    'The kind that takes the time is weighed by the capture; the queue alone names both',
    'pool-starved-of-cpu',
    both(bothKinds, twoCpus),
    [/Node-API\) or crypto jobs/],
  ],
  [
    'The kind that takes the time is weighed by the capture; the queue alone names both',
    'pool-starved-of-cpu',
    both(bothKinds, { pool: { captured } }, twoCpus),
    [/^change 2: .*as many jobs of a native add-on \(Node-API\) run/m, /: node_api 68 ms a job, crypto less/],
  ],
  [
    'Where only CPUs are short no threads are offered',
    'pool-starved-of-cpu',
    both(computing(), twoCpus, on({ machineCpus: 2, machineUsed: 2.9 })),
    [/: .*0\.95 of the machine's 2 by others/],
    [/^(?:change|text) .*(?:Piscina|Worker\()/m],
  ],
  [
    'A file call is told before a lock beside it',
    'blocking-calls',
    { loop: { blockedIn: places } },
    [/^title: .*pread64 of \/data\/a/],
    [/a lock/],
  ],
  [
    'A file call is told before a lock beside it',
    'blocking-calls',
    { loop: { blockedIn: places.slice(0, 2) } },
    [/^title: .*20% of the time in a lock/],
  ],
  [
    'What never moved has no wait, and what may be a pipe is asked about first',
    'pool-stuck',
    blocked(undefined, stuck(4, inCall('openat', '/run/pipe'), 4000)),
    [
      /: no end so far \(more than 4 s\)$/m,
      /^text 1: .*stat -c .* -- \/run\/pipe$/m,
      /^text 2: .*O_NONBLOCK/m,
    ],
    [/^found in: .*^found in: /m],
  ],
  ['No CPU is called free on a machine that is full', 'downstream', waiting, [/^because: .*CPUs are free/m]],
  [
    'No CPU is called free on a machine that is full',
    'downstream',
    both(waiting, on({ free: 0, machineUsed: 7.9 })),
    [],
    [/^because: .*CPUs are free/m],
  ],
];

for (const [title, id, seen, says, not = []] of rows)
  test(title, () => {
    const words = wordsOf(resultOf(id, seen));
    for (const pattern of says) assert.match(words, pattern);
    for (const pattern of not) assert.doesNotMatch(words, pattern);
  });

const without = (id: RuleId, seen: Seen, code: string) =>
  assert.ok(!codesOf(id, seen).includes(code as never), code);

test('Who waits for the turns of a busy loop is not told to look for who closes connections', () => {
  assert.deepEqual(codesOf('backlog', loop(0.84), listening(100, 387, 511)), ['change.profile-running']);
  assert.ok(codesOf('backlog', loop(0.2), listening(100, 387, 511)).includes('change.who-closes'));
});

test('No change is only a comment', () => {
  for (const { text } of changesOf('pool-starved-of-cpu', computing(), twoCpus))
    assert.ok(text.split('\n').some((line) => !/^(?:#|\/\/)/.test(line)));
});

test('Worker threads are advised for computation of the application alone; of JSON less is advised', () => {
  const others = [
    inPackage('router/index.js'),
    inPackage('router/index.js', { calledBy: null }),
    profiled({ self: 0.1 }),
    profiled({ self: 0.35 }),
  ];
  for (const one of others) {
    without('loop-saturated', saturated([one], 9), 'change.move-function');
    without(
      'loop-blocked',
      both(late(9, 1, 400, 500, 9), { loop: { utilization: 0.4, functions: [one] } }),
      'change.move-function',
    );
  }
  const first = (file: string, name = 'next') =>
    codesOf('loop-saturated', saturated([inPackage(file, { name })], 9));
  assert.deepEqual(first('express/lib/response.js', 'stringify'), [
    'change.more-processes',
    'change.less-json',
  ]);
  assert.deepEqual(first('lodash/lodash.js'), ['change.more-processes', 'change.fewer-calls']);
  // What checks a password is of one user alone: nothing of it is kept.
  assert.deepEqual(first('bcryptjs/index.js', '_encipher'), ['change.more-processes', 'change.in-pool']);
  // A router is nobody's to call less.
  assert.deepEqual(first('router/index.js'), ['change.more-processes', 'change.fewer-middleware']);
});

test('Where CPUs are free, more processes come first, whatever a probe saw; then the function is named', () => {
  assert.equal(codesOf('loop-saturated', saturated())[0], 'change.more-processes');
  for (const stalls of [0, 9])
    assert.deepEqual(codesOf('loop-saturated', saturated([profiled()], stalls)).slice(0, 2), [
      'change.more-processes',
      'change.move-function',
    ]);
});

test('Without a free CPU a worker thread is advised only where single tasks hold the loop', () => {
  const taken = on({ free: 0, machineUsed: 8 });
  assert.deepEqual(codesOf('loop-saturated', saturated([profiled()]), taken), ['change.cheaper-function']);
  assert.equal(codesOf('loop-saturated', saturated([profiled()], 9), taken)[0], 'change.move-function');
});

test('What moves a function names it, or says what belongs into the new file', () => {
  const textOf = (name: string) =>
    changesOf('loop-saturated', saturated([profiled({ name })]))[1]?.text ?? '';
  assert.match(textOf('render'), /new file: export \{ render as default \} from "\/srv\/app\.js"/);
  assert.match(textOf('(anonymous)'), /new file: .*what \/srv\/app\.js:12 computes/);
  assert.doesNotMatch(textOf('(anonymous)'), /theWork|-worker/);
});

suite('A server that renders as in development is to run for production first:', () => {
  const production = 'NODE_ENV=production node server.js';
  for (const [file, isProduction, expected] of [
    ['ejs/lib/ejs.js', false, production],
    ['ejs/lib/ejs.js', true, null],
    ['ejs/lib/ejs.js', null, null],
    ['pug-lexer/index.js', false, production],
    // Called without Express it keeps its templates, or does not, in both.
    ['handlebars/dist/cjs/handlebars/compiler/parser.js', false, null],
    // A router asks for it while it is set up, and never again.
    ['express/lib/router.js', false, null],
    ['pg/lib/client.js', false, null],
    ['react-dom/cjs/react-dom-server.node.development.js', null, production],
    // It sets the variable itself, so what it was started with says nothing.
    ['next/dist/server/base-server.js', false, null],
  ] as const)
    test(`${file}, ${isProduction}`, () => {
      const [first] = changesOf('loop-saturated', saturated([inPackage(file)]), { isProduction });
      assert.equal(first?.what.code === 'change.production' ? first.text : null, expected);
    });
});

test('What is expected of processes is not promised of the production mode that comes before them', () => {
  for (const [file, isSpread] of [
    ['pg/lib/client.js', true],
    ['ejs/lib/ejs.js', false],
  ] as const) {
    const { gain, expect, changes } = resultOf(
      'loop-saturated',
      saturated([inPackage(file)]),
      on({ free: 3 }),
      {
        isProduction: false,
      },
    );
    assert.equal(gain !== null && gain > 1, isSpread);
    assert.ok(changes.some(({ setting }) => setting?.['processes']));
    assert.equal('isSpread' in expect.params && expect.params.isSpread, isSpread);
  }
});

test('What the CPUs serve is no less than the run itself has measured', () => {
  // 13.8 a second on one CPU: 27.6 on two, which is more than 20.
  for (const [measured, expected] of [
    [29, 29],
    [20, null],
  ] as const) {
    const requests = { rate: 13.8, best: measured, mean: 1000, p99: 1300, alone: 60 };
    const { expect } = resultOf('pool-starved-of-cpu', computing(), cpu(1, 2), on({ requests }));
    assert.equal(expect.code, 'pool-starved-of-cpu.expect');
    assert.equal('best' in expect.params ? expect.params.best : undefined, expected);
  }
});

test('Images are made once, then few at a time; one thread each is the default already, and comes last', () => {
  const seen = (name: string) =>
    both(blocked({ fs: 20, node_api: 4 }), cpu(1.9, 2, 3), {
      native: [{ name, threads: 8, ran: 1.5, waitedForCpu: 2 }],
    });
  assert.deepEqual(codesOf('pool-starved-of-cpu', seen('libvips worker')), [
    'change.less-cpu',
    'change.limit-to-cpus',
    'change.one-thread-each',
  ]);
  without('pool-starved-of-cpu', seen('node'), 'change.one-thread-each');
});

test('Where the jobs are all of one kind, no limit is offered: nobody waits behind them', () => {
  const changes = (kinds: Readonly<Record<string, number>>) =>
    codesOf('pool-starved-of-cpu', computing(kinds, held({ crypto: 1 })), twoCpus);
  assert.deepEqual(changes({ crypto: 28 }), ['change.less-cpu']);
  assert.deepEqual(changes({ crypto: 28, fs: 0.2 }), ['change.less-cpu', 'change.limit-to-cpus']);
});

test('Collections that take long because others have the CPUs are not blamed', () => {
  const blamed = (ran: number, waitedForCpu: number) =>
    alone({ processes: [both(collected(0.22, 90, 40), { loop: { utilization: 0.9, ran, waitedForCpu } })] })
      .flatMap(({ findings }) => findings)
      .some(({ rule }) => rule === 'long-gc');
  assert.deepEqual([blamed(0.27, 0.6), blamed(0.87, 0.02)], [false, true]);
});
