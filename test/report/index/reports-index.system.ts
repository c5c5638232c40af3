/** The page over all reports, in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeReport } from '../../../src/cli/output/reports.ts';
import { defaultReports } from '../../../src/cli/output/reports-index.ts';
import { emptyFolder } from '../../kit/place.ts';
import { fixture } from '../fixture.ts';
import { browsing } from '../visit.ts';
import { hostile, plant, written } from './reports-fixture.ts';

process.chdir(emptyFolder('index'));

const browse = browsing(async () => {
  for (const name of ['hostile', 'hostile-too', 'hostile-again']) plant(name, hostile);
  await written();
  await writeReport(fixture(), join(defaultReports, 'lab'));
});

for (const width of [1280, 390]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`at ${width} pixels, ${scheme}, the index shows trends, fits the page and leads to a report and back`, (t) =>
      browse(t, { width, scheme }, async (page) => {
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
      }));
  }
}
