/**
 * The report as one file: no network, nothing beside it that it needs, and readable without its script. The policy in its head forbids the
 * browser everything but the style sheet and the script that are in the file, so that no text of a measured server can do anything.
 */
import { createHash } from 'node:crypto';
import { message, say, spokenLanguage } from '../../messages/message.ts';
import type { RunResult } from '../../model/verdict.ts';
import { escaped } from '../chart/svg.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import { firstScreen } from './first-screen.ts';
import { htmlTable, language, prose } from './html-table.ts';
import { section, sectionsOf } from './html-sections.ts';
import { outline } from '../outline/outline.ts';
import { enhanceStyle } from './enhance-style.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** What lies in the folder of a page, for the page to link. */
export interface Beside {
  /** Names of files that hold its data. */
  readonly files: readonly string[];
  /** The address of the page over all reports; null where there is none. */
  readonly index: string | null;
}

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

/** A page of the house: head, first screen, sections. */
export function page({ title, first, warnings, body, footer, files = [], index = null }: Page): string {
  return [
    '<!doctype html>',
    `<html lang="${spokenLanguage()}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(`${title} – chokepoint`)}</title><style>${styles}</style></head><body data-words="${escaped(JSON.stringify(scriptWords()))}">`,
    `<a class="skip" href="#report">${say(message('report.skip'))}</a><div class="page">`,
    `<header><div class="brand">chokepoint <span>${say(message('report.brand'))}</span></div>${indexLink(index)}${themeChoice()}</header>`,
    '<main id="report" tabindex="-1">',
    first,
    warningBox(warnings),
    ...body,
    '</main>',
    `<footer>${escaped(footer)}${downloads(files)}</footer>`,
    `</div><script type="module">${script}</script></body></html>\n`,
  ].join('\n');
}

const styles = style + enhanceStyle;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; style-src ${hashOf(styles)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** What the script writes on the page, in the language of the page. */
function scriptWords() {
  return {
    copy: say(message('page.script.copy')),
    copied: say(message('page.script.copied')),
    link: say(message('page.script.link')),
    decided: say(message('page.script.decided')),
    failed: say(message('page.script.failed')),
    filter: say(message('page.script.filter')),
    legend: say(message('page.script.legend')),
    sort: say(message('page.script.sort')),
  };
}

/** Radio buttons and `:has()` in the style sheet: a choice without a script. */
const themeChoice = () =>
  `<fieldset class="theme"><legend>${say(message('report.theme'))}</legend>${(
    ['auto', 'light', 'dark'] as const
  )
    .map(
      (name) =>
        `<label><input type="radio" name="theme" id="theme-${name}"${name === 'auto' ? ' checked' : ''}>${say(message(`report.theme.${name}`))}</label>`,
    )
    .join('')}</fieldset>`;

function indexLink(index: string | null): string {
  if (index === null) return '';
  return `<a class="all" href="${escaped(index)}">${escaped(say(message('page.index.link')))}</a>`;
}

function downloads(files: readonly string[]): string {
  if (files.length === 0) return '';
  const links = files.map((file) => `<a download href="${encodeURIComponent(file)}">${escaped(file)}</a>`);
  return `<p class="files">${escaped(say(message('page.files')))} ${links.join(' ')}</p>`;
}

function warningBox(texts: readonly string[], prefix = '', level = 2): string {
  if (texts.length === 0) return '';
  const id = `${prefix}warnings`;
  const items = texts.map((text) => `<li${language(text)}>${prose(text)}</li>`).join('');
  return `<aside class="warnings" aria-labelledby="${id}"><h${level} id="${id}">${say(message('report.warnings'))}</h${level}><ul>${items}</ul></aside>`;
}
