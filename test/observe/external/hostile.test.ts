import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PoolSymbols } from '../../../src/host/binary/elf.ts';
import { TargetMemory } from '../../../src/observe/external/memory.ts';
import { poolReader } from '../../../src/observe/external/pool-reader.ts';
import type { PoolReading } from '../../../src/model/process-snapshot.ts';
import { onLinux } from '../../kit/nodes.ts';
import { target } from './targets.ts';

/** Counts how often memory is read. */
class Counted extends TargetMemory {
  reads = 0;
  override read(address: number, length: number, into?: Buffer): Buffer {
    this.reads++;
    return super.read(address, length, into);
  }
}

/** One look at a process that holds such memory, and how many readings of memory it took. An honest list is read at last. */
async function lookAt(
  what: string,
  isHonest = false,
): Promise<{ readonly reading: PoolReading | null; readonly reads: number }> {
  await using server = await target(process.execPath, [what], { script: 'hostile.cjs' });
  const symbols = JSON.parse(server.printed().split('\n')[0] ?? '') as PoolSymbols;
  using memory = new Counted(server.pid);
  const peek = poolReader(server.pid, memory, symbols);
  let reading = peek.read();
  const { reads } = memory;
  // A machine under load may give it no time at all.
  const mostTries = isHonest ? 100 : 0;
  for (let tries = 0; reading === null && tries < mostTries; tries++) reading = peek.read();
  return { reading, reads };
}

suite('The memory of a hostile process', onLinux, () => {
  for (const what of ['ring', 'lasso']) {
    test(`that holds a queue without an end (${what}) costs a bounded number of readings`, async () => {
      const { reading, reads } = await lookAt(what);
      assert.ok(reading === null || reading.isCut);
      assert.ok(reads < 40_000, `${reads} readings`);
    });
  }

  test('makes up a bounded number of kinds', async () => {
    const { reading } = await lookAt('kinds', true);
    assert.equal(reading?.queued, 1000);
    const kinds = Object.keys(reading.queuedKinds);
    assert.equal(kinds.length, 65, '64 and "other"');
    assert.equal(reading.queuedKinds['other'], 936);
  });
});
