/** A first look where /proc is hidden. It runs alone: there nobody tells what the programs beside it use of the CPUs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { example, freePort } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { systems, telling } from './systems.ts';

for (const system of systems.filter(({ seesProc }) => !seesProc))
  suite(`On ${system.name}`, { skip: system.skip ?? false }, () => {
    const told = telling(system, emptyFolder('first-look'));
    test('a first look finds the port, raises the load, and names what limits the server', async () => {
      // Its advice is no setting, so nothing is proved: that would take a minute more.
      const asked = ['--json', '--', 'node', example('fastify-gzip.mjs')];
      const { code, stdout, stderr } = await told(asked, await freePort());
      const { diagnosis } = JSON.parse(stdout) as { diagnosis: Diagnosis };
      // Other programs of the machine may leave it fewer CPUs than are full, which nobody tells here.
      if (diagnosis.status === 'cannot tell' && !system.env) return assert.equal(code, 3, stderr);
      assert.equal(code, 0, stderr);
      const rule = diagnosis.findings[0]?.rule ?? '';
      return assert.match(rule, /^(?:cpu-saturated|pool-starved-of-cpu)$/, stderr);
    });
  });
