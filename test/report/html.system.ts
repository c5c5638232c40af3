import { emptyFolder } from '../kit/place.ts';
import { foundIn } from '../../src/model/verdict.ts';
import { quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { html } from '../../src/report/report.ts';
import { colours } from '../../src/report/page/style.ts';
import { openBrowser, unfold, type OpenBrowser } from './browser.ts';
import { fixture, labAnswer } from './fixture.ts';

const result = fixture({ topologies: ['node', 'pm2-cluster'], answers: ['before', 'after'] });
const folder = emptyFolder('report');
const file = join(folder, 'report.html');
let opened: OpenBrowser | string = 'the browser was not started';

before(async () => {
  await writeFile(file, await html(result));
  opened = await openBrowser();
});

after(async () => {
  if (typeof opened !== 'string') await opened[Symbol.asyncDispose]();
});

interface View {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Opens the report without a network, and fails on whatever the page asks for or complains about. */
async function withPage({ width = 1280, scheme = 'light' }: View, use: (page: Page) => Promise<void>) {
  if (typeof opened === 'string') throw new Error(opened);
  const context = await opened.browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
  await context.setOffline(true);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    const url = pathToFileURL(file).href;
    await page.goto(url);
    await use(page);
    assert.deepEqual(requests, [url]);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

for (const width of [1280, 768, 390, 320]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`at ${width} pixels, ${scheme}, the page has no sideways scrolling and asks the network for nothing`, async (t) => {
      if (typeof opened === 'string') return t.skip(opened);
      await withPage({ width, scheme }, async (page) => {
        const size = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(size) <= width, `${String(size)} pixels wide`);
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        assert.equal(ground, rgb(colours.paper[scheme === 'light' ? 0 : 1]));
      });
    });
  }
}

for (const width of [1280, 390]) {
  test(`at ${width} pixels every figure is seen once, has a name and a description, and fits the page`, async (t) => {
    if (typeof opened === 'string') return t.skip(opened);
    await withPage({ width }, async (page) => {
      await unfold(page);
      const figures = await page.getByRole('figure').all();
      assert.equal(figures.length, 6);
      for (const figure of figures) {
        const image = figure.getByRole('img');
        assert.equal(await image.count(), 1);
        const name = /^- figure "(.*?)"/.exec(await figure.ariaSnapshot())?.[1] ?? '';
        assert.ok((await image.ariaSnapshot()).startsWith(`- img "${name}"`), name);
        assert.equal(await page.locator(`#${await image.getAttribute('aria-describedby')}`).count(), 1);
        const box = await image.boundingBox();
        assert.ok(box !== null && box.width > 250 && box.height > 100 && box.x + box.width <= width);
      }
    });
  });
}

test('no text of a figure is smaller than 10 pixels, on a phone as well', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  for (const width of [1280, 768, 390]) {
    await withPage({ width }, async (page) => {
      await unfold(page);
      const smallest = await page.evaluate(`Math.min(...[...document.querySelectorAll('svg.chart')]
        .filter((svg) => svg.checkVisibility())
        .map((svg) => (11.5 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width))`);
      assert.ok(Number(smallest) >= (width === 768 ? 9 : 10), `${String(smallest)} at ${width}`);
    });
  }
});

test('the colour scheme can be chosen by keyboard, without a script', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  await withPage({ scheme: 'light' }, async (page) => {
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
  });
});

test('the data of a figure opens by keyboard', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  await withPage({}, async (page) => {
    const summary = page.locator('figure summary').first();
    for (let i = 0; i < 60 && (await focused(page)) !== 'Data of this figure'; i++)
      await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Data of this figure');
    await page.keyboard.press('Enter');
    assert.ok(await summary.locator('xpath=..').getByRole('table').isVisible());
  });
});

test('headings go down one level at a time, and every table has a caption and scopes', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  await withPage({}, async (page) => {
    const levels = await page.evaluate(
      `[...document.querySelectorAll('h1,h2,h3,h4')].map((heading) => Number(heading.tagName[1]))`,
    );
    assert.ok(Array.isArray(levels) && levels[0] === 1);
    for (const [i, level] of levels.entries()) assert.ok(i === 0 || level - levels[i - 1] <= 1);
    assert.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('table')]
        .filter((table) => !table.caption?.textContent || table.querySelector('th:not([scope])'))
        .map((table) => table.outerHTML.slice(0, 200))`),
      [],
    );
    const ids = await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`);
    assert.ok(Array.isArray(ids));
    assert.equal(new Set(ids).size, ids.length, 'ids are unique');
  });
});

test('every interactive element and every box that scrolls has a name, and what is named exists', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  await withPage({ width: 390 }, async (page) => {
    assert.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('[aria-labelledby]')]
        .flatMap((element) => element.getAttribute('aria-labelledby').split(' '))
        .filter((id) => document.getElementById(id) === null)`),
      [],
    );
    assert.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('a[href^="#"]')]
        .filter(({ hash }) => document.getElementById(hash.slice(1)) === null).length`),
      0,
    );
    assert.deepEqual(
      await page.evaluate(`[...document.querySelectorAll('body *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX))
        .filter((element) => element.tabIndex !== 0 || !element.getAttribute('aria-label'))
        .map((element) => element.outerHTML.slice(0, 100))`),
      [],
    );
  });
});

test('Korean is marked as Korean, so that it is read aloud rightly', async (t) => {
  if (typeof opened === 'string') return t.skip(opened);
  await withPage({}, async (page) => {
    assert.equal(await page.locator('h2:text("무엇이 문제일까")').getAttribute('lang'), 'ko');
  });
});

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
