/**
 * What is around every page: one file, no network, readable without its script. The policy in its head forbids the browser
 * everything but the style sheet and the script that are in the file, so that no text of a measured server can do anything.
 */
import { createHash } from 'node:crypto';
import { message, say, spokenLanguage } from '../../messages/message.ts';
import { escaped } from '../chart/svg.ts';
import { script } from '../page/script.ts';
import { style } from '../page/style.ts';

/** What lies in the folder of a page, for the page to link. */
export interface Beside {
  /** Names of files that hold its data. */
  readonly files: readonly string[];
  /** The address of the page over all reports; null where there is none. */
  readonly index: string | null;
}

interface Document extends Partial<Beside> {
  readonly title: string;
  readonly body: string;
  readonly footer: string;
}

export function document({ title, body, footer, files = [], index = null }: Document): string {
  return [
    '<!doctype html>',
    `<html lang="${spokenLanguage()}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(`${title} – chokepoint`)}</title><style>${style}</style></head><body data-words="${escaped(JSON.stringify(scriptWords()))}">`,
    `<a class="skip" href="#report">${say(message('report.skip'))}</a><div class="page">`,
    `<header><div class="brand">chokepoint <span>${say(message('word.report'))}</span></div>${indexLink(index)}${themeChoice()}</header>`,
    '<main id="report" tabindex="-1">',
    body,
    '</main>',
    `<footer>${escaped(footer)}${downloads(files)}</footer>`,
    `</div><script type="module">${script}</script></body></html>\n`,
  ].join('\n');
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** What the script writes on the page, in the language of the page. */
const scriptWords = () =>
  Object.fromEntries(
    (['copy', 'copied', 'link', 'sort'] as const).map((name) => [name, say(message(`page.script.${name}`))]),
  );

/** The choice of light or dark, without a script: radio buttons, and `:has()` in the style sheet. */
function themeChoice(): string {
  const choices = (['auto', 'light', 'dark'] as const).map(
    (name) =>
      `<label><input type="radio" name="theme" id="theme-${name}"${name === 'auto' ? ' checked' : ''}>${say(message(`word.${name}`))}</label>`,
  );
  return `<fieldset class="theme"><legend>${say(message('word.Colour-scheme'))}</legend>${choices.join('')}</fieldset>`;
}

function indexLink(index: string | null): string {
  if (index === null) return '';
  return `<a class="all" href="${escaped(index)}">${escaped(say(message('word.All-reports')))}</a>`;
}

function downloads(files: readonly string[]): string {
  if (files.length === 0) return '';
  const links = files.map((file) => `<a download href="${encodeURIComponent(file)}">${escaped(file)}</a>`);
  return `<p class="files">${escaped(say(message('page.files')))} ${links.join(' ')}</p>`;
}
