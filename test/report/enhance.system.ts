/** What the page's script adds, in a browser; and that the page is whole without it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { html } from '../../src/report/report.ts';
import { script } from '../../src/report/page/script.ts';
import { fixture } from './fixture.ts';
import { visitor } from './visit.ts';

const visit = visitor('enhance', async () => ({
  report: await html(fixture({ kind: 'sweep', topologies: ['node', 'pm2-cluster'] })),
}));

/** What these tests ask of an element inside the browser. */
interface Place {
  id: string;
  open: boolean;
  readonly colSpan: number;
  readonly parentElement: Place | null;
  readonly previousElementSibling: Place | null;
}

/** Opens every folded part on the way to an element. */
const unfold = (of: Locator) =>
  of.evaluate((element: Place) => {
    for (let at: Place | null = element; at; at = at.parentElement) at.open = true;
  });

test('the script is at most 8 kB', () => {
  assert.ok(Buffer.byteLength(script) <= 8192, `${Buffer.byteLength(script)} bytes`);
  assert.ok(!script.includes('</'));
});

test('without a script the page shows every mark with its figures, and no control that would do nothing', (t) =>
  visit(t, { hasScript: false }, async (page) => {
    assert.equal(await page.getByRole('button').count(), 0);
    const titles = page.locator('#figure-main .wide .datum title');
    assert.equal(await titles.count(), 12);
    assert.match(
      String(await titles.first().textContent()),
      /^(?:node|pm2-cluster), pool \d+: .*\/s .*\d trials$/,
    );
  }));

test('the pointer gets the values of the mark below it', (t) =>
  visit(t, {}, async (page) => {
    const mark = page.locator('#figure-main .wide .datum .mark').first();
    await mark.scrollIntoViewIfNeeded();
    await mark.hover({ force: true });
    const tip = page.locator('.tip');
    assert.match(await tip.innerText(), /^(?:node|pm2-cluster), pool 1: [\d.,]+\/s/);
    assert.equal(await page.locator('.datum > title').count(), 0, 'the browser shows no second one');
    await page.mouse.move(0, 0);
    assert.ok(await tip.isHidden());
  }));

test('the arrow keys go from value to value, and Escape ends it', (t) =>
  visit(t, {}, async (page) => {
    const chart = page.locator('#figure-main .wide');
    await chart.focus();
    const tip = page.locator('.tip');
    await page.keyboard.press('ArrowRight');
    assert.match(await tip.innerText(), /^node, pool 1: /);
    await page.keyboard.press('ArrowRight');
    assert.match(await tip.innerText(), /^node, pool 4: /);
    await page.keyboard.press('ArrowLeft');
    assert.match(await tip.innerText(), /^node, pool 1: /);
    await page.keyboard.press('Escape');
    assert.ok(await tip.isHidden());
  }));

test('a table is sorted by its headings, upwards, downwards and as it was', (t) =>
  visit(t, {}, async (page) => {
    const table = page.locator('#figure-main table').first();
    await unfold(table);
    const head = table.locator('th', { hasText: 'throughput' }).first();
    // A value and its interval are two columns under one heading.
    const column = await head.evaluate((own: Place) => {
      let columns = 1;
      for (let at = own.previousElementSibling; at; at = at.previousElementSibling) columns += at.colSpan;
      return columns;
    });
    const values = async () => {
      const texts = await table.locator(`tbody tr > :nth-child(${column})`).allInnerTexts();
      return texts.map((text) => Number.parseFloat(text.replaceAll(',', '')));
    };
    const first = await values();
    assert.ok(first.length === 12 && first.every(Number.isFinite));
    const sort = head.getByRole('button');
    await sort.press('Enter');
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(
      await values(),
      first.toSorted((a, b) => a - b),
    );
    await sort.press('Enter');
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
    assert.deepEqual(
      await values(),
      first.toSorted((a, b) => b - a),
    );
    await sort.press('Enter');
    assert.equal(await head.getAttribute('aria-sort'), null);
    assert.deepEqual(await values(), first);
  }));

for (const hasClipboard of [true, false]) {
  test(`a text is copied ${hasClipboard ? 'to the clipboard' : 'without the right to the clipboard'}`, (t) =>
    visit(t, {}, async (page) => {
      const copied = page.evaluate(
        hasClipboard
          ? `new Promise((resolve) => { navigator.clipboard.writeText = async (text) => resolve(text); })`
          : `new Promise((resolve) => {
              navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
              document.addEventListener('copy', () => resolve(document.activeElement.value));
            })`,
      );
      const source = page.locator('pre').last();
      await unfold(source);
      const copy = source.locator('xpath=..').getByRole('button');
      assert.equal(await copy.innerText(), 'Copy');
      await copy.press('Enter');
      assert.equal(await copied, (await source.innerText()).trim());
      assert.equal(await copy.innerText(), 'Copied');
    }));
}

test('a heading gives its link, and a link opens the folded part that it leads into', (t) =>
  visit(t, {}, async (page) => {
    const folded = page.locator('details tbody tr').first();
    assert.ok(await folded.isHidden());
    await folded.evaluate((row: Place) => {
      row.id = 'folded';
    });
    await page.evaluate(`location.hash = 'folded'`);
    await folded.waitFor({ state: 'visible' });
    const link = page.locator('#figure-main .link');
    await unfold(link);
    assert.match(String(await link.getAttribute('aria-label')), /^Copy a link to: /);
    await link.press('Enter');
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).opacity'), '1');
    assert.match(page.url(), /#figure-main$/);
  }));
