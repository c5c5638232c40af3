import type { JudgedWatch } from '../../../src/report/next-step.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message, say } from '../../../src/messages/message.ts';
import { doctorPage } from '../../../src/report/pages/doctor.ts';
import { htmlText } from '../../../src/report/render/html.ts';
import { unfold } from '../browser.ts';
import { capturedReport, cases, doctorReport, point, reading } from './doctor-fixture.ts';
import { hostileReport } from './doctor-hostile.ts';
import { requireNoFlaw, seenImage, visitor } from '../visit.ts';

const pageOf = (report: JudgedWatch) => htmlText(doctorPage(report));

const withPage = visitor('doctor', () =>
  Promise.resolve({
    ...Object.fromEntries(cases.map((which) => [which, pageOf(doctorReport(which))])),
    hostile: pageOf(hostileReport()),
    captured: pageOf(capturedReport('several processes', true)),
  }),
);

suite('The doctor’s page', () => {
  for (const name of [...cases, 'hostile', 'captured']) {
    for (const width of [1280, 360]) {
      const scheme = width === 360 ? 'dark' : 'light';
      test(`of the case "${name}" has no flaw at ${width} pixels, ${scheme}`, (t) =>
        withPage(t, { name, width, scheme }, requireNoFlaw));
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
          const image = await seenImage(figure, width);
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
