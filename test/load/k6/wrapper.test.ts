/** The load that k6 is told: executors, times, virtual users. That k6 takes it is in k6-engine.system.ts. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  k6Scenario,
  k6Wrapper,
  type K6Scenario,
  type WrapperOptions,
  blockedNetworks,
} from '../../../src/load/k6/wrapper.ts';
import type { LoadJob } from '../../../src/load/engine.ts';
import { emptyFolder } from '../../kit/place.ts';
import { job } from '../jobs.ts';
import { BlockList, isIPv4 } from 'node:net';

const timed = (changes: Partial<LoadJob>) =>
  k6Scenario(job({}, { warmup: 1000, duration: 5000, timeout: 30_000, ...changes }));
const atRate = (perSecond: number, changes: Partial<LoadJob> = {}) =>
  timed({ load: { kind: 'rate', perSecond }, ...changes });

suite('The scenario for k6', () => {
  test('of clients that wait is a number of virtual users, for warm-up and window and a moment more', () => {
    assert.deepEqual(timed({ load: { kind: 'closed', clients: 32 } }), {
      options: { executor: 'constant-vus', vus: 32, gracefulStop: '30000ms', duration: '6500ms' },
      usersBy: 1,
      warmup: 1000,
      duration: 5000,
      longest: 36_500,
    });
  });

  test('of a rate is an arrival rate, in whole numbers for any rate', () => {
    const { options } = atRate(12.5);
    assert.equal(options['executor'], 'constant-arrival-rate');
    assert.deepEqual([options['rate'], options['timeUnit']], [12_500, '1000s']);
    assert.equal(atRate(0.0001).options['rate'], 1);
  });

  test('holds two seconds of a rate as virtual users, and no more than requests can be in flight, in each part', () => {
    for (const [perSecond, timeout, of, held] of [
      [200, 30_000, 1, 400],
      [200, 500, 1, 100],
      [1, 30_000, 1, 10],
      [5000, 30_000, 1, 2000],
      [1, 30_000, 12, 120],
      // k6 divides a rate as it divides them.
      [200, 30_000, 3, 402],
      [5000, 30_000, 3, 2001],
    ] as const) {
      const { options } = atRate(perSecond, { timeout, ...(of > 1 && { share: { of, at: 0 } }) });
      assert.equal(options['preAllocatedVUs'], held, `${perSecond}, ${timeout}, ${of}`);
    }
  });

  test('warms up until each virtual user has had its turn', () => {
    for (const [perSecond, warmup, found] of [
      [200, 0, 2000],
      [200, 4000, 4000],
      [5000, 0, 500],
      [1, 0, 2000],
    ] as const)
      assert.equal(atRate(perSecond, { warmup }).warmup, found);
    assert.equal(timed({ load: { kind: 'closed', clients: 1 }, warmup: 0 }).warmup, 500);
  });

  test('is none for loads that k6 does not have, or that do not end by the clock', () => {
    const loads: readonly Partial<LoadJob>[] = [
      { load: { kind: 'poisson', perSecond: 10 } },
      { load: { kind: 'ramp', from: 1, to: 10 } },
      { load: { kind: 'closed', clients: 2, requestsEach: 3 }, duration: null },
      { load: { kind: 'batch', size: 2, batches: 3 }, duration: null },
    ];
    for (const changes of loads) assert.throws(() => timed(changes), RangeError, JSON.stringify(changes));
  });
});

const wrapperOf = (script: string, changes: Partial<WrapperOptions> = {}) =>
  k6Wrapper({ script, scenario: atRate(10), mark: 'mark ', waits: false, server: [], ...changes });

test('the wrapper names the script as data: no name of a file is code', () => {
  const text = wrapperOf(`/tmp/a ';throw 1;"\\.js`);
  assert.match(text, /^\nimport \* as given from "file:\/\/\/tmp\/[^"]+\.js";\n/);
});

suite('The wrapper', () => {
  const folder = emptyFolder('wrapped');
  let scripts = 0;
  interface Wrapper {
    readonly options: Readonly<Record<string, unknown>>;
    setup(this: void): unknown;
  }

  /** It is a module as the script is one: k6 and Node run it alike. */
  async function wrapped(text: string, scenario: K6Scenario = atRate(10)): Promise<Wrapper> {
    const [script, wrapper] = [
      join(folder, `script-${++scripts}.mjs`),
      join(folder, `wrapper-${scripts}.mjs`),
    ];
    writeFileSync(script, text);
    writeFileSync(wrapper, wrapperOf(script, { scenario }));
    return (await import(pathToFileURL(wrapper).href)) as Wrapper;
  }

  test('leaves out of the options of a script all that is a load, or holds one back', async () => {
    const { options } = await wrapped(`export default () => {};
export const options = { rps: 50, minIterationDuration: '1s', vus: 3, stages: [], insecureSkipTLSVerify: true };
`);
    assert.deepEqual(Object.keys(options).toSorted(), [
      'blacklistIPs',
      'insecureSkipTLSVerify',
      'scenarios',
      'systemTags',
    ]);
  });

  test('holds as many virtual users as a script wants, and as many in each part', async () => {
    const text = 'export default () => {}; export const options = { vus: 500 };';
    const { options } = await wrapped(text, atRate(10, { share: { of: 3, at: 2 } }));
    const { default: load } = options['scenarios'] as { default: { preAllocatedVUs: number } };
    assert.equal(load.preAllocatedVUs, 501);
  });

  test('says when the setup of a script begins, whose time k6 limits itself, and when the load does', async (t) => {
    const { setup } = await wrapped(`export default () => {};
export function setup() { console.info('its own'); return 7; }
`);
    const said = t.mock.method(console, 'info', () => {});
    assert.equal(setup(), 7);
    const lines = said.mock.calls.map(({ arguments: [line] }) => String(line).replace(/\d+$/, 'NOW'));
    assert.deepEqual(lines, ['mark setup', 'its own', 'mark NOW']);
  });

  test('asks for the start behind the setup of a script, whose time then has no limit of k6, only where it waits', () => {
    const [alone, waiting] = [wrapperOf('/a.js'), wrapperOf('/a.js', { waits: true, server: ['10.0.0.7'] })];
    assert.doesNotMatch(alone, /k6\/http|setupTimeout|CHOKEPOINT_START/);
    assert.match(
      waiting,
      /setupTimeout: '24h'.*http\.get\(__ENV\.CHOKEPOINT_START.*start\(\);\s+console\.info/s,
    );
    assert.ok(!alone.includes('"10.0.0.6/32"') && waiting.includes('"10.0.0.6/32"'));
  });
});

/** Whether a script reaches an address, by another reading of the same networks. */
function reaches(server: readonly string[], address: string): boolean {
  const blocked = new BlockList();
  for (const network of blockedNetworks(server)) {
    const [first = '', bits] = network.split('/');
    blocked.addSubnet(first, Number(bits), isIPv4(first) ? 'ipv4' : 'ipv6');
  }
  return !blocked.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

suite('A script reaches', () => {
  test('loopback alone, where the server is on its machine', () => {
    const below =
      '0.0.0.0/2 64.0.0.0/3 96.0.0.0/4 112.0.0.0/5 120.0.0.0/6 124.0.0.0/7 126.0.0.0/8 128.0.0.0/1';
    assert.deepEqual(blockedNetworks([]).slice(0, 8), below.split(' '));
    for (const open of ['127.0.0.1', '127.255.255.255', '::1']) assert.ok(reaches([], open), open);
    const others = '126.255.255.255 128.0.0.0 0.0.0.0 255.255.255.255 2001:db8::1 fd00::1 64:ff9b::c000:201';
    for (const closed of [...others.split(' '), '64:ff9b:1:1::c000:201'])
      assert.ok(!reaches([], closed), closed);
  });

  const server = ['10.0.0.7', '2001:db8::a:1', 'fd00::7', '192.168.1.255'];
  for (const address of server)
    test(`the server at ${address}, and none of its neighbours`, () => {
      assert.ok(reaches(server, address));
      assert.ok(reaches(server, '127.0.0.1'));
      assert.ok(!reaches([], address));
    });

  test('no address beside one of the server', () => {
    const four = '10.0.0.6 10.0.0.8 11.0.0.7 192.168.1.254 192.168.2.0 126.0.0.1';
    for (const address of `${four} 2001:db8::a:0 2001:db8::a:2 2001:db8::1 fd00::6`.split(' '))
      assert.ok(!reaches(server, address), address);
  });

  test('loopback that is named as the server as well', () => {
    assert.deepEqual(blockedNetworks(['127.0.0.1']), blockedNetworks([]));
  });
});
