/** Pages in files of their own, and a browser that reads them without a network. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { emptyFolder } from '../kit/place.ts';
import { openBrowser, type OpenBrowser } from './browser.ts';

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly hasScript?: boolean;
}

/**
 * @param prepare makes the files before the first look
 * @returns gives a page of a browser without a network, and fails on whatever it complains about; without a browser its test is skipped
 */
export function browsing(prepare: () => Promise<void>) {
  let opened: OpenBrowser | string = 'the browser was not started';
  before(async () => {
    await prepare();
    opened = await openBrowser();
  });
  after(async () => {
    if (typeof opened !== 'string') await opened[Symbol.asyncDispose]();
  });
  return async (
    t: TestContext,
    { width = 1280, height = 900, scheme = 'light', hasScript = true }: Look,
    use: (page: Page) => Promise<void>,
  ): Promise<void> => {
    if (typeof opened === 'string') return t.skip(opened);
    const context = await opened.browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      javaScriptEnabled: hasScript,
    });
    await context.setOffline(true);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (said) => complaints.push(said.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await use(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  };
}

interface Visit extends Look {
  /** Of the page; there may be only one. */
  readonly name?: string;
}

/** @returns opens one of the pages, which may ask for nothing but itself */
export function visitor(folder: string, pages: () => Promise<Readonly<Record<string, string>>>) {
  const place = emptyFolder(folder);
  const fileOf = (name: string) => join(place, `${name.replaceAll(/\W+/g, '-')}.html`);
  const browse = browsing(async () => {
    for (const [name, text] of Object.entries(await pages())) await writeFile(fileOf(name), text);
  });
  return (t: TestContext, { name = 'report', ...look }: Visit, use: (page: Page) => Promise<void>) =>
    browse(t, look, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const url = pathToFileURL(fileOf(name)).href;
      await page.goto(url);
      await use(page);
      assert.deepEqual(asked, [url]);
    });
}

/** @returns the one image of a figure, which is large enough to be read and fits the page */
export async function seenImage(figure: Locator, width: number): Promise<Locator> {
  const image = figure.getByRole('img');
  assert.equal(await image.count(), 1);
  const box = await image.boundingBox();
  assert.ok(box !== null && box.width > 250 && box.height > 100 && box.x + box.width <= width);
  return image;
}

/** What a reader with a keyboard or a screen reader would stumble over. */
export async function requireNoFlaw(page: Page): Promise<void> {
  const flaws = await page.evaluate(`({
    sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    jumps: [...document.querySelectorAll('h1,h2,h3,h4,h5')].map((one) => Number(one.tagName[1]))
      .filter((level, i, all) => i > 0 && level - all[i - 1] > 1),
    tables: [...document.querySelectorAll('table')]
      .filter((one) => !one.caption?.textContent || one.querySelector('th:not([scope])')).length,
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i),
    lost: [...document.querySelectorAll('[aria-labelledby],[aria-describedby]')]
      .flatMap((one) => [one.getAttribute('aria-labelledby'), one.getAttribute('aria-describedby')])
      .filter((id) => id !== null && document.getElementById(id) === null),
    links: [...document.querySelectorAll('a[href^="#"]')]
      .filter(({ hash }) => document.getElementById(hash.slice(1)) === null).length,
    boxes: [...document.querySelectorAll('body *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.tabIndex !== 0 || !one.getAttribute('aria-label')).map((one) => one.outerHTML.slice(0, 90)),
    scripts: document.scripts.length,
    images: document.images.length,
  })`);
  const [none, one] = [[], 1];
  assert.deepEqual(flaws, {
    sideways: 0,
    jumps: none,
    tables: 0,
    ids: none,
    lost: none,
    links: 0,
    boxes: none,
    scripts: one,
    images: 0,
  });
}
