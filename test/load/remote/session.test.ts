import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import { systemClock } from '../../../src/host/clock.ts';
import { networkPlace } from '../../../src/host/network-place.ts';
import { Lines } from '../../../src/load/lines.ts';
import { remoteEngine } from '../../../src/load/remote/remote-engine.ts';
import { GeneratorSession, type Channel } from '../../../src/load/remote/session.ts';
import type { Problem } from '../../../src/messages/problem.ts';
import { generatorProtocol, type GeneratorOrder } from '../../../src/model/schema/generator-protocol.ts';
import type { Clock } from '../../../src/model/units.ts';
import { emptyPlace } from '../../kit/place.ts';
import { job } from '../jobs.ts';
import { withoutK6 } from '../k6/k6.ts';
import { near } from '../../kit/near.ts';

const version = '1.2.3';
const { boot, network, host } = networkPlace();
const hello = {
  kind: 'hello',
  protocol: generatorProtocol,
  version,
  node: 'v26.10.0',
  host,
  boot,
  network,
  addresses: [],
  calledFrom: null,
};

interface Far extends Channel {
  say(document: object | string): void;
  end(how: string, said: string): void;
  closed: boolean;
}

/** A command, as far as a session sees one. @param answer what it says to an order */
function far(answer: (order: GeneratorOrder, self: Far) => void = () => {}): Far {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { promise: ended, resolve } = Promise.withResolvers<{ how: string; said: string }>();
  const self: Far = {
    input,
    output,
    ended,
    closed: false,
    say: (document) =>
      output.write(`${typeof document === 'string' ? document : JSON.stringify(document)}\n`),
    end(how, said) {
      output.end();
      resolve({ how, said });
    },
    close() {
      self.closed = true;
      self.end('closed', '');
      return Promise.resolve();
    },
  };
  // As of a pipe: never within the write itself.
  const lines = new Lines(1e6, (line) =>
    setImmediate(() => answer(JSON.parse(line) as GeneratorOrder, self)),
  );
  input.setEncoding('utf8').on('data', (part: string) => lines.push(part));
  return self;
}

const options = { name: 'ssh load1', version, clock: systemClock, signal: undefined };

const rejects = (work: Promise<unknown>, code: string, says: RegExp) =>
  assert.rejects(work, ({ code: found, what, why, todo }: Problem) => {
    assert.equal(found, code);
    assert.match(`${what} ${why} ${todo}`, says);
    return true;
  });

/** Time that passes at once where it is waited for, where `hangs` says so. */
const hanging = (hangs: (time: number) => boolean): Clock => ({
  ...systemClock,
  sleep: (time, signal) => (hangs(time) ? Promise.resolve() : systemClock.sleep(time, signal)),
});

const opening = (channel: Channel, more: Partial<Parameters<typeof GeneratorSession.open>[1]> = {}) =>
  GeneratorSession.open(channel, { ...options, ...more });

suite('A generator that is called', () => {
  test('says who it is', async () => {
    const channel = far();
    channel.say(hello);
    const session = await opening(channel);
    assert.equal(session.hello.version, version);
    await session.close();
    assert.ok(channel.closed);
  });

  const garbled = ['GENERATOR_GARBLED', /stdout must carry/] as const;
  const other = { kind: 'hello', version: '1.2.4', protocol: 9, and: 'other things' };
  for (const [what, line, code, says] of [
    ['is of another version', other, 'GENERATOR_VERSION', /1\.2\.4.*1\.2\.3/],
    ['says a banner', 'Welcome to load1!', ...garbled],
    ['says a figure that is none', { ...hello, protocol: '1' }, ...garbled],
    ['says more than it should', { ...hello, more: 1 }, ...garbled],
    ['says a key of every object', '{"kind":"hello","__proto__":{"version":"1.2.3"}}', ...garbled],
    ['says a line without an end', 'x'.repeat(5_000_000), ...garbled],
    ['says nothing for a minute', null, 'GENERATOR_SILENT', /60 s/],
  ] as const)
    test(`that ${what} is refused, and its command ended`, async () => {
      const channel = far();
      if (line !== null) channel.say(line);
      await rejects(opening(channel, line === null ? { clock: hanging(() => true) } : {}), code, says);
      assert.ok(channel.closed);
    });

  test('that ends before it says who it is: why, by its stderr', async () => {
    const channel = far();
    channel.end('exit code 255', 'Permission denied (publickey).');
    await rejects(opening(channel), 'GENERATOR_NOT_STARTED', /255.*publickey/);
  });

  test('that gives back whatever it is told is refused before it is asked anything', async ({ mock }) => {
    // No heartbeat, which would find it out too.
    mock.timers.enable({ apis: ['setInterval'] });
    const channel = far((order, self) => self.say(order));
    await rejects(opening(channel), 'GENERATOR_GARBLED', /"ping"/);
    assert.ok(channel.closed);
  });

  test('that takes its time is said to, with the time after which it is given up', async () => {
    const channel = far();
    const told: number[] = [];
    const clock = hanging((time) => time < 10_000);
    const onSlow = (most: number) => {
      told.push(most);
      channel.say(hello);
    };
    const session = await opening(channel, { clock, onSlow });
    assert.deepEqual(told, [57_000]);
    await session.close();
  });

  test('is not said to take its time where the call is cut off', async () => {
    const stop = new AbortController();
    const told: number[] = [];
    // The first that it hears: it is called by then.
    const channel = far(() => stop.abort(new Error('Ctrl-C')));
    const onSlow = (most: number) => told.push(most);
    const opened = opening(channel, { signal: stop.signal, onSlow });
    await assert.rejects(opened, /Ctrl-C/);
    assert.deepEqual(told, []);
    assert.ok(channel.closed);
  });

  test('tells its clock: the shortest of ten round trips', async () => {
    let pings = 0;
    const channel = far((order, self) => {
      // With 0 nobody waits for the answer.
      if (order.kind !== 'ping' || order.id === 0) return;
      pings++;
      // All but one take longer on their way back.
      const at = Number(process.hrtime.bigint()) / 1e6 + 12_345;
      if (pings === 4) self.say({ kind: 'pong', id: order.id, at });
      else setTimeout(() => self.say({ kind: 'pong', id: order.id, at }), 20);
    });
    channel.say(hello);
    const session = await opening(channel);
    const { offset, roundTrip } = await session.clock(undefined);
    assert.equal(pings, 10);
    near(offset, 12_345, roundTrip / 2 + 0.01);
    await session.close();
  });
});

suite('A generator with a job', () => {
  const closed = job({ url: 'http://127.0.0.1:9/' }, { load: { kind: 'closed', clients: 2 }, duration: 500 });

  /** Says all that a generator says up to its start, keeps what it was told, and does then what the case is about. */
  function working(atStart: (self: Far, id: number) => void = () => {}) {
    const told: string[] = [];
    const channel = far((order, self) => {
      const { kind, id } = order;
      told.push(kind);
      if (kind === 'ping') self.say({ kind: 'pong', id, at: performance.now() });
      if (kind === 'job') self.say({ kind: 'ready', id });
      if (kind === 'cancel') self.say({ kind: 'cancelled', id });
      if (kind === 'start') atStart(self, id);
    });
    return { channel, told };
  }

  function engineOf(channel: Far, clock: Clock = systemClock) {
    channel.say(hello);
    const generators = [{ name: 'ssh load1', open: () => channel }];
    return remoteEngine({ generators, version, clock, allowsPublic: false });
  }

  test('that begins no window by its time is given up', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const { channel } = working(() => resolve());
    // Time passes at once when the start was sent: what is waited for then is the window.
    const clock: Clock = { ...systemClock, sleep: () => started };
    await rejects(engineOf(channel, clock).run(closed), 'GENERATOR_SILENT', /expected: phase/);
    assert.ok(channel.closed);
  });

  const failed = { code: 'K6_FAILED', details: { how: 'exit code 107', why: 'Error: in setup' } };
  for (const [title, code, says, atStart] of [
    [
      'that dies in it: how, and what it said last',
      'GENERATOR_LOST',
      /137.*Killed/,
      (self, id) => {
        self.say({ kind: 'phase', id, phase: 'window' });
        self.end('exit code 137', 'Killed');
      },
    ],
    [
      'that says something else in it is refused',
      'GENERATOR_GARBLED',
      /low disk space/,
      (self) => self.say('[warn] low disk space'),
    ],
    [
      'whose script is the reason says what is wrong with it',
      'K6_FAILED',
      /ssh load1: exit code 107.*in setup/,
      (self, id) => self.say({ kind: 'failed', id, why: 'k6 did not …', problem: failed }),
    ],
  ] as const satisfies readonly [string, string, RegExp, (self: Far, id: number) => void][])
    test(title, async () => {
      await using engine = engineOf(working(atStart).channel);
      await rejects(engine.run(closed), code, says);
    });

  test('that cannot do it says why, and is ready for the next', async () => {
    const { channel } = working((self, id) =>
      self.say({ kind: 'failed', id, why: 'out of file descriptors' }),
    );
    await using engine = engineOf(channel);
    for (let i = 0; i < 2; i++) await rejects(engine.run(closed), 'GENERATOR_FAILED', /file descriptors/);
    assert.ok(!channel.closed);
  });

  test('is not given up while its order is on its way, which takes longer the larger it is', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    let now = performance.now();
    mock.method(performance, 'now', () => now);
    const channel = far();
    const input = new PassThrough();
    channel.say(hello);
    const times: number[] = [];
    const clock = hanging((time) => {
      times.push(time);
      return false;
    });
    const session = await opening({ ...channel, input }, { clock });
    const beats = (count: number) => {
      for (let i = 0; i < count; i++) {
        now += 10_000;
        mock.timers.tick(10_000);
      }
    };
    const k6 = { script: '/shop.js', version: 'v1', mark: 'mark ', archive: 'x'.repeat(1_000_000) };
    const ready = session.prepare({ job: closed, pinned: null, k6 }, () => {}, 60_000, undefined);
    ready.catch(() => {});
    assert.ok(input.writableLength > 0);
    beats(9);
    assert.ok(!session.isBroken, 'while it is sent');
    assert.ok((times.at(-1) ?? 0) > 68_000 && (times.at(-1) ?? 0) < 69_000, times.join());
    input.resume();
    while (input.writableLength > 0) await new Promise((resolve) => setImmediate(resolve));
    beats(5);
    assert.ok(!session.isBroken, 'for a minute after it');
    beats(3);
    await rejects(ready, 'GENERATOR_SILENT', /pong/);
  });

  test('that it would not take is not sent: what is wrong with it', async () => {
    const { channel, told } = working();
    await using engine = engineOf(channel);
    const long = { ...closed, requests: Array.from({ length: 1001 }, () => closed.requests).flat() };
    await rejects(engine.run(long), 'LOAD_NOT_SHARED', /job\.requests.*1000/);
    assert.ok(!told.includes('job') && !channel.closed);
  });

  test('that is called off is told so, and is ready for the next', async () => {
    const stop = new AbortController();
    const { channel, told } = working(() => stop.abort(new Error('Ctrl-C')));
    await using engine = engineOf(channel);
    await assert.rejects(engine.run(closed, { signal: stop.signal }), /Ctrl-C/);
    assert.equal(told.at(-1), 'cancel');
    assert.ok(!channel.closed);
  });

  test('goes on when another one of the same load fails', async () => {
    const { channel: dying } = working((self) => self.end('exit code 1', ''));
    const { channel: sound, told } = working();
    for (const channel of [dying, sound]) channel.say(hello);
    const generators = [dying, sound].map((channel, at) => ({ name: `load${at}`, open: () => channel }));
    await using engine = remoteEngine({ generators, version, clock: systemClock, allowsPublic: false });
    await rejects(engine.run(closed), 'GENERATOR_LOST', /load0/);
    assert.equal(told.at(-1), 'cancel');
    assert.ok(!sound.closed);
  });

  const k6 = { skip: withoutK6 };
  test('that has another k6 than this machine, or none, is told before anything starts', k6, async () => {
    using place = emptyPlace('k6-there');
    const script = join(place.folder, 'script.js');
    writeFileSync(script, 'export default function () {}');
    for (const [theirs, why, says] of [
      ['0.57.0', '', /It has k6 v0\.57\.0/],
      [null, 'k6 was not found.', /not found/],
    ] as const) {
      const channel = far((order, self) => {
        if (order.kind === 'k6') self.say({ kind: 'k6', id: order.id, version: theirs, why });
      });
      await using engine = engineOf(channel);
      await rejects(engine.open(new AbortController().signal, [script]), 'GENERATOR_K6', says);
    }
  });

  test('gets no address that is not for private use, unless somebody has agreed', async () => {
    const { channel, told } = working();
    const strange = job({ url: 'http://203.0.113.7/' }, { load: closed.load, duration: 500 });
    await rejects(engineOf(channel).run(strange), 'CONSENT_NEEDED', /203\.0\.113\.7/);
    assert.deepEqual(told, [], 'nothing was sent');
    await channel.close();
  });
});
