/** Reports of a folder, as several runs and a hostile file leave them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeReport } from '../../../src/cli/output/reports.ts';
import { defaultReports } from '../../../src/cli/output/reports-index.ts';
import type { EpochMilliseconds } from '../../../src/model/units.ts';
import type { ReportSummary } from '../../../src/report/outline/report-summary.ts';
import { fixture } from '../fixture.ts';

/** Three runs of one sweep, an hour apart, below the current folder. They are not written in their order. */
export async function written(): Promise<void> {
  for (const [i, folder] of [
    [1, 'second'],
    [0, 'first'],
    [2, 'third'],
  ] as const) {
    const result = fixture({ kind: 'sweep', seed: 7 + i });
    const createdAt = (result.run.createdAt + i * 3_600_000) as EpochMilliseconds;
    await writeReport({ ...result, run: { ...result.run, createdAt } }, join(defaultReports, folder));
  }
}

const script = '<script>document.title="taken"</script>\u202E';

/** A summary that is of the right form, and wants to be more than text. */
export const hostile: ReportSummary = {
  schema: 1,
  verb: script,
  title: `</h3>${script}`,
  route: script,
  key: script,
  at: 0,
  badge: script,
  tone: 'bad',
  sentence: `"'>${script}`,
  figure: { label: script, value: 1, low: 0.5, high: 2, text: script },
};

/** Puts a summary beside a page into a folder of that name. */
export function plant(folder: string, summary: ReportSummary | string): void {
  const place = join(defaultReports, folder);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'report.html'), '');
  const text = typeof summary === 'string' ? summary : JSON.stringify(summary);
  writeFileSync(join(place, 'summary.json'), text, { mode: 0o600 });
}
