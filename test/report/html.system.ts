import { foundIn } from '../../src/model/verdict.ts';
import { quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { html } from '../../src/report/report.ts';
import { colours } from '../../src/report/page/style.ts';
import { unfold } from './browser.ts';
import { fixture, labAnswer } from './fixture.ts';
import { requireNoFlaw, seenImage, visitor } from './visit.ts';

const result = fixture({ topologies: ['node', 'pm2-cluster'], answers: ['before', 'after'] });
const visit = visitor('report', async () => ({ report: await html(result) }));

for (const width of [1280, 768, 390, 320]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`at ${width} pixels, ${scheme}, the page has no flaw and asks the network for nothing`, (t) =>
      visit(t, { width, scheme }, async (page) => {
        await requireNoFlaw(page);
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        assert.equal(ground, rgb(colours.paper[scheme === 'light' ? 0 : 1]));
      }));
  }
}

for (const width of [1280, 390]) {
  test(`at ${width} pixels every figure is seen once, has a name and a description, and fits the page`, (t) =>
    visit(t, { width }, async (page) => {
      await unfold(page);
      const figures = await page.getByRole('figure').all();
      assert.equal(figures.length, 1);
      for (const figure of figures) {
        const image = await seenImage(figure, width);
        const name = /^- figure "(.*?)"/.exec(await figure.ariaSnapshot())?.[1] ?? '';
        assert.ok((await image.ariaSnapshot()).startsWith(`- img "${name}"`), name);
        assert.equal(await page.locator(`#${await image.getAttribute('aria-describedby')}`).count(), 1);
      }
    }));
}

for (const width of [1280, 768, 390]) {
  test(`no text of a figure is smaller than 10 pixels at ${width}`, (t) =>
    visit(t, { width }, async (page) => {
      await unfold(page);
      const smallest = await page.evaluate(`Math.min(...[...document.querySelectorAll('svg.chart')]
        .filter((svg) => svg.checkVisibility())
        .map((svg) => (11.5 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width))`);
      assert.ok(Number(smallest) >= (width === 768 ? 9 : 10), String(smallest));
    }));
}

test('the colour scheme can be chosen by keyboard, without a script', (t) =>
  visit(t, {}, async (page) => {
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to the report');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'theme-auto');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), 'theme-dark');
    assert.equal(await ground(), rgb(colours.paper[1]));
    await page.keyboard.press('ArrowLeft');
    assert.equal(await ground(), rgb(colours.paper[0]));
  }));

test('the data of a figure opens by keyboard', (t) =>
  visit(t, {}, async (page) => {
    const summary = page.locator('figure summary').first();
    for (let i = 0; i < 60 && (await focused(page)) !== 'Data of this figure'; i++)
      await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Data of this figure');
    await page.keyboard.press('Enter');
    assert.ok(await summary.locator('xpath=..').getByRole('table').isVisible());
  }));

test('Korean is marked as Korean, so that it is read aloud rightly', (t) =>
  visit(t, {}, async (page) => {
    assert.equal(await page.locator('h2:text("무엇이 문제일까")').getAttribute('lang'), 'ko');
  }));

test('colours of text contrast by 4.5 and marks by 3, in light and dark (WCAG 2.2 AA)', () => {
  for (const scheme of [0, 1] as const) {
    for (const [name, pair] of Object.entries(colours)) {
      if (name === 'paper' || name === 'panel' || name === 'rule') continue;
      for (const ground of [colours.paper, colours.panel]) {
        const ratio = contrast(pair[scheme], ground[scheme]);
        assert.ok(
          ratio >= (name.startsWith('series') ? 3 : 4.5),
          `${name} on ${ground[scheme]}: ${ratio.toFixed(2)}`,
        );
      }
    }
  }
});

test('what a server or a claim says can neither be markup nor run', async () => {
  const evil =
    '"><script>console.log(1)</script><img src=x onerror=console.log(2)><style>*{display:none}</style>';
  const [claim] = foundIn(result).claims;
  assert.ok(claim);
  const trials = result.trials.map((trial) =>
    trial.problem === null ? trial : { ...trial, output: [evil] },
  );
  const page = await html({
    ...result,
    trials,
    warnings: [quoted(evil)],
    answer: labAnswer([{ ...claim, id: evil, text: evil }]),
  });
  assert.equal(page.split('<script').length, 2, 'only its own script');
  assert.ok(!page.includes('<img'));
  assert.match(
    page,
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/,
  );
});

test('a run of 200 trials makes a page that can still be sent by mail', async () => {
  const long = fixture({ topologies: ['node', 'pm2-fork'], blocks: 17 });
  assert.ok(long.trials.length >= 200);
  const page = await html(long);
  assert.ok(page.length < 1_000_000, `${page.length} characters`);
});

async function focused(page: Page): Promise<unknown> {
  return page.evaluate(
    `document.activeElement.id || document.activeElement.innerText?.split(':')[0].trim() || ''`,
  );
}

function rgb(hex: string): string {
  return `rgb(${channels(hex).join(', ')})`;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
