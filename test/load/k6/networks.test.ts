import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { suite, test } from 'node:test';
import { blockedNetworks } from '../../../src/load/k6/wrapper.ts';

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
    assert.deepEqual(blockedNetworks([]).slice(0, 8), [
      '0.0.0.0/2',
      '64.0.0.0/3',
      '96.0.0.0/4',
      '112.0.0.0/5',
      '120.0.0.0/6',
      '124.0.0.0/7',
      '126.0.0.0/8',
      '128.0.0.0/1',
    ]);
    for (const open of ['127.0.0.1', '127.255.255.255', '::1']) assert.ok(reaches([], open), open);
    for (const closed of [
      '126.255.255.255',
      '128.0.0.0',
      '0.0.0.0',
      '255.255.255.255',
      '2001:db8::1',
      'fd00::1',
      '64:ff9b::c000:201',
      '64:ff9b:1:1::c000:201',
    ])
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
    const beside = [
      '10.0.0.6',
      '10.0.0.8',
      '11.0.0.7',
      '2001:db8::a:0',
      '2001:db8::a:2',
      '2001:db8::1',
      'fd00::6',
    ];
    for (const address of [...beside, '192.168.1.254', '192.168.2.0', '126.0.0.1'])
      assert.ok(!reaches(server, address), address);
  });

  test('loopback that is named as the server as well', () => {
    assert.deepEqual(blockedNetworks(['127.0.0.1']), blockedNetworks([]));
  });
});
