/**
 * The report as one file: no script, no network, nothing beside it. The policy in its head forbids the browser
 * everything but the style sheet that is in the file, so that no text of a measured server can do anything.
 */
import { createHash } from 'node:crypto';
import type { RunResult } from '../../model/verdict.ts';
import { escaped } from '../chart/svg.ts';
import { collectionOutline, type Collection } from '../outline/collection.ts';
import { badge, htmlTable, language, prose } from './html-table.ts';
import { sectionsOf } from './html-sections.ts';
import { outline } from '../outline/outline.ts';
import { style } from './style.ts';

export interface Page {
  readonly title: string;
  /** A word that stands before the verdict, with its colour. */
  readonly word?: string;
  readonly question?: string;
  readonly verdict: string;
  readonly byline: string;
  readonly warnings: readonly string[];
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  readonly body: readonly string[];
  readonly footer: string;
}

/** The whole page. It is a promise because drawing may one day be too much for one turn of the loop. */
export function html(result: RunResult): Promise<string> {
  const report = outline(result);
  const sections = sectionsOf(report, { prefix: '', level: 2 });
  return Promise.resolve(
    page({
      ...report,
      contents: sections,
      body: sections.map((section) => section.html),
      footer: `Run ${result.run.id}, measured and judged by chokepoint ${result.host.chokepoint}.`,
    }),
  );
}

/** Several experiments on one page, one below the other: what came out of each first, as a table. */
export function collectionHtml(collection: Collection): Promise<string> {
  const { title, verdict, byline, warnings, table, reports } = collectionOutline(collection);
  const bodies = reports.map(({ name, report }) => {
    const sections = sectionsOf(report, { prefix: `${name}-`, level: 3 });
    const links = sections.map(({ id, title: text }) => `<a href="#${id}">${escaped(text)}</a>`).join(' · ');
    return [
      `<section class="experiment" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${escaped(name)}</h2>`,
      `${report.question === '' ? '' : `<p>${prose(report.question)}</p>`}<p class="answer">${prose(report.verdict)}</p><p class="byline">${escaped(report.byline)}</p>`,
      warningBox(report.warnings, name),
      `<p class="note">${links}</p>`,
      ...sections.map((section) => section.html),
      '</section>',
    ].join('');
  });
  return Promise.resolve(
    page({
      title,
      verdict,
      byline,
      warnings,
      contents: reports.map(({ name }) => ({ id: name, title: name })),
      body: [`<section id="balance">${htmlTable(table)}</section>`, ...bodies],
      footer: `Measured and judged by chokepoint ${collection.results[0]?.host.chokepoint ?? ''}.`,
    }),
  );
}

/** A page of the house: head, contents, sections. */
export function page({
  title,
  word,
  question = '',
  verdict,
  byline,
  warnings,
  contents,
  body,
  footer,
}: Page): string {
  const links = contents
    .map(({ id, title: text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`)
    .join('');
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(`${title} – chokepoint`)}</title><style>${style}</style></head><body>`,
    '<a class="skip" href="#report">Skip to the report</a><div class="page">',
    `<header><div class="brand">chokepoint <span>report</span></div>${themeChoice}</header>`,
    `<main id="report" tabindex="-1"><div class="head"><h1>${escaped(title)}</h1>`,
    question === '' ? '' : `<p class="question">${prose(question)}</p>`,
    word === undefined ? '' : `<p class="word">${badge(word)}</p>`,
    `<p class="verdict">${prose(verdict)}</p><p class="byline">${escaped(byline)}</p>`,
    warningBox(warnings),
    `</div><nav aria-labelledby="contents"><p id="contents">Contents</p><ol>${links}</ol></nav><div class="sections">`,
    ...body,
    '</div></main>',
    `<footer>${escaped(footer)}</footer>`,
    '</div></body></html>\n',
  ].join('\n');
}

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** Radio buttons and `:has()` in the style sheet: a choice without a script. */
const themeChoice = `<fieldset class="theme"><legend>Colour scheme</legend>${['auto', 'light', 'dark']
  .map(
    (name) =>
      `<label><input type="radio" name="theme" id="theme-${name}"${name === 'auto' ? ' checked' : ''}>${name}</label>`,
  )
  .join('')}</fieldset>`;

function warningBox(texts: readonly string[], of = ''): string {
  if (texts.length === 0) return '';
  const id = of === '' ? 'warnings' : `${of}-warnings`;
  const level = of === '' ? 2 : 3;
  const items = texts.map((text) => `<li${language(text)}>${prose(text)}</li>`).join('');
  return `<aside class="warnings" aria-labelledby="${id}"><h${level} id="${id}">Know this first</h${level}><ul>${items}</ul></aside>`;
}
