/** A CPU profile stops a process with a large heap: none is taken unasked, unless nobody is served anyhow. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { say } from '../../../src/messages/message.ts';
import { longestOwnStop, stopByProfile } from '../../../src/saturation/own-stop.ts';
import type { Note, Probed, Watch } from '../../../src/model/watch.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';
import type { Started } from '../../kit/process.ts';
import { watchedServer } from '../../kit/watched.ts';

suite('Of a process with a large heap', { skip }, () => {
  /** Watches with the probe until something holds. */
  async function probed(
    options: { readonly profile?: boolean },
    holds: (probed: Probed, notes: readonly Note[], server: Started) => boolean,
  ): Promise<{ watch: Watch; probed: Probed }> {
    const server = { duration: 60_000, attach: true, flags: ['--inspect-port=0'], ...options };
    await using seen = await watchedServer('large-heap.cjs', server, (news, watching) => {
      if (news.type !== 'pulse') return;
      const { processes, notes } = watching.seen();
      const probe = processes[0]?.probe;
      if (probe?.ok && holds(probe, notes, watching.server)) watching.enough();
    });
    const { watch } = seen;
    const probe = watch.processes[0]?.probe;
    assert.ok(probe?.ok && watch.end === 'interrupted', watch.notes.map(say).join('\n'));
    return { watch, probed: probe };
  }

  const isSpared = ({ code }: Note) => code === 'note.no-profile';

  test('that is late no profile is taken unasked, and that is said once', async () => {
    let since: number | null = null;
    const { watch, probed: seen } = await probed({}, ({ readings }, notes) => {
      if (notes.some(isSpared)) since ??= readings.length;
      // Long enough for it to be said again, or taken.
      return since !== null && readings.length > since + 4;
    });
    assert.equal(seen.profile, null);
    const said = watch.notes.filter(isSpared);
    assert.equal(said.length, 1);
    assert.ok(stopByProfile(seen.readings.at(-1)?.memory.heapUsed ?? 0) > longestOwnStop);
    assert.ok(seen.readings.every(({ ownStop }) => ownStop === undefined));
  });

  test('one is taken where that is wanted, and tells how long it stopped the process', async () => {
    const { watch, probed: seen } = await probed({ profile: true }, ({ profile }) => profile !== null);
    const { stopped = 0, functions } = seen.profile ?? {};
    assert.ok(stopped > 0);
    assert.ok(seen.readings.some(({ ownStop }) => ownStop === stopped));
    assert.ok(functions?.some(({ name }) => name === 'block'));
    assert.ok(!watch.notes.some(isSpared));
  });

  test('that hangs one is taken unasked: nobody is served meanwhile', async () => {
    let isTold = false;
    const { probed: seen } = await probed({}, ({ readings, profile }, _notes, server) => {
      if (!isTold && readings.length > 2) {
        isTold = true;
        server.child.send(8000);
      }
      return profile !== null;
    });
    const taken = seen.readings.find(({ ownStop }) => ownStop !== undefined);
    assert.ok((taken?.silent ?? 0) > 1000);
    assert.ok(seen.profile?.functions.some(({ name }) => name === 'block'));
  });
});
