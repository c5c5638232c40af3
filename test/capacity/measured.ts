/** What a search has found; and where it has found nothing, whether that is the machine's doing. */
import assert from 'node:assert/strict';
import type { CapacityFinding } from '../../src/model/capacity.ts';
import { exitCodes } from '../../src/messages/problem.ts';
import { inconclusive } from '../kit/inconclusive.ts';
import type { capacity } from './limited.ts';

/** `servers/limited.mjs` answers everything, and rightly: only a machine that others have makes it start, or answer, too late. */
const tooLate = new Set([
  'SERVER_NOT_READY',
  'PORT_NOT_FOUND',
  'NO_ANSWER',
  'ANSWERS_UNFINISHED',
  'REQUESTS_FAILED',
]);

/** Fails where nothing was measured for another reason than a machine that is too slow. */
export function measured({ code, stderr, result }: Awaited<ReturnType<typeof capacity>>): CapacityFinding {
  if (code === exitCodes.unmeasured && tooLate.has(result.problem?.code ?? '')) inconclusive(stderr);
  assert.equal(code, exitCodes.fine, stderr);
  const [found] = result.capacity?.findings ?? [];
  assert.ok(found);
  const late = found.points.filter(({ word }) => word === 'generator').length;
  if (found.word === 'unmeasured' && late > 0)
    inconclusive(`the load generator was late in ${late} of ${found.points.length} windows`);
  assert.notEqual(found.word, 'unmeasured', stderr);
  return found;
}
