/**
 * The report as one file: no network, nothing beside it that it needs, and readable without its script. The policy in its head forbids the
 * browser everything but the style sheet and the script that are in the file, so that no text of a measured server can do anything.
 */
import { message, say } from '../../messages/message.ts';
import type { RunResult } from '../../model/verdict.ts';
import { escaped } from '../chart/svg.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import { firstScreen } from './first-screen.ts';
import { htmlTable, language, prose } from './html-table.ts';
import { section, sectionsOf } from './html-sections.ts';
import { outline } from '../outline/outline.ts';
import { pageOf } from '../pages/page-of.ts';
import { htmlText } from '../render/html.ts';
import { document, type Beside } from '../render/html-document.ts';

export type { Beside };

const nothing: Beside = { files: [], index: null };

export interface Page extends Partial<Beside> {
  readonly title: string;
  /** Its first screen, as `firstScreen` makes it. */
  readonly first: string;
  readonly warnings: readonly string[];
  readonly body: readonly string[];
  readonly footer: string;
}

/** The whole page. It is a promise because drawing may one day be too much for one turn of the loop. */
export function html(result: RunResult, beside = nothing): Promise<string> {
  const said = pageOf(result);
  if (said) return Promise.resolve(htmlText(said, beside));
  const report = outline(result);
  return Promise.resolve(
    page({
      ...beside,
      title: report.title,
      first: firstScreen({ ...report, figure: report.main }),
      warnings: report.warnings,
      body: sectionsOf(report, { prefix: '', level: 2 }),
      footer: say(message('report.footer', { run: result.run.id, version: result.host.chokepoint })),
    }),
  );
}

/** Several experiments on one page, one below the other: what came out of each first, as a table. */
export function collectionHtml(collection: Collection, beside = nothing): Promise<string> {
  const { title, byline, warnings, table, reports, answer, main } = collectionOutline(collection);
  const bodies = reports.map(({ name, report }) =>
    section(
      {
        id: name,
        title: name,
        hint: report.answer.sentence,
        body: [
          firstScreen({ ...report, figure: report.main }, { prefix: `${name}-`, level: 3 }),
          warningBox(report.warnings, `${name}-`, 4),
          ...sectionsOf(report, { prefix: `${name}-`, level: 4 }),
        ].join(''),
      },
      { prefix: '', level: 2 },
    ),
  );
  return Promise.resolve(
    page({
      ...beside,
      title,
      first: firstScreen({ title, byline, answer, figure: main }),
      warnings,
      body: [`<section id="balance">${htmlTable(table)}</section>`, ...bodies],
      footer: say(message('report.footer-all', { version: collection.results[0]?.host.chokepoint ?? '' })),
    }),
  );
}

export function page({ first, warnings, body, ...rest }: Page): string {
  return document({ ...rest, body: [first, warningBox(warnings), ...body].join('\n') });
}

function warningBox(texts: readonly string[], prefix = '', level = 2): string {
  if (texts.length === 0) return '';
  const id = `${prefix}warnings`;
  const items = texts.map((text) => `<li${language(text)}>${prose(text)}</li>`).join('');
  return `<aside class="warnings" aria-labelledby="${id}"><h${level} id="${id}">${say(message('report.warnings'))}</h${level}><ul>${items}</ul></aside>`;
}
