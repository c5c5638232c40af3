/** Lists of what can be named on the command line: experiments, servers of the lab. */
import { pad, wrapItem } from '../../format/width.ts';
import { message, say } from '../../messages/message.ts';
import type { Values } from '../options/table.ts';
import { print, textOptions } from './terminal.ts';

type Label = 'source' | 'needs' | 'varies' | 'paths' | 'topologies' | 'constants' | 'try';
export type ListItem = string | readonly [Label, string];

/** Prints rows with labelled items, `  paths:      /`. @param rows each with its title first */
export function printList(rows: readonly (readonly [string, ...ListItem[]])[], values: Values): void {
  const { columns } = textOptions(values);
  const lineOf = (item: ListItem) =>
    typeof item === 'string'
      ? `  ${item}`
      : `  ${pad(`${say(message(`word.${item[0]}`))}:`, 11, 'left')} ${item[1]}`;
  for (const [title, ...items] of rows)
    print([title, ...items.map(lineOf), ''].flatMap((line) => wrapItem(line, columns)).join('\n'));
}
