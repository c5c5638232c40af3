/**
 * Removes the declarations that no export of the package reaches: whole files, and single declarations with their comments.
 * They were two thirds of all, and no editor opened them. Comments stay only in the folders that an editor shows them from.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor, type Node, type ParamPattern } from 'oxc-parser';

const entries = ['dist/index.d.ts', 'dist/observe/own/collect.d.ts', 'dist/observe/probe/register.d.cts'];
/** Folders whose declarations keep their comments. */
const shown = /^dist\/(?:index|selftest|observe\/own\/collect|(?:api|model|run|doctor|predict|store)\/)/;

/** A name that a declaration mentions; `keys` where that is `keyof typeof NAME`. */
interface Mention {
  readonly at: number;
  readonly name: string;
  readonly keys: boolean;
}

/** A name that is brought in from another file, or handed on to others: `{ name as alias }`. */
interface Specifier {
  readonly name: string;
  readonly alias: string;
  readonly text: string;
  isUsed: boolean;
}

interface Statement {
  readonly start: number;
  readonly end: number;
  /** `import`, `export type` and the like: all that stands before the names. Null: it declares something. */
  readonly head: string | null;
  /** The file that its names are from; null: from this one. */
  readonly from: string | null;
  readonly specifiers: readonly Specifier[];
  /** `export *`. */
  readonly isStar: boolean;
  /** The names that it declares: several of `const a, b`. */
  readonly names: readonly string[];
  readonly isExported: boolean;
  /** `export type *` hands it on. */
  readonly isType: boolean;
  readonly mentions: readonly Mention[];
  /** `import('…').Name`. */
  readonly far: readonly { readonly from: string; readonly name: string | null }[];
  /** `keys`: of what it declares only the names of the members are asked for. */
  kept: 'no' | 'keys' | 'whole';
}

interface Declarations {
  readonly file: string;
  readonly text: string;
  readonly statements: readonly Statement[];
  /** What may be written shorter: the types of members, and parameters that are taken apart. */
  readonly members: readonly Span[];
  readonly patterns: readonly (Span & { readonly name: string })[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const known = new Map<string, Declarations>();

/** @param from as a declaration names a source: `../model/plan.ts` */
const fileOf = (file: string, from: string) =>
  normalize(join(dirname(file), from.replace(/\.([cm]?)[jt]s$/, '.d.$1ts')));

function declarationsOf(file: string): Declarations {
  const before = known.get(file);
  if (before) return before;
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text, { lang: 'dts' });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);

  const mentions: Mention[] = [];
  const far: { at: number; from: string; name: string | null }[] = [];
  const keys = new Set<number>();
  const patterns: Declarations['patterns'][number][] = [];
  const shorten = (params: readonly ParamPattern[]) => {
    for (const [position, one] of params.entries())
      if (one.type === 'ObjectPattern' && one.typeAnnotation)
        patterns.push({
          start: one.start,
          end: one.typeAnnotation.start,
          name: '_'.repeat(position + 1) + (one.optional ? '?' : ''),
        });
  };
  new Visitor({
    Identifier: ({ name, start }) => mentions.push({ at: start, name, keys: keys.has(start) }),
    TSTypeOperator({ operator, typeAnnotation }) {
      if (operator === 'keyof' && typeAnnotation.type === 'TSTypeQuery')
        keys.add(typeAnnotation.exprName.start);
    },
    TSImportType({ source, qualifier, start }) {
      let first = qualifier;
      while (first?.type === 'TSQualifiedName') first = first.left as typeof first;
      if (source.value.startsWith('.'))
        far.push({ at: start, from: source.value, name: first?.type === 'Identifier' ? first.name : null });
    },
    TSFunctionType: ({ params }) => shorten(params),
    TSDeclareFunction: ({ params }) => shorten(params),
  }).visit(program);

  const members: Span[] = [];
  const statements = program.body.map((node): Statement => {
    const inside = ({ at }: { readonly at: number }) => at >= node.start && at < node.end;
    const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node;
    for (const { id } of declared.type === 'VariableDeclaration' ? declared.declarations : [])
      if (id.typeAnnotation?.typeAnnotation.type === 'TSTypeLiteral')
        for (const member of id.typeAnnotation.typeAnnotation.members)
          if (member.type === 'TSPropertySignature' && member.typeAnnotation)
            members.push(member.typeAnnotation.typeAnnotation);
    return {
      start: node.start,
      end: node.end,
      ...linkOf(node, text),
      names: namesOf(declared),
      isExported: declared !== node,
      isType: /^(?:TSInterface|TSTypeAlias|Class)Declaration$/.test(declared.type),
      mentions: mentions.filter(inside),
      far: far.filter(inside),
      kept: 'no',
    };
  });
  const read = { file, text, statements, members, patterns };
  known.set(file, read);
  return read;
}

function namesOf(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [];
}

/** What a statement takes from another file, or hands on from it. */
function linkOf(node: Node, text: string): Pick<Statement, 'head' | 'from' | 'specifiers' | 'isStar'> {
  const isLink = node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration';
  const from = isLink || node.type === 'ExportNamedDeclaration' ? (node.source?.value ?? null) : null;
  if (node.type === 'ExportAllDeclaration')
    return {
      head: node.exportKind === 'type' ? 'export type *' : 'export *',
      from,
      specifiers: [],
      isStar: true,
    };
  if (node.type !== 'ImportDeclaration' && (node.type !== 'ExportNamedDeclaration' || node.declaration))
    return { head: null, from, specifiers: [], isStar: false };
  const isImport = node.type === 'ImportDeclaration';
  const kind = isImport ? node.importKind : node.exportKind;
  const named = (one: { type: string; name?: string; value?: string }) => one.name ?? one.value ?? '';
  const specifiers = node.specifiers.map((one): Specifier => {
    const [name, alias] =
      one.type === 'ExportSpecifier'
        ? [named(one.local), named(one.exported)]
        : [one.type === 'ImportSpecifier' ? named(one.imported) : null, one.local.name];
    if (name === null)
      throw new Error(`a declaration imports names only: ${text.slice(node.start, node.end)}`);
    return { name, alias, text: text.slice(one.start, one.end), isUsed: false };
  });
  const head = `${isImport ? 'import' : 'export'}${kind === 'type' ? ' type' : ''}`;
  return { head, from, specifiers, isStar: false };
}

type Ask = Exclude<Statement['kept'], 'no'>;

/** Follows a name that this file uses. */
function use(here: Declarations, name: string, ask: Ask): void {
  for (const statement of here.statements) {
    if (statement.names.includes(name)) keep(here, statement, ask);
    if (!statement.head?.startsWith('import')) continue;
    for (const specifier of statement.specifiers)
      if (specifier.alias === name) follow(here, statement, specifier, ask);
  }
}

function follow(here: Declarations, statement: Statement, specifier: Specifier, ask: Ask): void {
  statement.kept = 'whole';
  specifier.isUsed = true;
  const { from } = statement;
  if (from === null) use(here, specifier.name, ask);
  else if (from.startsWith('.')) useExport(declarationsOf(fileOf(here.file, from)), specifier.name, ask);
}

/** Follows a name that another file asks this one for. @returns false where this one does not have it */
function useExport(here: Declarations, name: string, ask: Ask): boolean {
  let isFound = false;
  for (const statement of here.statements) {
    if (statement.isExported && statement.names.includes(name)) {
      keep(here, statement, ask);
      isFound = true;
    } else if (statement.isStar && statement.from !== null) {
      if (!useExport(declarationsOf(fileOf(here.file, statement.from)), name, ask)) continue;
      statement.kept = 'whole';
      isFound = true;
    } else if (statement.head?.startsWith('export')) {
      for (const specifier of statement.specifiers)
        if (specifier.alias === name) {
          follow(here, statement, specifier, ask);
          isFound = true;
        }
    }
  }
  return isFound;
}

function keep(here: Declarations, statement: Statement, ask: Ask): void {
  if (statement.kept === 'whole' || statement.kept === ask) return;
  statement.kept = ask;
  if (ask === 'keys') return;
  for (const { name, keys } of statement.mentions) use(here, name, keys ? 'keys' : 'whole');
  for (const { from, name } of statement.far) {
    const there = declarationsOf(fileOf(here.file, from));
    if (name === null) useAll(there, false);
    else useExport(there, name, 'whole');
  }
}

/** Follows all that a file exports; of another's `export type *` the types. */
function useAll(here: Declarations, onlyTypes: boolean): void {
  for (const statement of here.statements) {
    if (statement.isStar && statement.from !== null) {
      statement.kept = 'whole';
      useAll(
        declarationsOf(fileOf(here.file, statement.from)),
        onlyTypes || statement.head === 'export type *',
      );
    } else if (statement.head?.startsWith('export')) {
      statement.kept = 'whole';
      for (const specifier of statement.specifiers) follow(here, statement, specifier, 'whole');
    } else if (statement.isExported && (statement.isType || !onlyTypes)) keep(here, statement, 'whole');
  }
}

/** The text of a file with what is kept of it, each declaration with the comment before it. */
function written({ file, text, statements, members, patterns }: Declarations): string {
  const edits: (Span & { readonly by: string })[] = [];
  let end = 0;
  for (const statement of statements) {
    const { start, head, from, specifiers, kept } = statement;
    const isWithin = (one: Span) => one.start >= start && one.end <= statement.end;
    if (kept === 'no') edits.push({ start: end, end: statement.end, by: '' });
    else if (specifiers.length > 0) {
      const names = specifiers.filter(({ isUsed }) => isUsed).map((one) => one.text);
      const source = from === null ? '' : ` from '${from}'`;
      edits.push({ start, end: statement.end, by: `${head} { ${names.join(', ')} }${source};` });
    } else {
      if (kept === 'keys')
        edits.push(...members.filter(isWithin).map((member) => ({ ...member, by: 'unknown' })));
      // A caller gives an object: the names by which the function takes it apart are repeated in its type.
      else for (const one of patterns.filter(isWithin)) edits.push({ ...one, by: one.name });
    }
    end = statement.end;
  }
  let short = '';
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    short += text.slice(at, edit.start) + edit.by;
    at = edit.end;
  }
  short += text.slice(at);
  if (!shown.test(file)) short = short.replaceAll(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '');
  return `${short.trim()}\n`;
}

for (const file of entries) useAll(declarationsOf(file), false);
for (const name of globSync('dist/**/*.d.{ts,cts}')) {
  const read = known.get(normalize(name));
  if (read?.statements.some(({ kept }) => kept !== 'no')) writeFileSync(name, narrow(written(read)));
  else if (!entries.includes(normalize(name))) rmSync(name);
}

/** One space for each level, as the scripts have it. */
function narrow(text: string): string {
  return text.replaceAll(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 4));
}
