/** The first screen of a page: the answer, its figures, one picture, and what to do. Reports and the doctor share it. */
import { message, say } from '../../messages/message.ts';
import { escaped } from '../chart/svg.ts';
import type { Answer, Tile, Todo } from '../outline/answer.ts';
import type { Figure } from '../outline/table.ts';
import { said } from '../page.ts';
import { language, prose, toned } from './html-table.ts';
import { figure } from './html-sections.ts';

export interface FirstScreen {
  /** What was looked at, and how: `Tune: node server.js`. */
  readonly title: string;
  readonly question?: string;
  readonly answer: Answer;
  readonly figure: Figure | null;
  readonly byline: string;
}

/** Where it stands on its page: what its anchors begin with, and the level of its headline. */
export interface Place {
  readonly prefix: string;
  readonly level: 1 | 3;
}

export function firstScreen(
  { title, question = '', answer, figure: main, byline }: FirstScreen,
  { prefix, level }: Place = { prefix: '', level: 1 },
): string {
  const { badge, tone, sentence, rest } = answer;
  const isAlone = main === null ? ' class="two alone"' : ' class="two"';
  return [
    `<div class="answer" id="${prefix}answer">`,
    level === 1 ? `<p class="what">${escaped(title)}</p>` : '',
    question === '' ? '' : `<p class="question"${language(question)}>${prose(question)}</p>`,
    `<h${level} class="verdict"${language(sentence)}>${prose(sentence)}</h${level}>`,
    `<p class="word">${toned(tone, badge)} <span>${prose(rest)}</span></p>`,
    tileList(answer.tiles),
    `<div${isAlone}>`,
    main === null ? '' : figure(main, { prefix, level: level + 1 }, 'first'),
    todoBox(answer.todo, prefix, level + 1),
    `</div><p class="byline">${escaped(byline)}</p></div>`,
  ].join('');
}

function tileList(tiles: readonly Tile[]): string {
  if (tiles.length === 0) return '';
  const items = tiles.map(
    ({ label, value, note = '', tone = 'quiet' }) =>
      `<div><dt>${escaped(said(label))}</dt><dd><strong>${prose(said(value))}</strong>${note === '' ? '' : ` <span class="${tone}">${prose(said(note))}</span>`}</dd></div>`,
  );
  return `<dl class="tiles">${items.join('')}</dl>`;
}

function todoBox({ sentences, lines, more }: Todo, prefix: string, level: number): string {
  const title = say(message('page.todo'));
  if (sentences.length + lines.length === 0) return '';
  const [lead, ...others] = sentences;
  return [
    `<aside class="todo" aria-labelledby="${prefix}todo"><h${level} id="${prefix}todo">${escaped(title)}</h${level}>`,
    lead === undefined ? '' : `<p>${prose(lead)}</p>`,
    lines.length === 0
      ? ''
      : `<pre class="wrap copy" tabindex="0" aria-label="${escaped(title)}"><code>${escaped(lines.join('\n'))}</code></pre>`,
    ...others.map((text) => `<p class="note">${prose(text)}</p>`),
    more === null ? '' : `<p class="note"><a href="#${prefix}${more.id}">${escaped(more.text)}</a></p>`,
    '</aside>',
  ].join('');
}
