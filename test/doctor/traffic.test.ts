/** The word "no traffic" as a table: what was seen of the requests, the port and the work on the left. Dots: not known. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { doctor } from '../../src/doctor/doctor.ts';
import { hasCode, message } from '../../src/messages/message.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import type { Sockets, WatchedProcess } from '../../src/model/watch.ts';
import { onLinux } from '../kit/nodes.ts';
import { startNode } from '../kit/targets.ts';
import { looked, probed, watchByHand } from '../kit/watches.ts';
import { socketsOf } from './rules/vitals-by-hand.ts';

const table = `
  port  connections  work  probe    -> status
  open  none         none  none     -> no traffic
  open  silent       none  none     -> no traffic
  open  asked        none  none     -> healthy
  open  pending      none  none     -> healthy
  open  recorded     none  none     -> healthy
  open  none         some  none     -> healthy
  shut  none         none  none     -> no traffic
  shut  none         some  none     -> healthy
  ....  ....         none  none     -> healthy
  ....  ....         none  silent   -> no traffic
  ....  ....         none  asked    -> healthy
  open  none         none  asked    -> healthy
  open  none         none  silent   -> no traffic
`;

const connections: Readonly<Record<string, Partial<Sockets['inbound']>>> = {
  none: { pending: 0, active: 0 },
  // A load balancer holds them open.
  silent: { connections: 2, pending: 0, active: 0 },
  asked: { connections: 2, pending: 0, active: 1 },
  pending: { connections: 2, pending: 1.5, active: 0 },
  // After one reading: what came over them is not told.
  recorded: { connections: 2, pending: 0 },
};

function seenSockets(port: string, word: string): WatchedProcess['sockets'] {
  const inbound = connections[word];
  if (!inbound) return { ok: false, why: message('unseen.connections-unread') };
  const listening = port === 'open' ? [{ address: '0.0.0.0:3000', mean: 0, max: 0, limit: 511 }] : [];
  return { ok: true, ...socketsOf({ listening, inbound }) };
}

function probeOf(word: string): WatchedProcess['probe'] {
  const requests = { pending: 0, oldest: null, started: 0, finished: 0, mean: null, max: null };
  if (word === 'none') return { ok: false, why: message('unseen.probe-not-wanted') };
  const loop = { utilization: 0.005, delay: { mean: 0.2, p50: 0.1, p99: 2, max: 3 } };
  const reading = { cpu: 5, loop, ...(word === 'silent' && { requests }) };
  return probed([reading, { ...reading, at: 500 }]);
}

suite('A server is said to have no traffic', () => {
  for (const row of table.trim().split('\n').slice(1)) {
    const [port = '', inbound = '', work = '', probe = '', , ...status] = row.trim().split(/\s+/);
    test(row.trim(), () => {
      const look = looked(work === 'some' ? {} : { cpuUsed: 0.01, loop: 0.01 });
      const of = { look, sockets: seenSockets(port, inbound), probe: probeOf(probe) };
      assert.equal(diagnose(watchByHand(of)).status, status.join(' '));
    });
  }

  test('and at which port it waits for some', () => {
    const of = { look: looked({ cpuUsed: 0, loop: 0 }), sockets: seenSockets('open', 'none') };
    const expected = message('diagnosis.no-traffic', { seconds: 10, port: 3000 });
    assert.deepEqual(diagnose(watchByHand(of)).sentence, expected);
  });
});

suite('Of a real process', onLinux, () => {
  async function diagnosed(pid: number): Promise<Diagnosis> {
    for await (const event of doctor({ target: { type: 'pid', pid }, duration: 1500 }))
      if (event.type === 'ended') return event.diagnosis;
    throw new Error('the watch ended without a diagnosis');
  }
  const server = `const server = require('node:http').createServer((request, response) => response.end('well'));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

  test('an idle server has no traffic, and the same server that is asked has some', async () => {
    await using idle = await startNode(['-e', server]);
    const { status, sentence } = await diagnosed(idle.pid);
    assert.equal(status, 'no traffic');
    assert.equal(hasCode(sentence, 'diagnosis.no-traffic') && sentence.params.port, Number(idle.first));
    // One request a few times a second, over one connection, costs hardly any CPU: it is seen by its bytes.
    const again = new AbortController();
    const asking = (async () => {
      while (!again.signal.aborted) {
        await (await fetch(`http://127.0.0.1:${idle.first}/`)).text();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const busy = await diagnosed(idle.pid);
    again.abort();
    await asking;
    assert.notEqual(busy.status, 'no traffic');
  });

  test('a queue worker that listens nowhere is judged by its work', async () => {
    const work = `const again = () => require('node:crypto').pbkdf2('a', 'b', 20_000, 32, 'sha256', again);
      again(), console.log('up');`;
    await using worker = await startNode(['-e', work]);
    assert.notEqual((await diagnosed(worker.pid)).status, 'no traffic');
  });
});
