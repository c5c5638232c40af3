/** The page over all reports, in a browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeReport } from '../../../src/cli/output/reports.ts';
import { defaultReports } from '../../../src/cli/output/reports-index.ts';
import { emptyFolder } from '../../kit/place.ts';
import { openBrowser, type OpenBrowser } from '../browser.ts';
import { fixture } from '../fixture.ts';
import { hostile, plant, written } from './reports-fixture.ts';

process.chdir(emptyFolder('index'));
let opened: OpenBrowser | string = 'the browser was not started';

before(async () => {
  plant('hostile', hostile);
  for (const name of ['hostile-too', 'hostile-again']) plant(name, hostile);
  await written();
  await writeReport(fixture(), join(defaultReports, 'lab'));
  opened = await openBrowser();
});

after(async () => {
  if (typeof opened !== 'string') await opened[Symbol.asyncDispose]();
});

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`at ${width} pixels, ${colorScheme}, the index shows trends, fits the page and leads to a report and back`, async (t) => {
      if (typeof opened === 'string') return t.skip(opened);
      const context = await opened.browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      try {
        await context.setOffline(true);
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        const address = pathToFileURL(join(defaultReports, 'index.html')).href;
        await page.goto(address);
        assert.notEqual(await page.title(), 'taken');
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
        assert.equal(await page.getByRole('figure').count(), 2);
        const stroke = await page.evaluate('getComputedStyle(document.querySelector(".whisker")).fill');
        assert.match(String(stroke), /^rgb/, 'an interval is seen');
        await page.locator('a[href="third/report.html"]').click();
        await page.locator('#answer').waitFor();
        await page.locator('a[href="../index.html"]').click();
        await page.locator('section.route').first().waitFor();
        assert.equal(page.url(), address);
        assert.deepEqual(complaints, []);
      } finally {
        await context.close();
      }
    });
  }
}
