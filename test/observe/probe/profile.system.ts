import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite } from 'node:test';
import { serverSilence } from '../../../src/saturation/own-stop.ts';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { Folder, probing, type Probing } from './probes.ts';

const folder = new Folder();

const program = join(import.meta.dirname, 'target.cjs');

suite('Asked for more, the probe', { skip, concurrency: 3 }, async () => {
  await onEachNode((node) => {
    /** Once the loop can be read. */
    const probed = (title: string, body: (both: Probing) => Promise<void>, options = {}) => {
      const whenRead = async (both: Probing) => {
        await both.voice.hear('reading', ({ loop }) => loop !== null, 0);
        await body(both);
      };
      probing(folder, node)(title, whenRead, options);
    };

    probed('names the function that keeps the main thread busy', async ({ target, voice }) => {
      await target.do('compute');
      voice.tell({ type: 'profile', duration: 500 });
      const { functions, idle, duration } = await voice.hear('profile');
      assert.equal(functions[0]?.name, 'hotFunction');
      assert.equal(functions[0].file, program);
      assert.ok(functions[0].line && functions[0].calledBy === null);
      assert.ok(functions[0].self <= functions[0].total && functions[0].total <= 1, 'though it calls itself');
      assert.ok(idle < 1 && duration >= 400 && functions.length <= 20);
    });

    probed('tells how long it stopped the main thread itself', async ({ voice }) => {
      const from = voice.said.length;
      voice.tell({ type: 'profile', duration: 300 });
      const { stopped } = await voice.hear('profile');
      assert.ok(stopped > 0);
      const next = await voice.hear('reading', ({ loop, isProfiled }) => loop !== null && !isProfiled);
      const said = voice.readings(from);
      assert.ok(said.some(({ ownStop }) => ownStop === stopped));
      assert.ok(said.some(({ isProfiled }) => isProfiled));
      assert.equal(next.ownStop, undefined, 'what was told once is not told again');
    });

    probed("names who of the application calls what is Node's own", async ({ target, voice }) => {
      await target.do('digest');
      voice.tell({ type: 'profile', duration: 500 });
      const { functions } = await voice.hear('profile');
      const [first] = functions;
      assert.match(first?.file ?? '', /^$|^node:/);
      assert.match(first?.calledBy ?? '', /^slowDigest .+target\.cjs:\d+$/);
      if (first?.file === '') assert.match(first.calledIn ?? '', /^node:internal\/crypto/);
    });

    probed(
      'names a function that has been running since long before',
      async ({ target, voice }) => {
        await target.do('block', 20_000);
        await voice.hear('reading', ({ silent }) => silent > 1000);
        voice.tell({ type: 'profile', duration: 500 });
        const { functions, idle, stopped } = await voice.hear('profile');
        const hung = await voice.hear('reading');
        assert.ok(hung.ownStop === stopped && serverSilence(hung) > 1000, 'the silence is still its own');
        assert.equal(functions[0]?.name, 'longLoop');
        assert.ok(idle < 0.5);
      },
      { skip: node.major < 22 && 'on Node 20 its time is under the name of its caller' },
    );

    probed("tells how long the pool's jobs take, by kind", async ({ target, voice }) => {
      await target.do('work');
      voice.tell({ type: 'capture', duration: 600 });
      voice.tell({ type: 'capture', duration: 600 });
      const note = await voice.hear('note', undefined, 0);
      assert.deepEqual(note, { type: 'note', about: 'capture', why: 'a capture is being taken already' });
      const { kinds, isAborted, rate } = await voice.hear('capture', undefined, 0);
      assert.deepEqual(kinds.map(({ kind }) => kind).toSorted(), ['crypto', 'fs'], 'not its own');
      assert.equal(isAborted, false);
      assert.ok(rate > 0 && kinds.every(({ jobs, p50, p99 }) => jobs > 0 && p50 > 0 && p50 <= p99));
      // What was asked meanwhile is done, and the readings have gone on.
      await voice.hear('reading', ({ loop }) => loop !== null);
    });
  });
});
