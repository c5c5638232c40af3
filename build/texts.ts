/**
 * Holds the text files against each other, writes what each text takes as types (`src/messages/params.ts`), and brings the files into the
 * package. `npm run build` does it, and fails with the code that lacks a text.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from '@fluent/syntax';
import type { Expression, InlineExpression, Message, Pattern } from '@fluent/syntax';
import type { Experiment } from '../src/lab/experiments/experiment.ts';
import { fileOf } from '../src/messages/files.ts';

const folder = join(import.meta.dirname, '../src/messages');
const languages = ['ko'];
/** What the authors of experiments wrote in English, which stands beside their figures, in another language. */
const prose = 'prose.ftl';

/** What a text does with a name, which says what it takes; `= type`: what a comment above the text says. */
type Use =
  | 'number'
  | 'boolean'
  | 'string'
  | 'list'
  | 'sized'
  | 'object'
  | 'null'
  | 'shown'
  | 'any'
  | 'absent'
  | `= ${string}`;
/** By name, what a text does with it: `ratio-low` of an object, `rows[].rate` of the items of a list, `&evidence.hot` as another text. */
export type Uses = Map<string, Set<Use>>;
/** By code, and by the name of the text (`''`: the message's own; `why`, `todo`), what it does with names. */
export type Texts = Map<string, Map<string, Uses>>;

/** What functions take; all others take numbers. */
const taken: Readonly<Record<string, readonly Use[]>> = {
  ...Object.fromEntries(
    ['EMPTY', 'KEY', 'KIND', 'PATH', 'PHRASE', 'SERVICE', 'STARTS-WITH', 'TERM'].map((name) => [
      name,
      ['string', 'string'],
    ]),
  ),
  ...Object.fromEntries(
    ['CAPITAL', 'CLAUSE', 'SAME', 'SHELL', 'SPAN', 'JOIN'].map((name) => [
      name,
      ['any', 'any', 'any', 'any'],
    ]),
  ),
  ...Object.fromEntries(
    ['ABOVE', 'AT-LEAST', 'AT-MOST', 'BELOW', 'COUNT', 'AMOUNT-OF'].map((name) => [name, ['sized', 'sized']]),
  ),
  FIGURE: ['number', 'string'],
  OBJECTIVE: ['number', 'string'],
  IF: ['null', 'any', 'any'],
  LENGTH: ['list'],
  LIST: ['list'],
  PUT: ['shown'],
  TEXT: ['object'],
};

/** The name of a switch; in `IF` another one may be null. */
const isQuestion = /(?:^|-)(?:is|are|has)[A-Z][^-]*$/;

function useOfKey(key: string): Use {
  if (key === 'none') return 'null';
  if (key === 'true' || key === 'false') return 'boolean';
  return key === 'one' || /^\d/.test(key) ? 'number' : 'string';
}

/** @param attributes texts of the items of lists, or parts of the message */
function readPattern(
  { elements }: Pattern,
  uses: Uses,
  attributes: ReadonlyMap<string, Pattern> = new Map(),
): void {
  const use = (name: string, what: Use) => {
    // Every text may say how this program is called.
    if (name !== 'chokepoint') uses.set(name, (uses.get(name) ?? new Set()).add(what));
  };
  /** Of an item are the names that the message itself does not put in, or that it has as `$outer-name` too. */
  const readItems = (list: string, each: string) => {
    const pattern = attributes.get(each);
    if (!pattern)
      return use(
        `${list}[]`,
        each.includes('_') ? `= TextParams['${codeOf(each)}']` : (taken[each]?.[0] ?? 'number'),
      );
    const items: Uses = new Map();
    readPattern(pattern, items, attributes);
    // What it is itself, and which one.
    for (const name of ['item', 'place']) items.delete(name);
    const isOwn = (name: string) => uses.has(name) && !items.has(`outer-${name}`);
    for (const [name, how] of items)
      for (const one of how)
        use(
          name.startsWith('outer-') ? name.slice('outer-'.length) : isOwn(name) ? name : `${list}[].${name}`,
          one,
        );
  };
  const read = (node: Expression | InlineExpression, what: Use): void => {
    if (node.type === 'Placeable') read(node.expression, what);
    else if (node.type === 'VariableReference')
      use(node.id.name, what === 'null' && isQuestion.test(node.id.name) ? 'boolean' : what);
    else if (node.type === 'MessageReference') {
      const own = node.attribute && attributes.get(node.attribute.name);
      if (own) readPattern(own, uses, attributes);
      else use(`&${codeOf(node.id.name)}`, 'object');
    } else if (node.type === 'FunctionReference') {
      const { name } = node.id;
      const positional = node.arguments.positional;
      const [first, second] = positional;
      const of = first?.type === 'VariableReference' ? first.id.name : null;
      if (name !== 'TEXT' || of !== 'self')
        for (const [i, one] of positional.entries())
          read(
            one,
            second?.type === 'NumberLiteral'
              ? 'sized'
              : (taken[name]?.[i] ?? taken[name]?.at(-1) ?? 'number'),
          );
      if (name === 'TEXT' && of !== null && second?.type === 'StringLiteral')
        use(of === 'self' ? `&${codeOf(second.value)}` : `${of}&`, `= TextParams['${codeOf(second.value)}']`);
      const each = node.arguments.named.find((one) => one.name.name === 'each')?.value;
      if (of !== null && each?.type === 'StringLiteral') readItems(of, each.value);
    } else if (node.type === 'SelectExpression') {
      const { selector, variants } = node;
      const keys = variants
        .map(({ key }) => (key.type === 'Identifier' ? key.name : key.value))
        .filter((key) => key !== 'other');
      const isKey = selector.type === 'FunctionReference' && selector.id.name === 'KEY';
      const of = isKey ? (selector.arguments.positional[0] as InlineExpression) : selector;
      if (selector.type !== 'VariableReference') read(selector, 'any');
      if (of.type === 'VariableReference')
        for (const key of keys) if (!isKey || key === 'none') use(of.id.name, useOfKey(key));
      for (const { value } of variants) readPattern(value, uses, attributes);
    }
  };
  for (const one of elements) if (one.type === 'Placeable') read(one.expression, 'shown');
}

const isProblem = (code: string) => code === code.toUpperCase();

const codeOf = (id: string) => (isProblem(id) ? id : id.replaceAll('_', '.'));

/** Of a problem each attribute is a text of its own; else they are items of lists in the message, or its parts. */
function textsOf({ value, attributes, comment }: Message, code: string): Map<string, Uses> {
  const own: Uses = new Map();
  const texts = new Map<string, Uses>([['', own]]);
  const parts = new Map(attributes.map((one) => [one.id.name, one.value] as const));
  // `# $least (number | null) the fewest seen`; `$at?`: may be absent.
  for (const [, name = '', absent, type = ''] of comment?.content.matchAll(
    /^\$([\w[\].-]+)(\?)? \((.+?)\)(?= |$)/gm,
  ) ?? [])
    own.set(name, new Set<Use>([`= ${type}`, ...(absent ? (['absent'] as const) : [])]));
  if (value) readPattern(value, own, parts);
  if (isProblem(code))
    for (const [name, text] of parts) readPattern(text, texts.set(name, new Map()).get(name) ?? new Map());
  return texts;
}

/** @param file `en/problems.ftl` */
export function textsIn(file: string): Texts {
  const found: Texts = new Map();
  for (const entry of parse(readFileSync(join(folder, file), 'utf8'), {}).body) {
    if (entry.type === 'Junk') throw new Error(`${file}: ${entry.content.split('\n', 1)[0]}`);
    if (entry.type !== 'Message') continue;
    const code = codeOf(entry.id.name);
    if (found.has(code)) throw new Error(`${file}: ${code} stands twice`);
    if (fileOf(code) !== basename(file, '.ftl'))
      throw new Error(`${file}: ${code} belongs into ${fileOf(code)}.ftl`);
    found.set(code, textsOf(entry, code));
  }
  return found;
}

/** @returns the texts of all files of a language; the English of a word that only others write down is its code */
export function allTexts(language: string): Texts {
  const files = globSync(`${language}/*.ftl`, { cwd: folder, exclude: [`*/${prose}`] }).toSorted();
  const words = language === 'en' ? languages.map((other) => `${other}/words.ftl`) : [];
  return new Map([...words, ...files].flatMap((file) => [...textsIn(file)]));
}

/** @returns what is wrong with the texts of another language, in the order of the English */
export function faultsOf(own: Texts, english: Texts): string[] {
  const codes = [...new Set([...english.keys(), ...own.keys()])];
  return codes.flatMap((code) => {
    const wanted = english.get(code);
    const texts = own.get(code);
    if (!wanted || !texts) return `${code} ${wanted ? 'has no text' : 'is no code'}`;
    return [...new Set([...wanted.keys(), ...texts.keys()])].flatMap((name) => {
      const label = name === '' ? code : `${code}.${name}`;
      const uses = texts.get(name);
      if (!uses) return `${label} has no text`;
      const given = wanted.get(name) ?? new Map<string, Set<Use>>();
      const isNamed = (one: string) => !one.includes('&');
      return [
        ...[...given]
          .filter(([one, how]) => isNamed(one) && how.has('shown') && !uses.has(one))
          .map(([one]) => `${label}: ${one} is left out`),
        ...[...uses.keys()]
          .filter((one) => isNamed(one) && !given.has(one.replace(/\[\]$/, '')))
          .map((one) => `${label}: ${one} is not in the English text`),
      ];
    });
  });
}

type Declared = Pick<Experiment, 'name' | 'claims' | 'sources' | 'needs' | 'design'>;

/** @returns what an experiment says of itself and a language does not, and what is said of it no more */
export function proseFaults(language: string, experiments: readonly Declared[]): string[] {
  const written = parse(readFileSync(join(folder, language, prose), 'utf8'), {}).body;
  const own = written.flatMap((entry) => {
    if (entry.type === 'Junk') throw new Error(`${prose}: ${entry.content.split('\n', 1)[0]}`);
    if (entry.type !== 'Message' || !entry.id.name.startsWith('experiment_')) return [];
    const code = codeOf(entry.id.name);
    return [code, ...entry.attributes.map(({ id }) => `${code}.${id.name}`)];
  });
  const wanted = experiments.flatMap(({ name, claims, sources, needs, design }) => {
    const listed = Object.entries({ source: sources, needs, design });
    const places = listed.flatMap(([label, all]) => all.map((_, i) => `${label}-${i + 1}`));
    const code = `experiment.${name}`;
    return [
      code,
      ...[...places, ...claims.map(({ id }) => id.slice(name.length + 1))].map((one) => `${code}.${one}`),
    ];
  });
  return [
    ...wanted.filter((one) => !own.includes(one)).map((one) => `${one} has no text`),
    ...own.filter((one) => !wanted.includes(one)).map((one) => `${one} is in no experiment`),
  ];
}

/** @returns the type of what is used so, null left out */
function plainType(uses: ReadonlySet<Use>): string {
  const order = ['list', 'boolean', 'number', 'sized', 'string', 'object', 'shown'] as const;
  const types = {
    list: 'readonly Shown[]',
    boolean: 'boolean',
    number: 'number',
    sized: 'number',
    string: 'string',
    object: 'object',
    shown: 'Shown',
  };
  const type = order.find((one) => uses.has(one));
  return type ? types[type] : uses.has('any') ? 'Shown' : 'unknown';
}

/** @returns the type of what a text does this with: `ratio-low: number` is `ratio: { low: number }` */
function typeOf(uses: Uses): string {
  const own = uses.get('') ?? new Set<Use>();
  const said = [...own].find((one) => one.startsWith('= '));
  if (said) return said.slice(2);
  const rest = Array.from(uses).filter(([name]) => name !== '');
  const inside = (start: string) =>
    new Map(
      rest.flatMap(([name, use]) =>
        name.startsWith(start) ? [[name.slice(start.length), use] as const] : [],
      ),
    );
  const items: Uses = new Map([...inside('[].')].map(([name, use]) => [`-${name}`, use]));
  const item = inside('[]').get('');
  for (const [name, use] of item ? [['', item] as const] : []) items.set(name, use);
  const others = Array.from(rest)
    .filter(([name]) => name.startsWith('&'))
    .flatMap(([, use]) => [...use].map((one) => one.slice(2)));
  const members = objectType(inside('-'));
  const isEntries =
    items.size > 0 && [...items.keys()].every((name) => name === '-name' || name === '-value');
  const entries = isEntries
    ? ` | Readonly<Record<string, ${typeOf(new Map([['', items.get('-value') ?? new Set<Use>(['shown'])]]))}>>`
    : '';
  const type =
    items.size > 0
      ? `readonly (${typeOf(items)})[]${entries}`
      : [...new Set(others), ...(members === '' ? [] : [members])].join(' & ') || plainType(own);
  return own.has('null') ? `${type} | null` : type;
}

/** @returns `''` without members */
function objectType(uses: Uses): string {
  const members = Map.groupBy(uses, ([name]) => /^[^-[&]*/.exec(name)?.[0] ?? '');
  const rows = Array.from(members, ([name, all]) => {
    const own = new Map(all.map(([one, use]) => [one.slice(name.length), use]));
    return `readonly ${name}${own.get('')?.has('absent') ? '?' : ''}: ${typeOf(own)}`;
  });
  return rows.length === 0 ? '' : `{ ${rows.join('; ')} }`;
}

/** Texts that take no object but their list, and texts that put in others. */
function paramsType(uses: Uses, all: ReadonlyMap<string, Uses>): string {
  const self = Array.from(uses).filter(([name]) => name.startsWith('self'));
  if (self.length > 0) return typeOf(new Map(self.map(([name, use]) => [name.slice('self'.length), use])));
  const others = Array.from(uses.keys()).filter(
    (name) => name.startsWith('&') && (all.get(name.slice(1))?.size ?? 0) > 0,
  );
  const own = objectType(new Map(Array.from(uses).filter(([name]) => !name.startsWith('&'))));
  return (
    [...(own === '' ? [] : [own]), ...others.map((name) => `TextParams['${name.slice(1)}']`)].join(' & ') ||
    'None'
  );
}

/** @returns what has to come with a problem: what its texts name, and the texts that it leaves out */
export function detailsOf(english: Texts, code: string): Set<string> {
  const texts = english.get(code) ?? new Map<string, Uses>();
  const named = [...texts.values()].flatMap((uses) => [...uses.keys()]);
  return new Set([...named, ...['why', 'todo'].filter((name) => !texts.has(name))]);
}

/** @returns the file of types */
export function paramTypes(english: Texts): string {
  const all = [...english].map(
    ([code, texts]) => [code, new Map([...texts.values()].flatMap((uses) => [...uses]))] as const,
  );
  const problems = [...english.keys()].filter(isProblem);
  const messages = all.filter(([code]) => !isProblem(code));
  const rows = messages.map(([code, uses]) => `  '${code}': ${paramsType(uses, new Map(messages))};\n`);
  // A reason without its own advice has that of its family.
  for (const [code] of messages) {
    const [own, family] = [code.replace(/(?<=\..+\.)why$/, 'todo'), code.split('.', 1)[0]];
    if (!english.has(own)) rows.push(`  '${own}': TextParams['${family}.todo'];\n`);
  }
  return `/** Written by \`npm run build\` from the English texts: by code, what each takes. */
interface Said {
  readonly code: string;
  readonly params: object;
}
/** What is put in as it is: a name, a figure, another message. */
export type Shown = string | number | Said;
type None = Readonly<Record<string, never>>;
export interface TextParams {
${rows.join('')}}
export interface ProblemNames {
${problems.map((code) => `  ${code}: ${[...detailsOf(english, code)].map((name) => `'${name}'`).join(' | ') || 'never'};\n`).join('')}}
`;
}

if (import.meta.main) {
  const english = allTexts('en');
  // Late: it is the whole lab.
  const { experiments } = await import('../src/lab/experiments/catalogue.ts');
  const faults = languages.flatMap((language) =>
    [...faultsOf(allTexts(language), english), ...proseFaults(language, experiments)].map(
      (fault) => `src/messages/${language}/${fileOf(fault.split(/[ :]/, 1)[0] ?? '')}.ftl: ${fault}`,
    ),
  );
  if (faults.length > 0) {
    process.stderr.write(`${faults.join('\n')}\n`);
    process.exit(1);
  }
  writeFileSync(join(folder, 'params.ts'), paramTypes(english));
  for (const file of globSync('*/*.ftl', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    mkdirSync(join('dist/messages', dirname(file)), { recursive: true });
    // Comments are for translators.
    writeFileSync(join('dist/messages', file), text.replaceAll(/^#.*\n/gm, '').replaceAll(/^\n(?=\S)/gm, ''));
  }
}
