/** Several experiments as one report. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { emptyPlace } from '../kit/place.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import { foundIn, type RunResult } from '../../src/model/verdict.ts';
import type { Collection } from '../../src/report/pages/collection.ts';
import { collectionHtml } from '../../src/report/report.ts';
import { collectionMarkdown } from '../../src/report/report.ts';
import { collectionText } from '../../src/report/report.ts';
import { openBrowser } from './browser.ts';
import { fixture, labAnswer } from './fixture.ts';

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
            sentence: 'It rises from 1 to 2.',
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

test('the page names every part once, keeps the order of its headings, and asks for nothing', async (t) => {
  const opened = await openBrowser();
  if (typeof opened === 'string') return t.skip(opened);
  await using browser = opened;
  using here = emptyPlace('collection');
  const file = join(here.folder, 'report.html');
  await writeFile(file, await collectionHtml(collection));
  const page = await browser.browser.newPage({ viewport: { width: 390, height: 800 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  const ids: string[] = await page.evaluate('[...document.querySelectorAll("[id]")].map((one) => one.id)');
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
  const links: string[] = await page.evaluate(
    '[...document.querySelectorAll("a[href^=\'#\']")].map((one) => one.hash.slice(1))',
  );
  for (const link of links) assert.ok(ids.includes(link), link);
  const levels: number[] = await page.evaluate(
    '[...document.querySelectorAll("h1,h2,h3,h4,h5")].map((one) => Number(one.tagName[1]))',
  );
  for (const [i, level] of levels.entries()) assert.ok(level <= (levels[i - 1] ?? 0) + 1);
  assert.equal(await page.evaluate('document.querySelectorAll("b").length'), 0, 'a listing is text');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 390, `no sideways scrolling: ${String(width)}`);
  assert.deepEqual(asked, [url]);
});
