/** The rules of the house as `docs/architecture.md` and `docs/processes.md` state them: their tables are read, so that they cannot be wrong. */

export interface Rules {
  /** Module → modules that it may import; `types`: only what is erased before anything runs. */
  readonly modules: ReadonlyMap<string, ReadonlyMap<string, 'values' | 'types'>>;
  /** Module → how many lines it may have, texts included. */
  readonly budgets: ReadonlyMap<string, number>;
  /** Package or Node module that is not open to all → files and modules that may import it. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
  /** Files that are started as a process of their own → where they run. */
  readonly processes: ReadonlyMap<string, 'controller' | 'guest'>;
  /** Files and folders that may start programs → whether what looks at processes of others may reach them. */
  readonly starters: ReadonlyMap<string, boolean>;
  /** Files and modules that may make text of a message, and those that may know what only Linux shows. */
  readonly speakers: readonly string[];
  readonly readers: readonly string[];
}

/** @throws if a table is missing or a row is not of its form. */
export function readRules(markdown: string): Rules {
  const rooms = rowsUnder(markdown, 'module', 'lines', 'may import besides itself');
  const modules = rooms.map(([name = '', , allowed = '']) => {
    const entries = allowed === 'nothing' ? [] : allowed.split(', ').map(parseAllowed);
    return [name, new Map(entries)] as const;
  });
  const budgets = rooms.map(([name = '', lines = '']) => {
    if (!/^\d{1,3}(,\d{3})?$/.test(lines)) throw new Error(`${name}: "${lines}" is no number of lines`);
    return [name, Number(lines.replace(',', ''))] as const;
  });
  const packages = rowsUnder(markdown, 'package', 'imported by').map(
    ([name = '', by = '']) => [name, by.split(', ')] as const,
  );
  const processes = rowsUnder(markdown, 'file', 'place').map(([file = '', place = '']) => {
    if (place !== 'controller' && place !== 'guest') throw new Error(`${file}: "${place}" is no place`);
    return [file, place] as const;
  });
  const starters = rowsUnder(markdown, 'starts programs', 'near processes of others').map(
    ([place = '', near = '']) => {
      if (near !== 'yes' && near !== 'no') throw new Error(`${place}: "${near}" is neither yes nor no`);
      return [place, near === 'yes'] as const;
    },
  );
  return {
    modules: new Map(modules),
    budgets: new Map(budgets),
    packages: new Map(packages),
    processes: new Map(processes),
    starters: new Map(starters),
    speakers: rowsUnder(markdown, 'calls say', 'why').map(([place = '']) => place),
    readers: rowsUnder(markdown, 'reads /proc', 'what').map(([place = '']) => place),
  };
}

function parseAllowed(text: string): [string, 'values' | 'types'] {
  const [, name, types] = /^(\w+)( \(types\))?$/.exec(text) ?? [];
  if (!name) throw new Error(`"${text}" is not a module, nor "module (types)"`);
  return [name, types ? 'types' : 'values'];
}

/** The rows of the table whose first two headings are these, code marks removed. */
function rowsUnder(markdown: string, ...headings: readonly string[]): string[][] {
  const lines = markdown.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
  const start = lines.findIndex((cells) => headings.every((heading, i) => cells[i] === heading));
  if (start < 0) throw new Error(`no table with the headings ${headings.join(' | ')}`);
  const end = lines.findIndex((cells, i) => i > start && cells.length === 0);
  return lines.slice(start + 2, end < 0 ? undefined : end);
}
