import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyPlace } from '../../kit/place.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';
import { fixture, watchedServer } from '../../kit/watched.ts';
import type { WatchEvent } from '../../../src/observe/session/watch.ts';
import type { Watch } from '../../../src/model/watch.ts';

/** Watches a process whose probe writes this, without --attach, until it has said enough and goes on. */
async function watchOf(what: string, isEnough: (news: WatchEvent) => boolean): Promise<Watch> {
  using here = emptyPlace('hostile');
  let isSeen = false;
  const server = {
    command: [process.execPath, fixture('hostile.ts'), what],
    env: { TMPDIR: here.folder },
    duration: 30_000,
  } as const;
  await using seen = await watchedServer('', server, (news, { enough }) => {
    if (isSeen && news.type === 'pulse') enough();
    isSeen ||= isEnough(news);
  });
  return seen.watch;
}

const isRefused = (news: WatchEvent) => news.type === 'note' && news.note.code === 'note.probe-refused';
const hasReadings = (news: WatchEvent) =>
  news.type === 'pulse' && [...news.readings.values()].some((list) => list.length > 0);

suite('What a probe says is believed only', { skip }, () => {
  test('where it is what probes say', async () => {
    const [seen] = (await watchOf('honest', hasReadings)).processes;
    assert.ok(seen?.probe.ok, JSON.stringify(seen?.probe));
    assert.equal(seen.probe.readings.length, 1);
  });

  test('where it comes from the process that is watched', async () => {
    const [seen] = (await watchOf('another number', ({ type }) => type === 'pulse')).processes;
    assert.equal(seen?.probe.ok, false);
    assert.ok(seen.look.ok);
  });

  for (const [what, why] of [
    ['no memory', /its memory: /],
    ['not a number', /a line is not JSON/],
    ['infinite', /its at: /],
    ['nested', /a line is not JSON/],
    ['nested loop', /its loop\.utilization: /],
    ['long line', /a line has more than 262144 characters/],
    ['many readings', /it wrote \d+ characters in \d+\.\d s/],
    ['another schema', /its schema: /],
    ['long script', /a line has more than 262144 characters/],
    ['long note', /a line has more than 262144 characters/],
    ['many waits', /its fast\.waits: /],
    ['prototype', /its at: /],
    ['type of all objects', /a line has no known type/],
    ['flood', /a line has more than 262144 characters/],
  ] as const) {
    test(`and is refused in the case "${what}": the look from outside goes on, in bounded memory`, async () => {
      const before = process.resourceUsage().maxRSS;
      const { end, processes, notes } = await watchOf(what, isRefused);
      assert.equal(end, 'interrupted');
      const [seen] = processes;
      assert.ok(seen?.look.ok && seen.look.samples.taken > 0);
      assert.ok(!seen.probe.ok && seen.probe.why.code === 'unseen.probe-refused');
      assert.equal(seen.probe.why.params.problem, 'PROBE_REFUSED');
      assert.match(seen.probe.why.params.why, why);
      const refused = notes.flatMap(({ code, params }) =>
        code === 'note.probe-refused' ? params.problem : [],
      );
      assert.deepEqual(refused, ['PROBE_REFUSED']);
      const grown = (process.resourceUsage().maxRSS - before) / 1024;
      assert.ok(grown < 150, `${grown} MB`);
    });
  }
});
