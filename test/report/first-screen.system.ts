/** The answer of a page lies on its first screen, on a desk and on a phone: of every stored run, and of the doctor. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { emptyFolder } from '../kit/place.ts';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { collectionHtml, html } from '../../src/report/report.ts';
import { openBrowser, type OpenBrowser } from './browser.ts';
import { doctorReport, type Case } from './doctor-fixture.ts';
import { fixture } from './fixture.ts';

const judged = storedNames.flatMap((name) => judgedRun(name) ?? []);
const cases: readonly Case[] = ['healthy', 'one finding', 'several processes', 'cannot tell', 'interrupted'];
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;
/** Of 1280 × 900. */
const mostScreens = 6;

/** The pages by their names. */
async function pages(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const result of judged) found.set(`lab ${result.plan.name}`, await html(result));
  found.set('all experiments', await collectionHtml({ results: judged, failed: [], left: [] }));
  found.set('a sweep', await html(fixture({ kind: 'sweep', pools: [1, 4, 16, 64] })));
  for (const which of cases) found.set(`doctor, ${which}`, htmlText(doctorPage(doctorReport(which))));
  return found;
}

const folder = emptyFolder('first-screen');
const fileOf = (name: string) => join(folder, `${name.replaceAll(/\W+/g, '-')}.html`);
let opened: OpenBrowser | string = 'the browser was not started';

before(async () => {
  for (const [name, text] of await pages()) await writeFile(fileOf(name), text);
  opened = await openBrowser();
});

after(async () => {
  if (typeof opened !== 'string') await opened[Symbol.asyncDispose]();
});

const names = [
  ...judged.map(({ plan }) => `lab ${plan.name}`),
  'all experiments',
  'a sweep',
  ...cases.map((which) => `doctor, ${which}`),
];

/** What has to be seen before anybody scrolls. */
const parts = {
  badge: '.word .badge',
  verdict: 'h1.verdict',
  chart: '.answer > :is(figure, .gauges)',
  'what to do': 'aside.todo',
} as const;

/** Its heading and what it says first, in pixels. */
const firstLines = 70;

async function bottoms(page: Page): Promise<Record<string, number | null>> {
  const found: Record<string, number | null> = {};
  for (const [part, selector] of Object.entries(parts)) {
    const shown = page.locator(selector).filter({ visible: true });
    // A healthy server asks for nothing.
    if (part === 'what to do' && (await shown.count()) === 0) continue;
    const box = await shown.first().boundingBox();
    // Code is never cut: what to do begins there.
    const height = part === 'what to do' ? firstLines : (box?.height ?? 0);
    found[part] = box && box.y + height;
  }
  return found;
}

suite('The first screen', () => {
  for (const name of names) {
    for (const viewport of sizes) {
      test(`of ${name} holds verdict, chart and what to do at ${viewport.width} × ${viewport.height}`, async (t) => {
        if (typeof opened === 'string') return t.skip(opened);
        const page = await opened.browser.newPage({ viewport });
        await page.goto(pathToFileURL(fileOf(name)).href);
        for (const [part, bottom] of Object.entries(await bottoms(page)))
          assert.ok(bottom !== null && bottom <= viewport.height, `${part} ends at ${String(bottom)}`);
        const [wide, high] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
        );
        assert.ok(wide <= viewport.width, `${wide} pixels wide`);
        if (viewport.width === 1280) assert.ok(high <= mostScreens * viewport.height, `${high} pixels high`);
        await page.close();
      });
    }
  }

  test('is followed by sections that are folded, and that print opens', async (t) => {
    if (typeof opened === 'string') return t.skip(opened);
    const page = await opened.browser.newPage({ viewport: sizes[0] });
    await page.goto(pathToFileURL(fileOf('lab pool-size')).href);
    const conditions = page.locator('#conditions dl');
    assert.equal(await conditions.isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    const closed = await page.evaluate<string[]>(`[...document.querySelectorAll('section.folded, .claims')]
      .flatMap((one) => [...one.querySelectorAll(':scope > details > :not(summary)')])
      .filter((one) => one.getBoundingClientRect().height === 0).map((one) => one.outerHTML.slice(0, 80))`);
    assert.deepEqual(closed, []);
    assert.ok(((await conditions.boundingBox())?.height ?? 0) > 0);
    await page.close();
  });

  test('marks the recommended setting and the current one', async (t) => {
    if (typeof opened === 'string') return t.skip(opened);
    const page = await opened.browser.newPage({ viewport: sizes[0] });
    await page.goto(pathToFileURL(fileOf('a sweep')).href);
    // Each in the legend, and at its point.
    const chart = page.locator('#figure-main svg.chart').filter({ visible: true });
    assert.equal(await chart.locator('.best').count(), 2);
    assert.equal(await chart.locator('.now').count(), 2);
    assert.match(await page.locator('aside.todo pre').first().innerText(), /^UV_THREADPOOL_SIZE=16 node /);
    await page.close();
  });

  test('puts decided claims first, and says of the others what would decide them', async (t) => {
    if (typeof opened === 'string') return t.skip(opened);
    const page = await opened.browser.newPage({ viewport: sizes[0] });
    await page.goto(pathToFileURL(fileOf('lab pool-size')).href);
    const words = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.claims')].map((one) => one.querySelector('.badge').textContent)`,
    );
    assert.deepEqual(words, ['holds', 'refuted', 'misread', 'undecided']);
    const open = page.locator('.claims[data-tone="unsure"]');
    assert.equal(await open.getByRole('article').count(), 0);
    assert.ok(await open.locator('summary .hint').first().isVisible());
    await page.close();
  });
});
