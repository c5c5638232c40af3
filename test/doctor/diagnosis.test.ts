/** What the diagnosis says besides the rules: of a server that ended, and of what was not seen. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import type { Watch } from '../../src/model/watch.ts';
import { probedByHand, probeReading, processByHand, watchByHand } from './watch-by-hand.ts';

suite('A server that ended while it was watched', () => {
  const ended = (parts: Partial<Watch>) =>
    diagnose(watchByHand([processByHand()], { end: 'ended', ...parts }));

  test('is not healthy, and how it ended is said', () => {
    const { word, sentence } = ended({ exit: 'exit code 3' });
    assert.equal(word, 'cannot tell');
    assert.equal(sentence, 'Cannot tell, because the server ended after 10.0 s (exit code 3).');
    assert.match(ended({}).sentence, /ended after 10\.0 s\.$/);
  });

  test('within a second says nothing else: no finding, and no rule', () => {
    const { findings, answers, sentence } = ended({ exit: 'exit code 0', duration: 300 });
    assert.deepEqual([findings, answers], [[], []]);
    assert.match(sentence, /ended after 0\.3 s/);
  });

  test('is judged as any other where it was a script that was done', () => {
    assert.equal(ended({ exit: 'exit code 0' }).word, 'healthy');
  });
});

test('Connections of which the probe understands nothing are a note', () => {
  const inbound = { connections: 3, pending: null, age: null };
  const notes = (requests: ProbeReading['requests']) => {
    const process = processByHand({
      sockets: { ok: true, listening: [], overflows: null, inbound, outbound: [] },
      probe: { ok: true, ...probedByHand([probeReading({ requests })]) },
    });
    return diagnose(watchByHand([process])).notes.join();
  };
  assert.match(notes(null), /saw no HTTP\/1 request, though connections to it are open \(3\)/);
  assert.doesNotMatch(notes(probeReading().requests), /HTTP\/1/);
});
