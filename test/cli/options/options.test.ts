/** What the words of a command line mean: short forms, older names, and what is left out. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { doctorArguments } from '../../../src/cli/options/doctor.ts';
import { parseOptions, type Arguments } from '../../../src/cli/options/parse.ts';
import { requireResumable } from '../../../src/cli/options/resume.ts';
import { encodedAsStored, measuring } from '../../../src/cli/options/sweep.ts';
import { tuneArguments } from '../../../src/cli/options/tune.ts';
import { askedIn } from '../../../src/model/plan.ts';
import type { Problem } from '../../../src/messages/problem.ts';
import { localUrl } from '../../../src/cli/options/values.ts';
import { assertNone } from '../../kit/assert.ts';
import { environment } from '../../kit/environment.ts';
import { faultOf, refusals } from '../../kit/faults.ts';
import { accepting } from '../../kit/localhost.ts';
import { words } from '../../kit/words.ts';
import { fixture } from '../../report/fixture.ts';
import { requestHeaders } from '../../../src/cli/options/request-headers.ts';
import { place } from '../chokepoint.ts';

function parsed(line: string): Arguments {
  const [verb = '', ...rest] = words(line);
  const command = commands.find(({ name }) => name === verb);
  assert.ok(command, verb);
  const args = parseOptions(command, rest);
  args.faults.end();
  return args;
}

const server = '-- node server.js';
const sweep = (options: string) => parsed(`sweep --url :3000 --vary pool=1,4 ${options} ${server}`);

suite('The flags of other load tools', () => {
  test('mean the same here', () => {
    const { values } = sweep(`-d 5 -m POST -H 'a: 1' -H 'b: 2' -b text -o out -v`);
    const { duration, method, header, body, out, verbose } = values;
    assert.deepEqual(
      { duration, method, header, body, out, verbose },
      { duration: 5000, method: 'POST', header: ['a: 1', 'b: 2'], body: 'text', out: 'out', verbose: true },
    );
    assert.equal(sweep('-q').values.quiet, true);
  });

  for (const [options, load] of [
    ['-c 8', { kind: 'closed', clients: 8 }],
    ['--clients=8', { kind: 'closed', clients: 8 }],
    ['-c8', { kind: 'closed', clients: 8 }],
    ['--load 8', { kind: 'closed', clients: 8 }],
    ['-r 50', { kind: 'rate', perSecond: 50 }],
    ['--load closed:8x4', { kind: 'closed', clients: 8, requestsEach: 4 }],
    ['', { kind: 'closed', clients: 32 }],
  ] as const)
    test(`${options || 'nothing'} is a load`, () => assert.deepEqual(measuring(sweep(options)).load, load));

  test('left out, are 5 s after 1 s of warm-up', () => {
    const { duration, warmup } = measuring(sweep(''));
    assert.deepEqual([duration, warmup], [5000, 1000]);
  });
});

suite('A time', () => {
  for (const [text, milliseconds] of [
    ['2', 2000],
    ['0.5', 500],
    ['2s', 2000],
    ['250ms', 250],
    ['2m', 120_000],
  ] as const)
    test(`${text} is ${milliseconds} ms`, () =>
      assert.equal(sweep(`-d ${text}`).values.duration, milliseconds));
});

suite('An address', () => {
  for (const [text, url] of [
    ['3000', 'http://127.0.0.1:3000/'],
    [':3000', 'http://127.0.0.1:3000/'],
    [':3000/health?deep', 'http://127.0.0.1:3000/health?deep'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost/a', 'http://localhost/a'],
    ['[::1]:3000/a', 'http://[::1]:3000/a'],
    ['https://localhost:3000/a', 'https://localhost:3000/a'],
  ] as const)
    test(`${text} is ${url}`, () => assert.equal(localUrl(text), url));

  for (const text of words(
    'example.com:80 server ftp://localhost/ :99999 128.0.0.1:80 127.0.0.1.example.com:80',
  ))
    test(`${text} is none of this machine`, () =>
      assert.throws(() => localUrl(text), { code: 'URL_INVALID' }));
});

suite('An older name', () => {
  test('means the newer one', () => {
    assert.equal(parsed('doctor --pid 1 --for 3s').values.duration, 3000);
    assert.equal(parsed('doctor 1 -d 3').values.duration, 3000);
    assert.deepEqual(parsed('predict --run last --vary pool=4').values['what-if'], ['pool=4']);
  });

  test('of a figure too', () => {
    for (const name of ['cpu-per-request', 'cpuPerRequest']) {
      assert.equal(parsed(`tune --url :1 --objective ${name} ${server}`).values.objective, 'cpuPerRequest');
      assert.equal(sweep(`--against main --metric ${name}`).values.metric, 'cpuPerRequest');
    }
  });
});

test('An action has the names of everywhere, and is the first where none is named', () => {
  assert.deepEqual(parsed('runs').words, ['list']);
  assert.deepEqual(parsed('runs ls').words, ['list']);
  assert.deepEqual(parsed('runs rm last').words, ['remove', 'last']);
  assert.deepEqual(parsed('runs delete last --yes').words, ['remove', 'last']);
});

test('Requests ask for compressed answers as browsers do, unless a header says otherwise', () => {
  const sent = (options: string) => measuring(sweep(options)).requests[0]?.headers;
  assert.deepEqual(sent(''), { 'accept-encoding': 'gzip, deflate, br, zstd' });
  assert.deepEqual(sent(`-H 'Accept-Encoding: identity'`), { 'Accept-Encoding': 'identity' });
});

test('An option that is mistyped suggests the one that was meant', () => {
  assert.throws(() => sweep('-C 8'), /-C \(did you mean -c\?\)/);
  assert.throws(() => sweep('--client 8'), /--client \(did you mean --clients\?\)/);
});

const skip = process.platform === 'linux' ? false : 'only Linux tells whose a socket is';

test('A load for a running server goes to the port where it listens', { skip }, async () => {
  const asked = (line: string) => {
    const request = doctorArguments(parsed(line));
    assert.ok(request.type === 'watch');
    return request.options.job?.requests.map(({ url }) => url) ?? null;
  };
  await using one = await accepting(() => {});
  assert.equal(asked(`doctor :${one.port}`), null);
  assert.deepEqual(asked(`doctor :${one.port} -c 4 --path /slow`), [`http://127.0.0.1:${one.port}/slow`]);
  assert.deepEqual(asked(`doctor ${process.pid} -r 20`), [`http://127.0.0.1:${one.port}/`]);
  await using other = await accepting(() => {});
  assert.deepEqual(asked(`doctor :${other.port} -c 4`), [`http://127.0.0.1:${other.port}/`]);
  const [refused] = await refusals(() => asked(`doctor ${process.pid} -c 4`));
  assert.match(refused ? faultOf(refused) : '', / port\.several$/);
});

test('A number is what doctor looks at: a PID, or a port', () => {
  const { values, words: left } = parsed('doctor 4711 --json');
  assert.deepEqual([values.pid, left], [{ number: 4711 }, []]);
});

test('A stored run is what predict begins with, named or the last', () => {
  for (const run of ['last', '20261127-080029-70e9'])
    assert.equal(parsed(`predict ${run} --what-if pool=8`).values.run, run);
});

test('The number that a variable has here is the setting of today; another text is not told', () => {
  const name = 'CHOKEPOINT_TEST_LEVEL';
  const today = (value: string) => {
    using _ = environment({ [name]: value });
    const args = parsed(`tune --url http://127.0.0.1:9/ --vary env:${name}=8,16 -- node server.js`);
    return askedIn(tuneArguments(args)).search?.default[`env:${name}`];
  };
  assert.deepEqual(['4', 'a secret', '007'].map(today), [4, 'default', 'default']);
});

test('How a result is shown is no part of the command that measures it again', () => {
  const { asked } = sweep('-c 4 --json --brief');
  assertNone(asked, (word) => /json|brief/.test(word));
  assert.ok(asked.includes('--clients=4'));
});

test('The last of several values counts, and a switch can be switched off again', () => {
  assert.equal(sweep('-d 5 --duration 7').values.duration, 7000);
  assert.equal(sweep('--color --no-color').values.color, false);
  assert.equal(sweep('--no-color --color').values.color, true);
});

suite('A request that is held to a stored run', () => {
  const { requests } = measuring(sweep(''));
  const sent = (headers: Record<string, string>, header?: string[]) =>
    encodedAsStored(
      requests,
      requests.map((request) => ({ ...request, headers })),
      header ? { header } : {},
    )[0]?.headers;

  test('accepts the encodings that were accepted then, or none, if none are asked for', () => {
    assert.deepEqual(sent({}), {});
    assert.deepEqual(sent({ 'Accept-Encoding': 'br' }), { 'accept-encoding': 'br' });
    assert.deepEqual(sent({}, ['Accept-Encoding: gzip']), requests[0]?.headers, 'what was asked for stays');
  });
});

test('A gate that is to be resumed is refused as a gate, whatever the verb', () => {
  const { run: head, plan: measured } = fixture({ kind: 'sweep' });
  const against = { kind: 'run', id: 'old', cell: '4' } as const;
  const plan = {
    ...measured,
    name: 'gate',
    strategy: {
      kind: 'gate',
      gate: { metric: 'throughput', failIfWorse: 0.05, against },
      stopping: { delta: 0.05 },
    } as const,
  };
  for (const verb of ['sweep', 'gate'])
    assert.throws(
      () => requireResumable({ head, plan }, verb),
      (error: Problem) => error.code === 'RUN_NOT_RESUMABLE' && !error.todo.includes('--resume'),
    );
});

suite('The value of a header', () => {
  test('is what was written, a line of a file, or a variable of the environment', () => {
    using here = place();
    const file = here.write('key', 'of the file\n');
    using _ = environment({ CHOKEPOINT_TEST_HEADER: 'of the environment' });
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
