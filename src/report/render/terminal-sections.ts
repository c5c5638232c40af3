/** What a page rests on, in a terminal: sections one below the other, nothing left out. */
import { oneLine } from '../../format/printable.ts';
import { pad, textWidth, wrap } from '../../format/width.ts';
import { lineOf, said, type Block, type Item, type Row, type Section, type Table } from '../page.ts';
import { hanging, facts, heading, toneStyles, type TerminalStyle } from './terminal-style.ts';
import { tableLines } from './text-table.ts';

export function sectionLines({ title, hint, blocks }: Section, terminal: TerminalStyle): string[] {
  const lines = blocks.flatMap((one) => blockLines(one, terminal));
  if (lines.length === 0) return [];
  const told = hint === undefined || said(hint) === '' ? [] : wrap(lineOf(hint), terminal.width);
  return [...heading(lineOf(title), terminal), ...told, ...lines];
}

function blockLines(block: Block, terminal: TerminalStyle): string[] {
  const { width } = terminal;
  switch (block.kind) {
    case 'texts':
      return block.texts.flatMap((one) =>
        block.isList ? hanging('- ', 2, wrap(lineOf(one), width - 2)) : [...wrap(lineOf(one), width), ''],
      );
    case 'table':
      return tableBlock(block.table, block.isNamed ?? false, terminal);
    case 'figure': {
      const { figure, form = 'full' } = block;
      // A timeline is a picture; as a table it has hundreds of rows.
      if (figure.chart.kind === 'timeline') return [];
      return [
        ...(form === 'bare' ? [] : [...wrap(lineOf(figure.sentence), width), '']),
        ...tableBlock(figure.table, form !== 'full', terminal),
      ];
    }
    case 'facts':
      return facts(block.facts, width);
    case 'code':
      return [
        ...(block.title === undefined ? [] : [...wrap(lineOf(block.title), width), '']),
        ...block.lines.map((line) => `  ${oneLine(line)}`),
        '',
      ];
    case 'rows':
      return rowLines(block.rows, terminal);
    case 'items':
      return [...groupLine(block, terminal), ...block.items.flatMap((one) => itemLines(one, terminal))];
    case 'link':
      return wrap(`${lineOf(block.text)}: ${block.href}`, width);
    case 'page':
      return block.page.details.flatMap((one) => sectionLines(one, terminal));
  }
}

function tableBlock(table: Table, isNamed: boolean, { width, paint }: TerminalStyle): string[] {
  if (table.rows.length === 0) return [];
  return [
    ...(isNamed || table.title === '' ? [] : wrap(table.title, width)),
    ...tableLines(table, width, paint),
    ...(table.note ? wrap(table.note, width) : []),
    '',
  ];
}

function rowLines(rows: readonly Row[], { width, style }: TerminalStyle): string[] {
  const badges = Math.max(0, ...rows.map(({ badge }) => textWidth(said(badge))));
  return rows.flatMap(({ badge, tone, name, title, text }) => {
    const [heard, told] = [lineOf(title), lineOf(text)];
    const words = `${name}: ${heard}${/[.?!]$/.test(heard) ? '' : ':'} ${told}`;
    const label = style(toneStyles[tone], pad(said(badge), badges, 'left'));
    return hanging(`${label}  `, badges + 2, wrap(words, width - badges - 2));
  });
}

/** The word that items share, and what would decide them. */
function groupLine(
  { items, group }: Extract<Block, { kind: 'items' }>,
  { style, width }: TerminalStyle,
): string[] {
  if (!group || items.length === 0) return [];
  const word = `${lineOf(group.word)} ${items.length}`;
  const hint = group.hint === undefined ? [] : wrap(lineOf(group.hint), width);
  return ['', style(toneStyles[group.tone], word), ...hint];
}

/** Columns of indentation: room for the longest word and a gap; less where there is no word. */
const [wordIndent, plainIndent] = [12, 2];

function itemLines(
  { badge, tone, name, detail, title, texts, blocks, folded }: Item,
  terminal: TerminalStyle,
): string[] {
  const indent = badge === undefined ? plainIndent : wordIndent;
  const inner: TerminalStyle = { ...terminal, width: terminal.width - indent };
  const label = badge === undefined ? '' : said(badge).toUpperCase();
  const more = [name, detail === undefined ? undefined : lineOf(detail)].filter((one) => one !== undefined);
  const lines = [
    ...texts.flatMap((one) => wrap(lineOf(one), inner.width)),
    ...[...blocks, ...(folded?.blocks ?? [])].flatMap((one) => blockLines(one, inner)),
  ];
  return [
    '',
    ...hanging(
      terminal.style(toneStyles[tone], pad(label, indent - 2, 'left')) + '  ',
      indent,
      wrap(lineOf(title), inner.width).map((line) => terminal.style('bold', line)),
    ),
    ...[...more.map((one) => terminal.style('dim', one)), ...lines].map((line) =>
      line === '' ? '' : ' '.repeat(indent) + line,
    ),
  ];
}
