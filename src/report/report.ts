/** A judged run, or several, in each form. */
import { hanging, finished, type TextOptions } from './render/terminal-style.ts';
import { htmlText } from './render/html.ts';
import type { Beside } from './render/html-document.ts';
import { markdownText } from './render/markdown.ts';
import { terminalText, type TerminalOptions } from './render/terminal.ts';
import { pad, wrap } from '../format/width.ts';
import type { CheckResult } from '../model/check.ts';
import type { RunPair, RunResult } from '../model/verdict.ts';
import { outcomeName } from './outline/checks.ts';
import { lineOf } from './page.ts';
import { collectionPage, type Collection } from './pages/collection.ts';
import { pageOf } from './pages/page-of.ts';
import { pairPage } from './pages/pair.ts';

export type { Beside, TextOptions };

export const text = (result: RunResult, options: TerminalOptions): string =>
  terminalText(pageOf(result), options);
export const collectionText = (collection: Collection, options: TextOptions): string =>
  terminalText(collectionPage(collection), options);
export const pairText = (pair: RunPair, options: TextOptions): string =>
  terminalText(pairPage(pair), options);

/** The HTML page of a run, as a promise: drawing may one day be too much for one turn of the loop. */
export const html = (result: RunResult, beside?: Beside): Promise<string> =>
  Promise.resolve(htmlText(pageOf(result), beside));
export const collectionHtml = (collection: Collection, beside?: Beside): Promise<string> =>
  Promise.resolve(htmlText(collectionPage(collection), beside));

/** A run as Markdown, in at most 40 lines, ending with a line break. */
export const markdown = (result: RunResult): string => `${markdownText(pageOf(result))}\n`;

/** Several experiments as Markdown: what came out of all first, then each experiment. */
export function collectionMarkdown(collection: Collection): string {
  const parts = collection.results.map((one) => markdownText(pageOf(one), '#'));
  return `${[markdownText(collectionPage(collection)), ...parts].join('\n\n')}\n`;
}

const indent = 20;

/** All checks, in their own order: what `--checks` prints. */
export function checksText(checks: readonly CheckResult[], columns: number): string {
  return finished(
    checks.flatMap(({ id, outcome, sentence }) => {
      const label = pad(id, 4, 'left') + pad(outcomeName(outcome), indent - 4, 'left');
      return hanging(label, indent, wrap(lineOf(sentence), Math.max(20, columns - indent)));
    }),
  );
}
