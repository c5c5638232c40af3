import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openWatch } from '../../../src/measure/watch/watch.ts';
import type { Watch } from '../../../src/model/watch.ts';

/** Watches a process whose probe writes this, without --attach, for a short time. */
async function watchOf(what: string): Promise<Watch> {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-hostile-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hostile.cjs'), what], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { TMPDIR: folder },
  });
  try {
    await once(child.stdout, 'data');
    const target = { type: 'pid', pid: child.pid ?? 0 } as const;
    await using open = await openWatch({ target, duration: 1000 });
    for await (const _ of open.news());
    return await open.end();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

suite('What a probe says is believed only', { skip: process.platform !== 'linux' && 'Linux' }, () => {
  test('where it is what probes say', async () => {
    const [seen] = (await watchOf('honest')).processes;
    assert.ok(seen?.probe.ok, JSON.stringify(seen?.probe));
    assert.equal(seen.probe.readings.length, 1);
  });

  test('where it comes from the process that is watched', async () => {
    const [seen] = (await watchOf('another number')).processes;
    assert.equal(seen?.probe.ok, false);
    assert.ok(seen.look.ok);
  });

  for (const [what, why] of [
    ['no memory', /its reading\.memory is not an object/],
    ['not a number', /a line is not JSON/],
    ['infinite', /its reading\.at is not a finite number/],
    ['nested', /a line is not JSON/],
    ['nested loop', /its reading\.loop\.utilization is not a finite number/],
    ['long line', /a line has more than 262144 characters/],
    ['many readings', /it wrote \d+ characters in \d+\.\d s/],
    ['another schema', /its hello\.schema is not 1/],
    ['long script', /a line has more than 262144 characters/],
    ['long note', /a line has more than 262144 characters/],
    ['many waits', /its reading\.fast\.waits is not a list of at most 512/],
    ['prototype', /its reading\.at is not a finite number/],
    ['type of all objects', /a line has no known type/],
    ['flood', /a line has more than 262144 characters/],
  ] as const) {
    test(`and is refused in the case "${what}": the look from outside goes on, in bounded memory`, async () => {
      const before = process.resourceUsage().maxRSS;
      const { end, processes, notes } = await watchOf(what);
      assert.equal(end, 'time');
      const [seen] = processes;
      assert.ok(seen?.look.ok && seen.look.samples.taken > 0);
      assert.equal(seen.probe.ok, false);
      assert.match(seen.probe.ok ? '' : seen.probe.why, /^PROBE_REFUSED: /);
      assert.match(seen.probe.ok ? '' : seen.probe.why, why);
      assert.ok(
        notes.some((note) => /PROBE_REFUSED/.test(note)),
        notes.join('\n'),
      );
      const grown = (process.resourceUsage().maxRSS - before) / 1024;
      assert.ok(grown < 150, `${grown} MB`);
    });
  }
});
