import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRules } from '../../../src/doctor/evaluate-rules.ts';
import { rules } from '../../../src/doctor/rules/rules.ts';
import { serviceByHand, vitalsByHand } from './vitals-by-hand.ts';

test('What is to be expected is that of the first change', () => {
  const isSpread = (file: string, isProduction: boolean) => {
    const hot = { name: 'render', file, line: 12, self: 0.9, total: 0.95, calledBy: null };
    const loop = { utilization: 0.98, ran: 0.97, functions: [hot], stalls: 0 };
    const vitals = vitalsByHand({ loop, cpu: { used: 1.05 }, isProduction });
    const asked = rules.filter(({ id }) => id === 'loop-saturated');
    const [finding] = evaluateRules([vitals], serviceByHand([vitals]), asked).findings;
    if (!finding) assert.fail();
    assert.ok(finding.changes.some(({ setting }) => setting?.['processes']));
    return 'isSpread' in finding.expect.params && finding.expect.params.isSpread;
  };
  assert.equal(isSpread('/srv/node_modules/ejs/lib/ejs.js', false), false);
  assert.equal(isSpread('/srv/app.js', true), true);
});
