import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { held } from '../kit/process.ts';
import { cgroupLimits, parseCpuMax, throttlingBetween, throttlingCounters } from '../../src/host/cgroup.ts';

const here = emptyPlace('cgroup');
after(() => here[Symbol.dispose]());

/** A machine in a folder: `proc` as its processes, and groups that are mounted below it. */
function machine(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(here.folder, name);
  for (const [path, text] of Object.entries(files))
    here.write(join(name, path), text.replaceAll('ROOT', root));
  return join(root, 'proc');
}

suite('The limits of a process', () => {
  test('are the tightest between its cgroup and the root, whichever of them has it', () => {
    const proc = machine('nested', {
      'proc/self/mountinfo': '34 24 0:29 / ROOT/cg rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n',
      'proc/77/cgroup': '0::/kube/pod7/box\n',
      'cg/kube/pod7/box/cpu.max': '200000 100000\n',
      'cg/kube/pod7/cpu.max': '150000 100000\n',
      'cg/kube/cpu.max': 'max 100000\n',
      'cg/kube/pod7/box/memory.max': 'max\n',
      'cg/kube/pod7/memory.max': '1000\n',
      'cg/kube/pod7/memory.current': '100\n',
      'cg/kube/memory.max': '1500\n',
      'cg/kube/memory.current': '1400\n',
      'cg/kube/pod7/pids.max': '64\n',
      'cg/kube/pod7/pids.current': '12\n',
      'cg/kube/pod7/box/cpu.stat': 'usage_usec 9\nnr_periods 50\nnr_throttled 5\nthrottled_usec 2500\n',
      'cg/kube/pod7/cpu.stat': 'nr_periods 50\nnr_throttled 20\nthrottled_usec 90000\n',
    });
    assert.deepEqual(cgroupLimits(77, proc), {
      quota: 1.5,
      memory: { limit: 1500, used: 1400 },
      tasks: { limit: 64, used: 12 },
    });
    const counters = throttlingCounters(77, proc);
    const [inner, outer] = [
      { periods: 50, throttled: 5, time: 2.5 },
      { periods: 50, throttled: 20, time: 90 },
    ];
    assert.deepEqual([...counters.values()], [inner, outer]);
    const zero = new Map([...counters.keys()].map((key) => [key, { periods: 0, throttled: 0, time: 0 }]));
    assert.deepEqual(throttlingBetween(zero, counters), outer);
  });

  test('of cgroup v1 are in the tree of each controller, wherever it is mounted', () => {
    const proc = machine('first-version', {
      'proc/self/mountinfo': [
        '31 30 0:26 /docker/abc ROOT/some\\040where/cpu rw - cgroup cgroup rw,cpu,cpuacct',
        '32 30 0:27 / ROOT/memory rw - cgroup cgroup rw,memory',
        '33 30 0:28 / ROOT/unified rw - cgroup2 cgroup2 rw',
        '',
      ].join('\n'),
      'proc/77/cgroup': '9:memory:/box\n8:cpu,cpuacct:/docker/abc/inner\n1:name=systemd:/\n0::/\n',
      'some where/cpu/inner/cpu.cfs_quota_us': '-1\n',
      'some where/cpu/cpu.cfs_quota_us': '50000\n',
      'some where/cpu/cpu.cfs_period_us': '100000\n',
      'some where/cpu/cpu.stat': 'nr_periods 8\nnr_throttled 3\nthrottled_time 7000000\n',
      'memory/memory.limit_in_bytes': '9223372036854771712\n',
      'memory/box/memory.limit_in_bytes': '4096\n',
      'memory/box/memory.usage_in_bytes': '96\n',
    });
    const limits = cgroupLimits(77, proc);
    assert.deepEqual(limits, { quota: 0.5, memory: { limit: 4096, used: 96 }, tasks: null });
    assert.deepEqual([...throttlingCounters(77, proc).values()], [{ periods: 8, throttled: 3, time: 7 }]);
  });

  test('are unknown where its cgroup cannot be seen, and none where none is set', () => {
    const proc = machine('outside', {
      'proc/self/mountinfo': '34 24 0:29 / ROOT/cg rw - cgroup2 cgroup2 rw\n',
      'proc/77/cgroup': '0::/../other\n',
      'proc/78/cgroup': '0::/\n',
      'other/cpu.max': '1 1\n',
      'cg/cgroup.procs': '78\n',
    });
    const none = { quota: null, memory: null, tasks: null };
    for (const pid of [77, 78, 79]) assert.deepEqual(cgroupLimits(pid, proc), none);
    assert.equal(throttlingBetween(throttlingCounters(78, proc), throttlingCounters(78, proc)), null);
  });

  test('of another process than this one are read: a quota of a hundredth of a CPU, set on the group above its own', async (t) => {
    const own = throttlingCounters('self').size > 0;
    const outer = `/sys/fs/cgroup/cpu/chokepoint-test-${process.pid}`;
    const inner = join(outer, 'inner');
    const child = held(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      try {
        mkdirSync(inner, { recursive: true });
        writeFileSync(join(outer, 'cpu.cfs_quota_us'), '1000');
        writeFileSync(join(inner, 'cgroup.procs'), String(child.pid));
      } catch (error) {
        return t.skip(`no cgroup v1 of its own can be made here: ${(error as Error).message}`);
      }
      const pid = child.pid ?? 0;
      assert.equal(cgroupLimits(pid).quota, 0.01);
      assert.equal(throttlingCounters('self').size > 0, own);
      const before = throttlingCounters(pid);
      let found = throttlingBetween(before, throttlingCounters(pid));
      while (found?.throttled === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        found = throttlingBetween(before, throttlingCounters(pid));
      }
      assert.ok(found && found.periods >= found.throttled && found.throttled > 0, JSON.stringify(found));
    } finally {
      await child[Symbol.asyncDispose]();
      for (const group of [inner, outer]) removeGroup(group);
    }
  });

  test('of CPU may be a fraction, or none', () => {
    assert.equal(parseCpuMax('150000 100000\n'), 1.5);
    assert.equal(parseCpuMax('max 100000\n'), null);
    assert.equal(parseCpuMax(null), null);
  });
});

/** A group can go once its last process is gone for good, which is a moment after its end was told. */
function removeGroup(group: string): void {
  for (let attempt = 0; attempt < 1000; attempt++) {
    try {
      return rmdirSync(group);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      readFileSync('/proc/self/stat');
    }
  }
}
