import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertEach } from '../kit/assert.ts';
import { sweepOf } from '../kit/sweep.ts';
import { processOf } from '../kit/trials.ts';
import { words } from '../kit/words.ts';
import { requestSchema } from '../../src/model/plan.ts';
import { redactAsked } from '../../src/redact/redact-asked.ts';
import { redactFound, redactPlan } from '../../src/redact/redact-plan.ts';
import { redactBody, redactNodeOptions, redactText, redactWords } from '../../src/redact/redact.ts';
import { Secrets } from '../../src/redact/secrets.ts';

suite('A text is shown without its secrets', () => {
  for (const [text, shown] of [
    ['postgres://ann:pw@db:5432/app', 'postgres://***@db:5432/app'],
    ['redis://:pw@db/0', 'redis://***@db/0'],
    ['https://ghp_x1@github.com/a/b', 'https://***@github.com/a/b'],
    ['mongodb://ann:p/w@x@db/app', 'mongodb://***@db/app'],
    ['http://127.0.0.1:3000/users/@me', 'http://127.0.0.1:3000/users/@me'],
    ['http://h/?a=1&api_token=x&b=2', 'http://h/?a=1&api_token=***&b=2'],
    ['node s.js --db-password=x --port 3000', 'node s.js --db-password=*** --port 3000'],
    ['node s.js --db-password x --port 3000', 'node s.js --db-password *** --port 3000'],
    ["PGPASSWORD='x y' psql", "PGPASSWORD='***' psql"],
    ['docker build --build-arg=TOKEN=x .', 'docker build --build-arg=TOKEN=*** .'],
    ['curl -H "Authorization: Bearer x"', 'curl -H "Authorization: ***"'],
    ['Set-Cookie: a=b; c=d', 'Set-Cookie: ***'],
    [
      "NODE_OPTIONS='--title=x --max-old-space-size=64' node",
      "NODE_OPTIONS='--title=*** --max-old-space-size=64' node",
    ],
    ['AccountName=a;AccountKey=x+/==;Endpoint=h', 'AccountName=a;AccountKey=***;Endpoint=h'],
    ['Endpoint=sb://h/;SharedAccessKey=x=', 'Endpoint=sb://h/;SharedAccessKey=***'],
    ['Server=h;Password=x&y,z;Database=d', 'Server=h;Password=***;Database=d'],
    ['Server=h;Uid=sa;Pwd=x', 'Server=h;Uid=sa;Pwd=***'],
    ['Pwd=x;Server=h', 'Pwd=***;Server=h'],
    ['cd /srv; PWD=/srv node a.js', 'cd /srv; PWD=/srv node a.js'],
    ['node: mongodb+srv://me:SECRETxxxx', 'node: mongodb+srv://me:***'],
    ['postgres://me:', 'postgres://me:'],
    ['http://h:3000', 'http://h:3000'],
    ['no answer from http://h:3000.', 'no answer from http://h:3000.'],
    ['mongodb://a:27017,b:27018/d', 'mongodb://a:27017,b:27018/d'],
    ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
    ['time 12:30:45 C:/x node:fs', 'time 12:30:45 C:/x node:fs'],
    [
      'PASSWORD_ROUNDS=12 TOKEN_TTL=3600 max_tokens=4096 USE_TOKEN=on PWD=/srv TOKENIZER=x',
      'PASSWORD_ROUNDS=12 TOKEN_TTL=3600 max_tokens=4096 USE_TOKEN=on PWD=/srv TOKENIZER=x',
    ],
  ] as const)
    test(text, () => {
      assert.equal(redactText(text), shown);
      assert.equal(redactText(shown), shown, 'what is masked stays as it is');
    });

  test('a hostile title, of pairs within pairs within pairs', () => {
    assert.match(redactText('a='.repeat(50_000)), /^(?:a=)+\*\*\*$/);
  });

  test('words of a command are values as a whole', () => {
    const typed = words("curl -u ann:pw -H 'Cookie: a b' --password 'x y' 'MYSQL_PWD=x y' sh -c");
    const shown = words("curl -u ann:*** -H 'Cookie: ***' --password *** MYSQL_PWD=*** sh -c");
    const script = 'TOKEN=x node a.js --pass y';
    assert.deepEqual(redactWords([...typed, script]), [...shown, 'TOKEN=*** node a.js --pass ***']);
  });

  test('fields of bodies, and bodies of no known form', () => {
    const login = (password: string) =>
      JSON.stringify({ user: 'ann', login: { password }, max_tokens: 4096 });
    assert.equal(redactBody(login('x')), login('***'));
    assert.equal(redactBody('user=ann&password=x'), 'user=ann&password=***');
    assert.equal(redactBody('<password>x</password>'), '***');
    assert.equal(redactBody('{"n": 1}'), '{"n": 1}', 'as it was where there is none');
  });

  test('options of Node, but for those that are known to hold none', () => {
    const options = (title: string, data: string) =>
      `--require ./a.js --max-old-space-size=512 --title=${title} --import "file:///b c.mjs" --icu-data-dir ${data}`;
    assert.equal(redactNodeOptions(options('x', 'y')), options('***', '***'));
  });
});

suite("The words of chokepoint's own command keep the places of secrets, and where they are read", () => {
  for (const [given, shown = given] of [
    ['--url http://a:b@h/?token=x', '--url http://***@h/?token=***'],
    ["--header 'Cookie: a=b'", "--header 'Cookie: ***'"],
    ['--header=X-Key:@file'],
    ["--header 'Authorization: Bearer $TOKEN'"],
    ["--header 'Cookie: sid=x; a=$TOKEN'", "--header 'Cookie: ***'"],
    ["--header 'Authorization Bearer x'", '--header ***'],
    [`--body '{"secret":"x"}'`, `--body '{"secret":"***"}'`],
    ['--body=@file'],
    [
      "-H 'authorization: Bearer x' -vH 'cookie: x' -Hx-api-key:x",
      "-H 'authorization: ***' -vH 'cookie: ***' -Hx-api-key:***",
    ],
    [
      `-b '{"password":"x"}' -b{"password":"x"} -b @file`,
      `-b '{"password":"***"}' -b{"password":"***"} -b @file`,
    ],
    ['-o out -d 5 -c 32'],
    ['--vary pool=1,4'],
    ['--vary env:API_TOKEN=x,y', '--vary env:API_TOKEN=***1,***2'],
    ['--vary=env:API_TOKEN=***1,***2'],
    ['-- node s.js --password=x', '-- node s.js --password=***'],
  ] as const)
    test(given, () => {
      const secrets = new Secrets();
      const found = redactAsked(words(given), (value) => secrets.take(value));
      assert.deepEqual(found, words(shown));
    });
});

suite('A plan without its secrets', () => {
  const plan = sweepOf('http://127.0.0.1:3000/', {
    command: ['node', 's.js', '--db-password=flag-secret'],
    cwd: '/srv',
    factors: [
      { key: 'pool', levels: [1, 4] },
      { key: 'env:DATABASE_URL', levels: ['postgres://a:first-one@h/x', 'postgres://a:second-one@h/x'] },
    ],
    requests: [
      requestSchema.parse({
        url: 'http://127.0.0.1:3000/',
        headers: { Authorization: 'Bearer header-secret', 'X-Team': 'team-secret', Accept: 'text/html' },
        hidden: ['x-team'],
      }),
    ],
    load: { kind: 'closed', clients: 1 },
    blocks: 4,
    duration: 100,
    affinity: null,
  });
  const { plan: shown, secrets } = redactPlan(plan);

  test('has the same settings, apart from each other, under ids that say no more', () => {
    assert.doesNotMatch(JSON.stringify(shown), /secret|first|second-one/);
    assert.equal(new Set(shown.cells.map(({ id }) => id)).size, plan.cells.length);
    assert.ok(shown.cells.some(({ id }) => id === 'pool=4 env:DATABASE_URL=postgres://***2@h/x'));
    assert.ok(shown.cells.some(({ id }) => id === shown.baseline));
    assert.deepEqual(shown.cells[0]?.requests[0]?.headers, {
      Authorization: '***',
      'X-Team': '***',
      Accept: 'text/html',
    });
  });

  test('stays the same when it is redacted again, and then lacks its secrets', () => {
    const again = redactPlan(shown);
    assert.deepEqual(again.plan, shown);
    assert.deepEqual(again.secrets.lost, [
      '--vary env:DATABASE_URL=LEVELS',
      "--header 'Authorization: VALUE'",
      "--header 'X-Team: VALUE'",
      '-- COMMAND',
    ]);
    assert.deepEqual(secrets.lost, []);
  });

  test('names the option that gave a secret in an address: of a port that is to be found, the path', () => {
    const options = ['http://127.0.0.1:3000', 'http://127.0.0.1:0'].map((origin) => {
      const request = requestSchema.parse({ url: `${origin}/?api_key=query-secret` });
      const cells = plan.cells.map((cell) => ({ ...cell, requests: [request] }));
      const masked = redactPlan({ ...plan, cells }).plan;
      return redactPlan(masked).secrets.lost.filter((option) => /url|path/i.test(option.split(' ')[0] ?? ''));
    });
    assert.deepEqual(options, [['--url URL'], ['--path PATH']]);
  });

  test('shows a variable that is read back as its level is shown, also where two levels share a secret', () => {
    const [first, second, other] = [
      'postgres://a:same-one@h/x',
      'postgres://a:same-one@h/y',
      'postgres://b:c@h/z',
    ];
    const key = 'env:DATABASE_URL';
    const setting = (level: string) => ({ [key]: level });
    const varied = redactPlan({
      ...plan,
      factors: [{ key, levels: [first, second] }],
      cells: plan.cells
        .slice(0, 2)
        .map((cell, i) => ({ ...cell, setting: setting(i === 0 ? first : second) })),
    });
    const readBack = [first, second, other].map((value) => {
      const env = { DATABASE_URL: value };
      const effective = [processOf(7, { env })];
      const found = { output: [], problem: null, effective, sample: null };
      return redactFound(found, varied.secrets).effective[0]?.env['DATABASE_URL'];
    });
    assert.deepEqual(readBack, ['postgres://***1@h/x', 'postgres://***2@h/y', 'postgres://***@h/z']);
    assertEach(varied.plan.cells, (cell) => cell.setting[key], readBack.slice(0, 2));
  });

  test('finds its secrets in what a server prints, also in part and encoded', () => {
    for (const line of [
      'header-secret',
      'Bearer header-secret',
      'a:first-one',
      'x first-one y',
      'team-secre',
    ])
      assert.doesNotMatch(secrets.hide(`said ${line}`), /secre|first/, line);
    assert.equal(secrets.hide('it has started'), 'it has started');
  });
});

test('A short secret is found as a word, and not within others', () => {
  const secrets = new Secrets();
  secrets.take('main');
  assert.equal(secrets.hide('the domain of main'), 'the domain of ***');
  assert.deepEqual(secrets.hideIn({ kind: 'main' }), { kind: 'main' });
});
