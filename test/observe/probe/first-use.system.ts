import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { versions } from '../external/targets.ts';
import { Ear, eventually, Folder, poolThreads, Target, threads } from './probes.ts';

const folder = new Folder();
after(() => folder[Symbol.dispose]());

const nodes = await versions();
const isHere =
  process.platform === 'linux' ? false : 'threads are counted through /proc, which only Linux has';
const set = { SET_POOL: '16' };

suite('The probe is never the first user of the pool', { skip: isHere, concurrency: 3 }, () => {
  for (const version of nodes) {
    if (!('binary' in version)) {
      test(`of Node ${version.label}`, { skip: version.why });
      continue;
    }
    const { label, binary } = version;
    const areNamed = Number(label.split('.')[0]) >= 22;

    /**
     * `--import` loads the modules' loader, which may use the pool on Node 20 before the application's first line: a
     * size that is set there then comes too late, with or without a probe.
     */
    const flags = { '--require': 16, '--import': areNamed ? 16 : 4 };
    for (const [flag, expected] of Object.entries(flags)) {
      test(`so a size that is set in the first line counts, as far as ${flag} lets it: Node ${label}`, async () => {
        await using ear = new Ear(folder);
        await using target = await Target.start(binary, {
          flags: [flag, folder.register],
          env: { ...set, CHOKEPOINT_PROBE_SOCKET: ear.path },
        });
        const voice = await ear.voice();
        assert.equal((await voice.hello()).poolSize, '16', 'set in code');
        const before = threads(target.pid);
        const isUnused = areNamed || flag === '--require';
        if (isUnused) {
          // Node 20 names no threads: no time that passes may count as a use.
          const later = await voice.hear('reading', ({ at }) => at > 3000);
          assert.equal(later.isPoolUnused, true);
          assert.equal(threads(target.pid), before);
          assert.ok(voice.readings.every(({ fast, slow }) => fast.sent + slow.sent === 0));
        }
        await target.do('use');
        await voice.hear('reading', ({ fast, slow }) => fast.waits.length > 0 && slow.waits.length > 0);
        if (areNamed) assert.equal(poolThreads(target.pid), expected);
        else if (isUnused) assert.equal(threads(target.pid), before + expected);
      });
    }

    test(`but who knows that it is in use may say so: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary, {
        flags: ['--require', folder.register],
        env: { CHOKEPOINT_PROBE_SOCKET: ear.path },
      });
      const voice = await ear.voice();
      await voice.hello();
      voice.tell({ type: 'use pool' });
      await voice.hear('reading', ({ isPoolUnused, fast }) => !isPoolUnused && fast.waits.length > 0, 0);
      if (areNamed)
        await eventually(
          () => poolThreads(target.pid),
          (count) => count === 4,
        );
    });
  }
});
