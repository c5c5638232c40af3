/** What a first look finds, and proves. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inconclusive, systemTest } from '../../kit/inconclusive.ts';
import { place } from '../chokepoint.ts';
import {
  type Document,
  examples,
  firstLook,
  known,
  slowDevice,
  titleOf,
  wasLookedAt,
} from './first-looks.ts';

/** One that ends without a proof, which takes most of a minute; `npm run bench -- first-look` has all. */
const tried = 'express-crypto.cjs';
/** Milliseconds. */
const promised = 90_000;

suite('A first look at', () => {
  test('every example has a row', () => {
    assert.deepEqual(Object.keys(known), examples());
  });

  systemTest(`${tried} finds its port and what limits it, within 90 s`, {}, async () => {
    const { found, title, isOfOthers, took } = await firstLook(tried);
    if (isOfOthers || found === 'cannot tell') inconclusive(`${found}: ${title}`);
    assert.ok(known[tried]?.includes(found), `${found}: ${title}`);
    if (took > promised) inconclusive(`it took ${Math.round(took / 1000)} s`);
  });
});

suite('A first look at a server whose pool threads wait', () => {
  systemTest('proves that more of them help, or says what would decide it', {}, async () => {
    using here = place();
    const result = await here.json<Document>(['--json', '--', process.execPath, slowDevice]);
    wasLookedAt(result);
    const { diagnosis, proof } = result.document;
    const found = `${titleOf(diagnosis)}: ${proof?.verdict}`;
    if (diagnosis.findings[0]?.rule !== 'pool-too-small') inconclusive(found);
    assert.ok(Number(proof?.setting['pool']) > 4, found);
    assert.equal((await here.runs()).length, 1, 'the proof is kept');
    if (proof?.verdict === 'undecided') inconclusive(found);
    assert.equal(proof?.verdict, 'proved', found);
  });
});
