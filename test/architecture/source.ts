/** What one source file refers to, and what it does to the terminal and the process: read from its syntax tree. */
import { parseSync, Visitor } from 'oxc-parser';

export interface Reference {
  readonly specifier: string;
  /** `process`: the file is started, not imported (`new URL('./x…', import.meta.url)`). */
  readonly kind: 'import' | 'process';
  /** Erased before anything runs. */
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface Source {
  readonly references: readonly Reference[];
  /** Calls and assignments that print or end the process. */
  readonly effects: readonly { readonly what: string; readonly line: number }[];
  /** Programs that are started by a name alone, which PATH decides. */
  readonly bare: readonly { readonly name: string; readonly line: number }[];
  readonly lines: number;
}

type Node = { readonly start: number; readonly type: string };

/** @throws if the text is not TypeScript: a file that cannot be read must not pass for one without imports. */
export function parseSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);

  const references: Reference[] = [];
  const effects: { what: string; line: number }[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const refer = (specifier: string, offset: number, typeOnly = false, kind: Reference['kind'] = 'import') =>
    references.push({ specifier, kind, typeOnly, line: lineOf(offset) });
  const effect = (what: string, node: Node) => effects.push({ what, line: lineOf(node.start) });

  for (const { moduleRequest, entries, start } of module.staticImports) {
    // `import './x.ts'` has no entries and is run for its effect.
    refer(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType));
    if (moduleRequest.value !== 'node:process') continue;
    for (const { importName } of entries) {
      if (importName.name && ['exit', 'stdout', 'stderr'].includes(importName.name)) {
        effects.push({ what: `process.${importName.name}`, line: lineOf(start) });
      }
    }
  }
  for (const { entries, start } of module.staticExports) {
    const [first] = entries;
    if (first?.moduleRequest) {
      refer(
        first.moduleRequest.value,
        start,
        entries.every((entry) => entry.isType),
      );
    }
  }

  const bare: { name: string; line: number }[] = [];
  const starting = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync']);
  for (const [, alias = ''] of text.matchAll(/const (\w+) = promisify\((?:execFile|spawn)\)/g))
    starting.add(alias);

  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments;
      // `promisify(execFile)('ss')` has no name in between.
      const { callee } = node;
      const isMade = callee.type === 'CallExpression' && dotted(callee.callee) === 'promisify';
      const called = isMade ? callee.arguments[0] : callee;
      if (!starting.has(dotted(called).split('.').at(-1) ?? '')) return;
      const name = first && beginning(first);
      if (name !== undefined && !/^[/.]/.test(name)) bare.push({ name, line: lineOf(node.start) });
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal') refer(String(node.source.value), node.start);
    },
    TSImportType(node) {
      refer(node.source.value, node.start, true);
    },
    NewExpression(node) {
      const [first, second] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL') return;
      if (second?.type !== 'MemberExpression' || second.object.type !== 'MetaProperty') return;
      const specifier = first && beginning(first);
      if (specifier !== undefined) refer(specifier, node.start, false, 'process');
    },
    MemberExpression(node) {
      const name = dotted(node);
      if (/^console\.\w+$/.test(name)) effect(name, node);
      if (/^(process\.)?(stdout|stderr)\.write$/.test(name)) effect(name, node);
      if (/^process\.(exit|exitCode|reallyExit|abort)$/.test(name)) effect(name, node);
    },
  }).visit(program);

  return { references, effects, bare, lines: text.replace(/\n$/, '').split('\n').length };
}

/** The fixed beginning of a text: `'./a'` of `'./a' + extension` and of `` `./a${extension}` ``. */
function beginning(node: unknown): string | undefined {
  const tree = node as {
    type: string;
    value?: unknown;
    left?: unknown;
    quasis?: { value: { cooked: string } }[];
  };
  if (tree.type === 'Literal' && typeof tree.value === 'string') return tree.value;
  if (tree.type === 'BinaryExpression') return beginning(tree.left);
  if (tree.type === 'TemplateLiteral') return tree.quasis?.[0]?.value.cooked;
  return undefined;
}

/** `process.stdout.write` of that expression; computed parts are left as `?`. */
function dotted(node: unknown): string {
  const tree = node as {
    type: string;
    name?: string;
    computed?: boolean;
    object?: unknown;
    property?: { name?: string };
  };
  if (tree.type === 'Identifier') return tree.name ?? '?';
  if (tree.type !== 'MemberExpression') return '?';
  return `${dotted(tree.object)}.${tree.computed ? '?' : (tree.property?.name ?? '?')}`;
}
