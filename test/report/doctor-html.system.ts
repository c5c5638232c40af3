import type { JudgedWatch } from '../../src/report/next-step.ts';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { emptyFolder } from '../kit/place.ts';
import { message, say } from '../../src/messages/message.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { openBrowser, unfold, type OpenBrowser } from './browser.ts';
import { capturedReport } from './doctor-captured.ts';
import { doctorReport, point, reading, type Case } from './doctor-fixture.ts';
import { hostileReport } from './doctor-hostile.ts';

const pageOf = (report: JudgedWatch) => htmlText(doctorPage(report));

const cases: readonly Case[] = ['healthy', 'one finding', 'several processes', 'cannot tell', 'interrupted'];
const folder = emptyFolder('doctor');
const fileOf = (name: string) => join(folder, `${name.replaceAll(' ', '-')}.html`);
let opened: OpenBrowser | string = 'the browser was not started';

before(async () => {
  for (const which of cases) await writeFile(fileOf(which), pageOf(doctorReport(which)));
  await writeFile(fileOf('hostile'), pageOf(hostileReport()));
  await writeFile(fileOf('captured'), pageOf(capturedReport('several processes', true)));
  opened = await openBrowser();
});

after(async () => {
  if (typeof opened !== 'string') await opened[Symbol.asyncDispose]();
});

interface View {
  readonly name: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Opens a report without a network, and fails on whatever the page asks for or complains about. */
async function withPage(
  t: TestContext,
  { name, width = 1280, scheme = 'light' }: View,
  use: (page: Page) => Promise<void>,
) {
  if (typeof opened === 'string') return t.skip(opened);
  const context = await opened.browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
  await context.setOffline(true);
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('request', (request) => heard.push(request.url()));
  page.on('console', (said) => heard.push(said.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  try {
    const url = pathToFileURL(fileOf(name)).href;
    await page.goto(url);
    await use(page);
    assert.deepEqual(heard, [url]);
  } finally {
    await context.close();
  }
  return undefined;
}

/** What a reader with a keyboard or a screen reader would stumble over. */
async function flaws(page: Page): Promise<unknown> {
  return page.evaluate(`({
    sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    jumps: [...document.querySelectorAll('h1,h2,h3,h4')].map((one) => Number(one.tagName[1]))
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
}

const none = {
  sideways: 0,
  jumps: [],
  tables: 0,
  ids: [],
  lost: [],
  links: 0,
  boxes: [],
  scripts: 1,
  images: 0,
};

suite('The doctor’s page', () => {
  for (const name of [...cases, 'hostile', 'captured']) {
    for (const width of [1280, 360]) {
      const scheme = width === 360 ? 'dark' : 'light';
      test(`of the case "${name}" has no flaw at ${width} pixels, ${scheme}`, (t) =>
        withPage(t, { name, width, scheme }, async (page) => assert.deepEqual(await flaws(page), none)));
    }
  }

  test('begins with the verdict, and a finding has its change as text that can be copied', (t) =>
    withPage(t, { name: 'one finding' }, async (page) => {
      assert.equal(await page.locator('.word .badge.bad').count(), 1);
      assert.match(await page.locator('h1').innerText(), /^All 4 pool threads/);
      // The verdict is its title, and is not said again.
      const finding = page.getByRole('article', { name: say(message('pool-too-small.rule')) });
      assert.doesNotMatch(await finding.innerText(), /All 4 pool threads/);
      const todo = page.getByRole('complementary', { name: say(message('word.What-to-do')) });
      assert.equal(await todo.locator('pre.copy').first().innerText(), 'UV_THREADPOOL_SIZE=64');
      assert.match(await todo.innerText(), /Throughput about × 15\.8/);
      await todo.getByRole('link').click();
      assert.ok(await finding.isVisible());
    }));

  for (const width of [1280, 360]) {
    test(`shows each timeline of the process in question once at ${width} pixels, named, with its data behind it`, (t) =>
      withPage(t, { name: 'several processes', width }, async (page) => {
        await unfold(page);
        const figures = await page.getByRole('figure').all();
        assert.equal(figures.length, 6);
        for (const figure of figures) {
          const image = figure.getByRole('img');
          assert.equal(await image.count(), 1);
          const box = await image.boundingBox();
          assert.ok(box !== null && box.width > 250 && box.height > 100 && box.x + box.width <= width);
          // The others are in the table of processes.
          assert.equal(await image.locator('.unit').count(), 1);
          assert.equal(await figure.locator('tbody tr').count(), 16);
        }
      }));
  }

  test('draws nothing of what was not seen, and says why it was not', (t) =>
    withPage(t, { name: 'cannot tell' }, async (page) => {
      assert.equal(await page.locator('#figure-pool-wait').count(), 0);
      assert.match(await page.locator('#unseen').innerText(), /The binary has no symbols\./);
      assert.match(await page.locator('#unseen').innerText(), /chokepoint doctor 4711 --attach/);
    }));

  test('of ten minutes and forty processes can still be sent by mail', () => {
    const report = doctorReport('several processes');
    const [first] = report.watch.processes;
    const [vitals] = report.diagnosis.processes;
    assert.ok(first && vitals && first.probe.ok);
    const times = Array.from({ length: 2400 }, (_, i) => (i + 1) * 250);
    const pids = Array.from({ length: 40 }, (_, i) => 5000 + i);
    const series = times.map((at) => point(at, 3));
    const probe = { ...first.probe, readings: times.map((at) => reading(at, 3)) };
    const page = pageOf({
      ...report,
      watch: {
        ...report.watch,
        duration: 600_000,
        processes: pids.map((pid) => ({ ...first, pid, series, probe, to: 600_000 })),
      },
      diagnosis: { ...report.diagnosis, processes: pids.map((pid) => ({ ...vitals, pid })) },
    });
    assert.ok(page.length < 1_500_000, `${page.length} characters`);
    assert.match(page, /36 further processes are not drawn/);
  });
});
