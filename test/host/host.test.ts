import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hostConditions, watchHost, wholeCpus } from '../../src/host/host.ts';
import { parseCpuList } from '../../src/host/processes.ts';

suite('The machine', () => {
  test('has CPUs as the kernel lists them', () => {
    assert.deepEqual(parseCpuList('0-3,8,10-11'), [0, 1, 2, 3, 8, 10, 11]);
    assert.deepEqual(parseCpuList('5'), [5]);
    assert.deepEqual(parseCpuList(''), []);
  });

  test('counts a fraction of a CPU as one that can work', () => {
    const host = hostConditions();
    assert.equal(wholeCpus({ ...host, effectiveCpus: 0.5 }), 1);
    assert.equal(wholeCpus({ ...host, effectiveCpus: 1.5 }), 2);
    assert.equal(wholeCpus({ ...host, effectiveCpus: 12 }), 12);
  });

  test('is described as it is: this one', () => {
    const host = hostConditions();
    assert.equal(host.node, process.versions.node);
    assert.ok(host.logicalCpus >= 1 && host.effectiveCpus > 0 && host.effectiveCpus <= host.logicalCpus);
    assert.match(host.chokepoint, /^\d+\.\d+\.\d+/);
  });

  test('is watched over a span: how busy it was is a share', () => {
    const end = watchHost();
    for (const until = performance.now() + 50; performance.now() < until;);
    const { busy, steal } = end();
    assert.ok(busy === null || (busy > 0 && busy <= 1), `${busy}`);
    assert.ok(steal === null || (steal >= 0 && steal <= 1), `${steal}`);
  });
});
