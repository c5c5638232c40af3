/** The answer of a page lies on its first screen, on a desk and on a phone: of every stored run, and of the doctor. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { collectionHtml, html } from '../../src/report/report.ts';
import { cases, doctorReport } from './doctor/doctor-fixture.ts';
import { fixture } from './fixture.ts';
import { visitor } from './visit.ts';

const judged = storedNames.flatMap((name) => judgedRun(name) ?? []);
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;
/** Of 1280 × 900. */
const mostScreens = 6;

const pages: readonly (readonly [name: string, make: () => string | Promise<string>])[] = [
  ...judged.map((result) => [`lab ${result.plan.name}`, () => html(result)] as const),
  ['all experiments', () => collectionHtml({ results: judged, failed: [], left: [] })],
  ['a sweep', () => html(fixture({ kind: 'sweep', pools: [1, 4, 16, 64] }))],
  ...cases.map((which) => [`doctor, ${which}`, () => htmlText(doctorPage(doctorReport(which)))] as const),
];
const visit = visitor('first-screen', async () =>
  Object.fromEntries(await Promise.all(pages.map(async ([name, make]) => [name, await make()] as const))),
);

/** What has to be seen before anybody scrolls. */
const parts = {
  badge: '.word .badge',
  verdict: 'h1.verdict',
  chart: '.answer > :is(figure, .gauges)',
  tiles: '.answer > .tiles',
  'what to do': 'aside.todo',
} as const;

/** Its heading and what it says first, in pixels. */
const firstLines = 70;

async function bottoms(page: Page): Promise<Record<string, number | null>> {
  const found: Record<string, number | null> = {};
  for (const [part, selector] of Object.entries(parts)) {
    const shown = page.locator(selector).filter({ visible: true });
    // A healthy server asks for nothing, and of claims that only count the tiles are the picture.
    if (part !== 'badge' && part !== 'verdict' && (await shown.count()) === 0) continue;
    const box = await shown.first().boundingBox();
    // Code is never cut: what to do begins there.
    const height = part === 'what to do' ? firstLines : (box?.height ?? 0);
    found[part] = box && box.y + height;
  }
  return found;
}

suite('The first screen', () => {
  for (const [name] of pages) {
    for (const { width, height } of sizes) {
      test(`of ${name} holds verdict, chart and what to do at ${width} × ${height}`, (t) =>
        visit(t, { name, width, height }, async (page) => {
          const found = await bottoms(page);
          assert.ok(found['chart'] ?? found['tiles'] ?? null, 'there are figures');
          for (const [part, bottom] of Object.entries(found))
            assert.ok(bottom !== null && bottom <= height, `${part} ends at ${String(bottom)}`);
          const [wide, high] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
          );
          assert.ok(wide <= width, `${wide} pixels wide`);
          if (width === 1280) assert.ok(high <= mostScreens * height, `${high} pixels high`);
        }));
    }
  }

  test('is followed by sections that are folded, and that print opens', (t) =>
    visit(t, { name: 'lab pool-size' }, async (page) => {
      const conditions = page.locator('#conditions dl');
      assert.equal(await conditions.isVisible(), false);
      await page.emulateMedia({ media: 'print' });
      const closed = await page.evaluate<string[]>(`[...document.querySelectorAll('section.folded, .claims')]
        .flatMap((one) => [...one.querySelectorAll(':scope > details > :not(summary)')])
        .filter((one) => one.getBoundingClientRect().height === 0).map((one) => one.outerHTML.slice(0, 80))`);
      assert.deepEqual(closed, []);
      assert.ok(((await conditions.boundingBox())?.height ?? 0) > 0);
    }));

  test('marks the recommended setting and the current one', (t) =>
    visit(t, { name: 'a sweep' }, async (page) => {
      // Each in the legend, and at its point.
      const chart = page.locator('#figure-main svg.chart').filter({ visible: true });
      assert.equal(await chart.locator('.best').count(), 2);
      assert.equal(await chart.locator('.now').count(), 2);
      assert.match(await page.locator('aside.todo pre').first().innerText(), /^UV_THREADPOOL_SIZE=16 node /);
    }));

  test('puts decided claims first, and says of the others what would decide them', (t) =>
    visit(t, { name: 'lab pool-size' }, async (page) => {
      const words = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.claims')].map((one) => one.querySelector('.badge').textContent)`,
      );
      assert.deepEqual(words, ['holds', 'refuted', 'misread', 'undecided']);
      const open = page.locator('.claims[data-tone="unsure"]');
      assert.equal(await open.getByRole('article').count(), 0);
      assert.ok(await open.locator('summary .hint').first().isVisible());
    }));
});
