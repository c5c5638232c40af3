/**
 * A page as one file: no network, nothing beside it that it needs, and readable without its script. Its first screen is what a
 * terminal says, in the same order: the answer, its figures, one picture, and what to do.
 */
import { capital } from '../../format/words.ts';
import { message, say } from '../../messages/message.ts';
import { escaped } from '../chart/svg.ts';
import { document, type Beside } from './html-document.ts';
import {
  below,
  code,
  facts,
  figure,
  gauges,
  heading,
  language,
  paragraph,
  prose,
  section,
  toned,
  type AnchorPlace,
} from './html-blocks.ts';
import { lineOf, type Apply, type Page, type Step, type Tile, type Words } from '../page.ts';

export function htmlText(page: Page, beside?: Beside): string {
  return document({
    ...beside,
    title: [...page.head.figures, page.head.title].map(lineOf).join(' · '),
    body: pageHtml(page, { prefix: '', level: 1, nested: pageHtml }),
    footer: lineOf(page.footer),
  });
}

/** @param place level 1: alone on its page; below: one of several */
function pageHtml(page: Page, place: AnchorPlace): string {
  return [firstScreen(page, place), ...page.details.map((one) => section(one, below(place)))].join('\n');
}

/** Most characters of a headline: a longer one is a paragraph, and smaller. */
const longestHeadline = 140;

function firstScreen(
  { head, verdict, tiles, why, apply, next, also, warnings, open, ...page }: Page,
  place: AnchorPlace,
): string {
  const { prefix, level } = place;
  const { title, figures, question, about, facts: known } = head;
  const sentence = capital(lineOf(verdict.sentence));
  const isLong = sentence.length > longestHeadline;
  const list = (words: readonly Words[]) => words.map(lineOf).filter((one) => one !== '');
  const reasons = list([...(verdict.certainty ?? []), ...why]).map((one) =>
    /[.!?…]$/.test(one) ? one : `${one}.`,
  );
  const labels = [
    ...list(also).map((value) => ({ name: message('label.also'), value })),
    ...list(open).map((value) => ({ name: message('label.open'), value })),
  ];
  return [
    `<div class="answer" id="${prefix}answer">`,
    level === 1 ? `<p class="what">${escaped(list([title, ...figures]).join(' · '))}</p>` : '',
    question === undefined ? '' : paragraph(question, ' class="question"'),
    heading(level, `class="verdict${isLong ? ' long' : ''}"${language(sentence)}`, prose(sentence)),
    `<p class="word">${toned(verdict.tone, lineOf(verdict.badge))} <span>${prose(reasons.join(' '))}</span></p>`,
    tileList(tiles),
    page.figure === null ? page.bars.map(gauges).join('') : figure(page.figure, below(place), 'first'),
    todoBox(apply, next, below(place)),
    facts(labels),
    warningBox(list(warnings), below(place)),
    `<p class="byline">${escaped(list([...about, ...known]).join(' · '))}</p></div>`,
  ].join('');
}

function tileList(tiles: readonly Tile[]): string {
  if (tiles.length === 0) return '';
  const items = tiles.map(({ label, value, note = '', tone = 'quiet' }) => {
    const beside = lineOf(note) === '' ? '' : ` <span class="${tone}">${prose(lineOf(note))}</span>`;
    return `<div><dt>${escaped(lineOf(label))}</dt><dd><strong>${prose(lineOf(value))}</strong>${beside}</dd></div>`;
  });
  return `<dl class="tiles">${items.join('')}</dl>`;
}

/** What is to be changed, then the one command that comes next. Code has the full width and is never cut. */
function todoBox(apply: readonly Apply[], next: Step | null, { prefix, level }: AnchorPlace): string {
  if (apply.length === 0 && next === null) return '';
  const title = say(message('word.What-to-do'));
  return [
    `<aside class="todo" aria-labelledby="${prefix}todo"><h${level} id="${prefix}todo">${escaped(title)}</h${level}>`,
    ...apply.map((one) => applyHtml(one, prefix)),
    ...(next === null
      ? []
      : [paragraph(message('page.todo.change', { what: next.why })), code([next.command], lineOf(next.why))]),
    '</aside>',
  ].join('');
}

function applyHtml({ what, lines, expect = null, more = null }: Apply, prefix: string): string {
  const told = lineOf(what ?? message('page.todo.apply'));
  const head = message('page.todo.change', { what: told.replace(/[:.]$/, '') });
  return [
    lines.length === 0 ? paragraph(told) : paragraph(head) + code(lines, told),
    expect === null ? '' : paragraph(message('page.todo.expect', { text: lineOf(expect) }), ' class="note"'),
    more === null
      ? ''
      : `<p class="note"><a href="#${prefix}${more.section}">${escaped(lineOf(more.text))}</a></p>`,
  ].join('');
}

function warningBox(texts: readonly string[], { prefix, level }: AnchorPlace): string {
  if (texts.length === 0) return '';
  const id = `${prefix}warnings`;
  const items = texts.map((text) => `<li${language(text)}>${prose(text)}</li>`).join('');
  return `<aside class="warnings" aria-labelledby="${id}"><h${level} id="${id}">${say(message('word.Warnings'))}</h${level}><ul>${items}</ul></aside>`;
}
