import { emptyFolder } from '../../kit/place.ts';
import { message } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '../../../src/host/clock.ts';
import { exportsNode } from '../../../src/host/binary/elf.ts';
import { poolSymbols } from '../../../src/host/binary/symbols.ts';
import { openSampler } from '../../../src/observe/external/process-snapshot.ts';
import { selfTest } from '../../../src/observe/external/self-test.ts';
import { versions, whyNotLinux as skip } from '../../kit/nodes.ts';
import { stripped } from '../../kit/targets.ts';
import { Pipes, target } from './targets.ts';
import { takeSnapshot } from './take-snapshot.ts';

const folder = emptyFolder('binary');

/** The head of an ELF file, whose sections' table follows. @param type 2: at a fixed address, 3: may be loaded anywhere */
function elfHead(length: number, type: number, sections: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]); // 64 bit, little-endian
  bytes.writeUInt16LE(type, 16); // e_type
  bytes.writeUInt16LE(64, 40); // e_shoff
  bytes.writeUInt16LE(sections, 60); // e_shnum
  return bytes;
}

/** A program of 128 bytes that has a symbol table, and may be loaded anywhere. */
function movable(): Buffer {
  const bytes = elfHead(128, 3, 1);
  bytes.writeUInt32LE(2, 64 + 4); // sh_type: SHT_SYMTAB
  return bytes;
}

/** A program at a fixed address whose symbols, and their names, are as long as it says, in a file of that length. */
function withSymbols(path: string, length: number, symbols: number, names: number, name = ''): void {
  const bytes = elfHead(4096, 2, 2);
  for (const [at, type, offset, size, link] of [
    [64, 2, 4096, symbols, 1],
    [128, 3, 1024, names, 0],
  ] as const) {
    bytes.writeUInt32LE(type, at + 4); // sh_type
    bytes.writeBigUInt64LE(BigInt(offset), at + 24); // sh_offset
    bytes.writeBigUInt64LE(BigInt(size), at + 32); // sh_size
    bytes.writeUInt32LE(link, at + 40); // sh_link
  }
  bytes.write(name, 1024, 'latin1');
  writeFileSync(path, bytes);
  truncateSync(path, length); // the rest takes no room on the disk
}

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

suite('The pool of a binary', { skip }, () => {
  test('is where its symbols say, all of them within a few hundred bytes', () => {
    const found = poolSymbols(process.execPath);
    assert.ok(found.ok);
    const { variables, functions, helpful, image } = found.symbols;
    const addresses = Object.values(variables);
    assert.equal(new Set(addresses).size, 7);
    assert.ok(Math.max(...addresses) - Math.min(...addresses) < 4096);
    assert.deepEqual(Object.keys(helpful).toSorted(), ['cond', 'mutex', 'threads', 'uv__signal_tree']);
    assert.equal(Object.keys(functions).length, 6);
    for (const address of [...addresses, ...Object.values(functions)]) {
      assert.ok(image.start < address && address < image.end);
    }
    assert.equal(poolSymbols(process.execPath), found, 'a binary is read once');
  });

  test('cannot be found in what is no program, and what is no Node is told', () => {
    const page = import.meta.filename;
    const why = message('unseen.no-elf');
    assert.deepEqual(poolSymbols(page), { ok: false, code: 'PEEK_NO_ELF', why });
    assert.equal(exportsNode(page), false);
    assert.equal(exportsNode('/bin/sh'), false);
    assert.equal(exportsNode(process.execPath), true);
  });

  test('cannot be found in one that is loaded wherever there is room', () => {
    const path = join(folder, 'movable');
    writeFileSync(path, movable());
    const found = poolSymbols(path);
    assert.equal(found.ok ? '' : found.why.code, 'unseen.movable');
  });

  const mega = 2 ** 20;
  for (const [what, length, symbols, names] of [
    ['symbols that would be longer than the file', 4096, 2 ** 40, 64],
    ['symbols of which no number can tell the length', 4096, 2 ** 63, 64],
    ['more symbols than any Node', 1200 * mega, 1000 * mega, 64],
    ['longer names than any Node', 1200 * mega, 64, 1000 * mega],
  ] as const) {
    test(`cannot be found in one that has ${what}, and takes little memory`, () => {
      const path = join(folder, 'large');
      withSymbols(path, length, symbols, names);
      const before = process.resourceUsage().maxRSS;
      const found = poolSymbols(path);
      assert.equal(found.ok ? '' : found.code, 'PEEK_NO_ELF');
      assert.equal(exportsNode(path), false);
      assert.ok((process.resourceUsage().maxRSS - before) / 1024 < 200);
    });
  }

  test('cannot be found where each of many symbols has its name', () => {
    const path = join(folder, 'alike');
    withSymbols(path, 8 * mega, 7 * mega, 64, 'wq');
    const found = poolSymbols(path);
    assert.equal(found.ok ? '' : found.code, 'PEEK_UNKNOWN_LIBUV');
  });

  test('is not believed when what is read is not what the child has', async () => {
    const found = poolSymbols(process.execPath);
    assert.ok(found.ok);
    const { variables } = found.symbols;
    const swapped = { ...variables, nthreads: variables.slow_io_work_running };
    // It has five seconds to become what it should be; in this test they pass fifty times as fast.
    const hasty = { ...systemClock, now: () => systemClock.now() * 50 };
    const tested = await selfTest(process.execPath, { ...found.symbols, variables: swapped }, owner, hasty);
    assert.ok(!tested.ok && tested.why.code === 'unseen.test-misread');
    assert.deepEqual([tested.why.params.expected.busy, tested.why.params.expected.threads], [4, 4]);
  });

  test('is not believed of a binary that cannot be started', async () => {
    const found = poolSymbols(process.execPath);
    assert.ok(found.ok);
    const tested = await selfTest(import.meta.filename, found.symbols, owner);
    assert.equal(tested.ok ? '' : tested.why.code, 'unseen.test-not-started');
  });

  test('that was stripped is known by the names of its threads alone', async (t) => {
    const path = stripped(folder);
    if (!path) return t.skip('there is no program strip here');
    assert.equal(exportsNode(path), true);
    await using server = await target(path, ['idle']);
    const seen = await takeSnapshot(server.pid, { duration: 20, interval: 10 });
    assert.partialDeepStrictEqual(seen, {
      subject: { peek: { ok: false, code: 'PEEK_STRIPPED', why: { code: 'unseen.stripped' } } },
      wait: { fast: null, slow: null },
      poolKnownBy: 'name',
      poolSize: 4,
    });
    assert.deepEqual([seen.pool, seen.samples.inconsistent], [[], 0]);
    const states = new Set(
      seen.threads.filter(({ role }) => role === 'pool').map(({ doing }) => doing[0]?.doing.state),
    );
    assert.deepEqual([...states], ['asleep'], 'idle or at a lock: nothing tells');
  });

  test('that was stripped, of a Node that names no threads, has no pool that could be told: what each thread does is seen', async (t) => {
    const old = (await versions()).find(({ label }) => label.startsWith('20.'));
    if (!old || 'why' in old) return t.skip(`there is no Node 20 here: ${old?.why}`);
    const path = stripped(folder, old.binary, 'node20');
    if (!path) return t.skip('there is no program strip here');
    using pipes = new Pipes(4);
    await using server = await target(path, ['held', pipes.folder]);
    using open = await openSampler(server.pid);
    const held = () =>
      open
        .sample(0)
        ?.threads.filter(({ doing }) => doing.state === 'blocked' && doing.syscall === 'openat') ?? [];
    for (let tries = 0; held().length < 4; tries++) {
      if (tries === 20_000) return t.skip('the system calls of another process cannot be seen here');
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(open.poolKnownBy(), null);
    assert.deepEqual(new Set(held().map(({ role, name }) => `${role} ${name}`)), new Set(['other node20']));
    const seen = await takeSnapshot(server.pid, { duration: 40, interval: 20 });
    assert.equal(seen.poolSize, null);
    assert.equal(seen.threads.filter(({ isStill, last }) => isStill && last.state === 'blocked').length, 4);
  });
});
