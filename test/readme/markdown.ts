/** As much of Markdown as the tests of the documents need: headings, fenced blocks, links. */

export interface Block {
  /** `sh`, `console`, `json`, … */
  readonly language: string;
  readonly lines: readonly string[];
}

export interface Markdown {
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly blocks: readonly Block[];
  /** Targets of links and images, in order. */
  readonly links: readonly string[];
}

/** @throws if a fence is not closed: all that follows would pass unread. */
export function parseMarkdown(text: string): Markdown {
  const headings: { level: number; text: string }[] = [];
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { fence: string; language: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, fence, language = ''] = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(line) ?? [];
    if (open) {
      if (fence?.startsWith(open.fence) && language === '') {
        blocks.push({ language: open.language, lines: open.lines });
        open = null;
      } else {
        open.lines.push(line);
      }
      continue;
    }
    if (fence) {
      open = { fence, language, lines: [] };
      continue;
    }
    const [, marks, title] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
    if (marks && title) headings.push({ level: marks.length, text: title });
    prose.push(line.replaceAll(/`[^`]*`/g, ''));
  }
  if (open) throw new Error(`a block of ${open.language || 'code'} is not closed`);
  const targets = prose
    .join('\n')
    .matchAll(/\]\(\s*<?([^)\s>]+)|(?:href|src|srcset)="([^"]+)"/g)
    .map(([, inline, attribute]) => inline ?? attribute ?? '');
  return { headings, blocks, links: [...targets] };
}

/**
 * The commands of a document: every line of a `sh` block, and the lines behind `$` of a `console` block, whose other
 * lines are output. Comments are left out, lines that end in `\` are joined.
 */
export function commands({ blocks }: Markdown): string[] {
  return blocks.flatMap(({ language, lines }) => {
    if (language !== 'sh' && language !== 'console') return [];
    return lines
      .join('\n')
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => language === 'sh' || line.startsWith('$ '))
      .map((line) =>
        line
          .replace(/^\$ /, '')
          .replace(/(^|\s)#.*$/, '')
          .trim(),
      )
      .filter((line) => line !== '');
  });
}

/** The name of a heading as GitHub makes it for links: `## Who may import whom` is `#who-may-import-whom`. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
