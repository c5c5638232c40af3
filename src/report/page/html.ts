/**
 * The report as one file: no network, nothing beside it that it needs, and readable without its script. The policy in its head forbids the
 * browser everything but the style sheet and the script that are in the file, so that no text of a measured server can do anything.
 */
import { message, say } from '../../messages/message.ts';
import { escaped } from '../chart/svg.ts';
import { language, prose } from './html-table.ts';
import { document, type Beside } from '../render/html-document.ts';

export type { Beside };

export interface Page extends Partial<Beside> {
  readonly title: string;
  /** Its first screen, as `firstScreen` makes it. */
  readonly first: string;
  readonly warnings: readonly string[];
  readonly body: readonly string[];
  readonly footer: string;
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
