import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { Folder, threads } from './probes.ts';

const folder = new Folder();

/** How many threads of a process are the pool's by their names. */
const poolThreads = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).filter(
    (tid) => readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8') === 'libuv-worker\n',
  ).length;

suite('The probe is never the first user of the pool', { skip, concurrency: 3 }, async () => {
  await onEachNode(({ label, binary, major }) => {
    const areNamed = major >= 22;

    /**
     * `--import` loads the modules' loader, which may use the pool on Node 20 before the application's first line: a
     * size that is set there then comes too late, with or without a probe.
     */
    const flags = { '--require': 16, '--import': areNamed ? 16 : 4 };
    for (const [flag, expected] of Object.entries(flags)) {
      test(`so a size that is set in the first line counts, as far as ${flag} lets it: Node ${label}`, async () => {
        await using both = await folder.probed(binary, { by: flag, env: { SET_POOL: '16' } });
        const { target, voice } = both;
        assert.equal((await voice.hello()).poolSize, '16', 'set in code');
        const before = threads(target.pid);
        const isUnused = areNamed || flag === '--require';
        if (isUnused) {
          // Node 20 names no threads: no time that passes may count as a use.
          const later = await voice.hear('reading', ({ at }) => at > 3000);
          assert.equal(later.isPoolUnused, true);
          assert.equal(threads(target.pid), before);
          assert.ok(voice.readings().every(({ fast, slow }) => fast.sent + slow.sent === 0));
        }
        await target.do('use');
        await voice.hear('reading', ({ fast, slow }) => fast.waits.length > 0 && slow.waits.length > 0);
        if (areNamed) assert.equal(poolThreads(target.pid), expected);
        else if (isUnused) assert.equal(threads(target.pid), before + expected);
      });
    }

    test(`but who knows that it is in use may say so: Node ${label}`, async () => {
      await using both = await folder.probed(binary);
      const { target, voice } = both;
      await voice.hello();
      voice.tell({ type: 'use pool' });
      await voice.hear('reading', ({ isPoolUnused, fast }) => !isPoolUnused && fast.waits.length > 0, 0);
      if (areNamed) await until(() => poolThreads(target.pid) === 4);
    });
  });
});
