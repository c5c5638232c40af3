/** A watch whose load ends before it does: what held the server back is told, not what came after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnosis } from '../../../src/model/diagnosis.ts';
import { startNode } from '../../kit/targets.ts';
import { place } from '../chokepoint.ts';

const skip = process.platform !== 'linux' && 'only Linux is watched from outside';
const serve = `const { pbkdf2 } = require('node:crypto');
const server = require('node:http').createServer((_, response) => pbkdf2('a', 'b', 40_000, 32, 'sha512', () => response.end()))
  .listen(0, '127.0.0.1', () => console.log(server.address().port));`;

test(
  'A watch that is ended by its user tells the bottleneck of the part that had one',
  { skip },
  async () => {
    using here = place();
    await using server = await startNode(['-e', serve]);
    const watch = here.start(['doctor', '--pid', String(server.pid), '--watch', '--json']);
    const over = Date.now() + 14_000;
    const ask = async () => {
      while (Date.now() < over) await (await fetch(`http://127.0.0.1:${server.first}/`)).arrayBuffer();
    };
    await Promise.all(Array.from({ length: 24 }, ask));
    // What follows is longer than what a look looks back on.
    await delay(9000);
    const { code, stdout } = await watch.stop();
    const { diagnosis } = JSON.parse(stdout) as { diagnosis: Diagnosis };
    assert.equal(diagnosis.status, 'bottleneck');
    assert.ok(diagnosis.stretch, diagnosis.sentence.code);
    const { from, to } = diagnosis.stretch;
    assert.ok(
      to - from > 6000 && to < diagnosis.duration - 1000,
      `${from} to ${to} of ${diagnosis.duration}`,
    );
    assert.equal(code, 0);
  },
);
