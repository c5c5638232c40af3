/** A CPU profile stops a process with a large heap: none is taken unasked, unless nobody is served anyhow. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { say } from '../../../src/messages/message.ts';
import { longestOwnStop, stopByProfile } from '../../../src/model/own-stop.ts';
import type { Note, Probed, Watch } from '../../../src/model/watch.ts';
import { openWatch } from '../../../src/observe/session/watch.ts';

const isHere = process.platform === 'linux' ? false : 'a running process is looked at on Linux alone';

suite('Of a process with a large heap', { skip: isHere }, () => {
  const server = {
    pid: 0,
    hang: (duration: number): void => assert.fail(`too early to hang for ${duration} ms`),
    end: async () => {},
  };

  before(async () => {
    const program = join(import.meta.dirname, 'large-heap.cjs');
    const child = spawn(process.execPath, ['--inspect-port=0', program], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
    server.pid = child.pid ?? 0;
    server.hang = (duration) => void child.send(duration);
    server.end = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
  });
  after(() => server.end());

  /** Watches with the probe until something holds. */
  async function watched(
    options: { readonly profile?: boolean },
    holds: (probed: Probed, notes: readonly Note[]) => boolean,
  ): Promise<{ watch: Watch; probed: Probed }> {
    const enough = new AbortController();
    await using open = await openWatch({
      target: { type: 'pid', pid: server.pid },
      duration: 60_000,
      attach: true,
      signal: enough.signal,
      ...options,
    });
    for await (const news of open.events()) {
      if (news.type !== 'pulse') continue;
      const { processes, notes } = open.seen();
      const probe = processes[0]?.probe;
      if (probe?.ok && holds(probe, notes)) enough.abort();
    }
    const watch = await open.end();
    const probe = watch.processes[0]?.probe;
    assert.ok(probe?.ok && watch.end === 'interrupted', watch.notes.map(say).join('\n'));
    return { watch, probed: probe };
  }

  const isSpared = ({ code }: Note) => code === 'note.no-profile';

  test('that is late no profile is taken unasked, and that is said once', async () => {
    let since: number | null = null;
    const { watch, probed } = await watched({}, ({ readings }, notes) => {
      if (notes.some(isSpared)) since ??= readings.length;
      // Long enough for it to be said again, or taken.
      return since !== null && readings.length > since + 4;
    });
    assert.equal(probed.profile, null);
    const said = watch.notes.filter(isSpared);
    assert.equal(said.length, 1);
    assert.ok(stopByProfile(probed.readings.at(-1)?.memory.heapUsed ?? 0) > longestOwnStop);
    assert.ok(probed.readings.every(({ ownStop }) => ownStop === undefined));
  });

  test('one is taken where that is wanted, and tells how long it stopped the process', async () => {
    const { watch, probed } = await watched({ profile: true }, ({ profile }) => profile !== null);
    const { stopped = 0, functions } = probed.profile ?? {};
    assert.ok(stopped > 0);
    assert.ok(probed.readings.some(({ ownStop }) => ownStop === stopped));
    assert.ok(functions?.some(({ name }) => name === 'block'));
    assert.ok(!watch.notes.some(isSpared));
  });

  test('that hangs one is taken unasked: nobody is served meanwhile', async () => {
    let isTold = false;
    const { probed } = await watched({}, ({ readings, profile }) => {
      if (!isTold && readings.length > 2) {
        isTold = true;
        server.hang(8000);
      }
      return profile !== null;
    });
    const taken = probed.readings.find(({ ownStop }) => ownStop !== undefined);
    assert.ok((taken?.silent ?? 0) > 1000);
    assert.ok(probed.profile?.functions.some(({ name }) => name === 'block'));
  });
});
