/** Several experiments as one report. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted } from '../../src/messages/message.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import { foundIn, type RunResult } from '../../src/model/verdict.ts';
import type { Collection } from '../../src/report/pages/collection.ts';
import { collectionHtml, collectionMarkdown, collectionText } from '../../src/report/report.ts';
import { fixture, labAnswer } from './fixture.ts';
import { requireNoFlaw, visitor } from './visit.ts';

function named(name: string, status: RunResult['run']['status'] = 'finished'): RunResult {
  const result = fixture({ topologies: ['node'], answers: ['before', 'after'] });
  const claims = foundIn(result).claims.map((claim) => ({
    ...claim,
    id: claim.id.replace('pool-size', name),
  }));
  return {
    ...result,
    run: { ...result.run, id: `run-of-${name}`, status },
    plan: { ...result.plan, name },
    answer: labAnswer(claims),
    passages: [
      {
        title: 'A picture and a listing',
        paragraphs: [],
        tables: [],
        pictures: [
          {
            id: 'gain',
            title: 'Gain',
            sentence: quoted('It rises from 1 to 2.'),
            axis: { label: 'clients', scale: 'log2' },
            unit: 'ratio',
            lines: [
              {
                label: 'workers',
                points: [
                  { level: 1, value: 1, low: 0.9, high: 1.1 },
                  { level: 8, value: 2, low: null, high: null },
                ],
              },
            ],
          },
        ],
        listings: [{ title: 'As it printed', lines: ['Total time: <b>1</b> ms', '  indented'] }],
      },
    ],
  };
}

const collection: Collection = {
  results: [named('one'), named('two', 'interrupted')],
  failed: [{ name: 'three', problem: problemData(problem('PM2_MISSING', {})) }],
  left: ['four', 'five'],
};

const visit = visitor('collection', async () => ({ report: await collectionHtml(collection) }));

test('the terminal ends with the balance of all claims, and says what was cut off, failed and not begun', () => {
  const text = collectionText(collection, { columns: 80, color: false, detail: 'verbose' });
  const folded = text.replace(/\s+/g, ' ');
  const claims = collection.results.flatMap((one) => foundIn(one).claims);
  for (const { text: words } of claims) assert.ok(folded.includes(words), words);
  assert.match(folded, new RegExp(`Of ${claims.length} claims `));
  assert.match(folded, /three could not be run \(PM2_MISSING\)/);
  assert.match(folded, /chokepoint lab --resume run-of-two/);
  assert.match(folded, /Not begun: four, five; run: chokepoint lab four five/);
  assert.ok(text.split('\n').every((line) => line.length <= 80));
});

test('the Markdown has one title, and each experiment under it', () => {
  const text = collectionMarkdown(collection);
  assert.equal(text.match(/^# /gm)?.length, 1);
  assert.deepEqual(text.match(/^## .*/gm), ['## Lab: one', '## Lab: two']);
});

test('the page has no flaw, and a listing stays text', (t) =>
  visit(t, { width: 390 }, async (page) => {
    await requireNoFlaw(page);
    assert.equal(await page.locator('b').count(), 0);
  }));
