/** What every page must be in a terminal. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../../src/format/width.ts';
import type { Page } from '../../src/report/page.ts';
import type { Detail, TextOptions } from '../../src/report/render/terminal-style.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import { assertNone } from '../kit/assert.ts';
import { assertGolden } from '../kit/golden.ts';

interface Expected {
  /** Pages that are as they were read and accepted, in files with this in front of their names. */
  readonly golden: Readonly<Record<string, string>>;
  readonly widths?: readonly number[];
  readonly details?: readonly Detail[];
  /** Pages whose every text is this program's own: ASCII alone, where there is no UTF-8. */
  readonly ascii?: readonly string[];
  /** What is there to be copied may be wider: a terminal breaks it where it likes. */
  readonly copied?: RegExp;
  /** Where the report is said to lie. */
  readonly report?: string;
  /** With `--quiet`. */
  readonly mostBrief?: number;
}

export function testOnTerminal(
  what: string,
  pages: Readonly<Record<string, () => Page | Promise<Page>>>,
  {
    golden,
    widths = [80],
    details = ['brief', 'normal'],
    ascii = [],
    copied = /^Report /,
    report,
    mostBrief = 5,
  }: Expected,
): void {
  suite(`${what} in a terminal`, () => {
    for (const [name, pageOf] of Object.entries(pages)) {
      const textOf = async (options: Partial<TextOptions> = {}) =>
        terminalText(await pageOf(), { columns: 80, color: false, ...(report && { report }), ...options });
      const lineCount = (text: string) => text.trimEnd().split('\n').length;

      test(`of the case "${name}" fits, in 30 lines at most, save what is there to be copied`, async () => {
        for (const detail of details)
          for (const columns of widths) {
            const lines = (await textOf({ columns, detail })).split('\n');
            assertNone(
              lines,
              (line) => textWidth(line) > columns && !copied.test(line),
              `${detail} ${columns}`,
            );
          }
        const [normal, brief] = [await textOf(), await textOf({ detail: 'brief' })].map(lineCount);
        assert.ok(normal !== undefined && normal <= 30, `${normal} lines`);
        assert.ok(brief !== undefined && brief <= mostBrief, `${brief} lines`);
      });

      test(`of the case "${name}" says no more in colour than without`, async () => {
        for (const detail of details) {
          const coloured = await textOf({ color: true, detail });
          if (detail === 'normal') assert.ok(coloured.includes('\u001B['));
          assert.equal(stripVTControlCharacters(coloured), await textOf({ detail }));
        }
      });

      if (ascii.includes(name))
        test(`of the case "${name}" has ASCII alone where there is no UTF-8`, async () =>
          assert.match(await textOf({ isUnicode: false }), /^[\n -~]+$/));

      if (golden[name] !== undefined)
        test(`of the case "${name}" is as it was read and accepted (UPDATE_GOLDEN=1 writes it anew)`, async () =>
          assertGolden(import.meta.dirname, golden[name] ?? '', await textOf()));
    }
  });
}
