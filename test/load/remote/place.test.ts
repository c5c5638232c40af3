import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addressFor, isSameMachine, isSameNetwork } from '../../../src/load/remote/remote-engine.ts';
import { reachOf } from '../../../src/format/address.ts';
import type { GeneratorHello } from '../../../src/model/schema/generator-protocol.ts';

const address = (text: string) => ({ address: text.split('/')[0] ?? '', cidr: text });
const place = (addresses: readonly string[], more: Partial<GeneratorHello> = {}) => ({
  host: 'here',
  boot: 'a',
  network: 'net:[1]',
  addresses: addresses.map(address),
  calledFrom: null,
  ...more,
});

suite('The address at which a generator reaches the server', () => {
  const here = place(['10.0.0.1/24', '192.168.7.1/24', '172.17.0.1/16']);
  const there = (addresses: readonly string[], calledFrom: string | null = null) =>
    addressFor(here, place(addresses, { boot: 'b', calledFrom }));

  test('is the one that sshd saw', () => {
    assert.equal(there(['10.0.0.2/24'], '192.168.7.1'), '192.168.7.1');
    // Behind a translation of addresses sshd sees another one.
    assert.equal(there(['10.0.0.2/24'], '198.51.100.1'), '10.0.0.1');
  });

  test('is the only one in a network of the generator, and never one that the generator has itself', () => {
    assert.equal(there(['192.168.7.9/24']), '192.168.7.1');
    assert.equal(there(['192.168.7.9/24', '172.17.0.1/16']), '192.168.7.1');
    assert.equal(there(['172.17.0.1/16'], '172.17.0.1'), null);
  });

  test('is the only one at all, or not known', () => {
    assert.equal(addressFor(place(['10.0.0.1/24']), place(['10.9.0.2/24'])), '10.0.0.1');
    assert.equal(there(['10.9.0.2/24']), null);
    assert.equal(addressFor(place([]), place(['10.9.0.2/24'])), null);
  });

  test('is loopback in the same network of the same machine alone', () => {
    assert.ok(isSameNetwork(place([]), place([])));
    assert.ok(!isSameNetwork(place([]), place([], { network: 'net:[2]' })));
    // Two copies of a virtual machine with Docker; and a machine whose VPN was opened meanwhile.
    const copies = ['10.0.0.1/24', '10.0.0.2/24'].map((own) => place([own, '172.17.0.1/16']));
    assert.ok(copies.every((one) => copies.every((other) => isSameNetwork(one, other) === (one === other))));
    assert.ok(isSameNetwork(here, place([...here.addresses.map((one) => one.cidr ?? ''), '10.8.0.2/24'])));
    assert.ok(isSameMachine(place([]), place([], { network: 'net:[2]', host: 'pod' })));
    assert.ok(!isSameMachine(place([]), place([], { boot: 'b' })));
    assert.ok(isSameMachine(place([], { boot: null }), place([], { boot: null })));
    assert.ok(!isSameMachine(place([], { boot: null }), place([], { boot: null, host: 'mac' })));
  });
});

test('Addresses for private use are those of RFC 1918, 3927, 4193 and 4291, and no others', () => {
  const of = (kind: string, hosts: string) =>
    assert.deepEqual(new Set(hosts.split(' ').map(reachOf)), new Set([kind]), hosts);
  of('loopback', '127.0.0.1 127.9.9.9 localhost ::1');
  of('private', '10.0.0.1 172.16.0.1 172.31.255.1 192.168.0.1 169.254.1.1 fd00::1 fc12:3::4 fe80::1');
  of(
    'public',
    '172.15.0.1 172.32.0.1 11.0.0.1 193.168.0.1 2001:db8::1 fec0::1 example.com 10.example.com fd.example 127.0.0.1.example.com',
  );
});
