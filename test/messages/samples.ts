/**
 * Figures with which every text is said in the tests, derived: of each parameter a value of its type, and for each variant of each text
 * in any language the value that chooses it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type InlineExpression, type Pattern, type Placeable } from '@fluent/syntax';
import { parseSync } from 'oxc-parser';
import { allTexts, paramTypes } from '../../build/texts.ts';
import type { AnyMessage, MessageCode } from '../../src/messages/message.ts';

const all = allTexts('en');

/** Only other texts name them. */
const within = new Set(
  `capacity.rates capacity.times claim.apis claim.names diagnosis.busy downstream.here find.gain function.hot function.place
  headline.gain memory-leak.limit tune.among tune.left-out model.settling pool-starved-of-cpu.kinds pool.kind pool.waiting pool.why predict.gain
  published.kind text thread.state workers-saturated.elsewhere`.split(/\s+/),
);

/** The codes of the catalogue, but for those of problems, and of what others say. */
export const codes = [...all.keys()].filter(
  (code) => !within.has(code) && code !== code.toUpperCase(),
) as MessageCode[];

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;
type Params = Record<string, unknown>;

/** By code, the node of its type. */
const types = new Map<string, Node>();
const { program } = parseSync('params.ts', paramTypes(all));
for (const statement of program.body) {
  if (statement.type !== 'ExportNamedDeclaration') continue;
  const declaration = statement.declaration as unknown as Node;
  if ((declaration['id'] as Node)['name'] !== 'TextParams') continue;
  const { body } = declaration['body'] as { body: readonly Node[] };
  for (const member of body) types.set(nameOf(member), typeOfMember(member));
}

function nameOf({ key }: Node): string {
  const { name, value } = key as { name?: string; value?: string };
  return name ?? value ?? '';
}

function typeOfMember({ typeAnnotation }: Node): Node {
  return (typeAnnotation as { typeAnnotation: Node }).typeAnnotation;
}

/** Plausible ones where a text looks into them, or has a word that they must not be. */
const strings: Readonly<Record<string, string>> = {
  figure: 'p99',
  unit: 'ms',
  metric: 'p99',
  kind: 'fs',
  url: 'http://127.0.0.1:3000/list',
  address: '10.0.0.5:4000',
  to: '10.0.0.5:4000',
  file: '/srv/app.js',
  path: '/list',
  id: '20261120-143021-9e39',
  run: '20261120-143021-9e39',
  verb: 'tune',
  pid: '4711',
  command: 'node server.js',
  sentence: 'A sentence.',
  load: '-c 8',
  left: 'pool-map',
  name: 'pool-map',
  number: '4711',
  ports: '3000',
  port: '3000',
  folder: '/srv/reports',
  versions: '22,24',
  word: 'better',
};
const numbers: Readonly<Record<string, number>> = {
  value: 1.93,
  low: 1.53,
  high: 2.43,
  pid: 4711,
  port: 3000,
  until: Date.UTC(2026, 10, 2, 3, 47, 49),
};

/** Where the name means something else in one text. */
const elsewhere: Readonly<Record<string, Params>> = { 'hint.list': { verb: 'lab' } };

/** Another one for each name, so that one that is lost is missed: 12 to 96. */
const numberOf = (name: string) =>
  numbers[name] ?? 12 + (Array.from(name).reduce((sum, one) => 31 * sum + one.charCodeAt(0), 7) % 85);

function valueOf(type: Node, name: string): unknown {
  const inner = () => type['typeAnnotation'] as Node;
  const members = () => type['types'] as readonly Node[];
  switch (type.type) {
    case 'TSNumberKeyword':
      return numberOf(name);
    case 'TSStringKeyword':
      return strings[name] ?? `…${name}`;
    case 'TSBooleanKeyword':
      return true;
    case 'TSLiteralType':
      return (type['literal'] as { value: unknown }).value;
    case 'TSUnionType':
      return valueOf(members().find((one) => one.type !== 'TSNullKeyword') ?? type, name);
    case 'TSIntersectionType':
      return Object.assign({}, ...members().map((one) => valueOf(one, name)));
    case 'TSTypeOperator':
    case 'TSParenthesizedType':
      return valueOf(inner(), name);
    case 'TSArrayType':
      return ['', '2'].map((end) => valueOf(type['elementType'] as Node, name + end));
    case 'TSTypeLiteral':
      return Object.fromEntries(
        (type['members'] as readonly Node[]).map((one) => [
          nameOf(one),
          valueOf(typeOfMember(one), nameOf(one)),
        ]),
      );
    case 'TSIndexedAccessType':
      return paramsOf((((type['indexType'] as Node)['literal'] ?? {}) as { value: string }).value);
    case 'TSTypeReference':
      return referred((type['typeName'] as { name: string }).name, name);
    default:
      return null;
  }
}

function referred(type: string, name: string): unknown {
  if (type === 'None') return {};
  if (type === 'Shown') return strings[name] ?? `…${name}`;
  if (type === 'Said') return { code: 'text', params: { text: strings[name] ?? `…${name}` } };
  return { fs: 3, crypto: 12 };
}

const paramsOf = (code: string) => valueOf(types.get(code) ?? { type: 'none' }, '') as Params;

/** What chooses a variant: names with their values. */
type Choice = readonly (readonly [name: string, value: unknown])[];

/** Of a function that compares with a number: some that lie on either side. */
function beside(bound: number): readonly number[] {
  return [bound > 1 && Number.isInteger(bound) ? Math.floor(bound / 2) : bound / 2, bound, 2 * bound + 1];
}

function valuesOf(
  selector: InlineExpression,
  key: string,
): readonly (readonly [name: string, value: unknown])[] {
  if (selector.type === 'VariableReference') {
    const { name } = selector.id;
    if (key === 'none') return [[name, null]];
    if (key === 'true' || key === 'false') return [[name, key === 'true']];
    if (key === 'one') return [[name, 1]];
    return [[name, /^-?\d/.test(key) ? Number(key) : key]];
  }
  if (selector.type !== 'FunctionReference') return [];
  const [first, ...others] = selector.arguments.positional;
  if (first?.type !== 'VariableReference') return [];
  const { name } = first.id;
  if (selector.id.name === 'KEY') return others.length > 0 ? [] : [[name, key === 'none' ? null : key]];
  if (selector.id.name === 'EMPTY') return [[name, '']];
  if (selector.id.name === 'SET') return [[name, null]];
  const [second] = others;
  if (selector.id.name === 'SAME' && second?.type === 'NumberLiteral') return [[name, Number(second.value)]];
  if (selector.id.name === 'SAME' && second?.type === 'StringLiteral') return [[name, second.value]];
  const known = second?.type === 'NumberLiteral' ? beside(Number(second.value)) : [1, 3, 150];
  const wanted = selector.id.name === 'LENGTH' ? [key].filter((one) => /^\d+$/.test(one)).map(Number) : known;
  return wanted.map((value) => [name, value] as const);
}

/** One for each variant, in the variants that lead there. */
function choicesOf({ elements }: Pattern, before: Choice = []): readonly Choice[] {
  return elements.flatMap((one) => {
    if (one.type !== 'Placeable') return [];
    if (one.expression.type !== 'SelectExpression') return conditionsIn(one.expression, before);
    const { selector, variants } = one.expression;
    return variants.flatMap(({ key, value, default: isDefault }) => {
      const word = key.type === 'Identifier' ? key.name : key.value;
      const isOther = isDefault && word === 'other';
      const isSwitch = variants.some((each) => each.key.type === 'Identifier' && each.key.name === 'true');
      const chosen = isOther && isSwitch ? 'false' : word;
      const own = isOther && !isSwitch ? [] : valuesOf(selector, chosen);
      const starts = own.length > 0 ? own.map((each) => [...before, each]) : [before];
      return starts.flatMap((start) => [start, ...choicesOf(value, start)]);
    });
  });
}

/** Of each `IF` what makes its condition hold, and what does not. */
function conditionsIn(one: Placeable['expression'], before: Choice): readonly Choice[] {
  if (one.type !== 'FunctionReference') return [];
  const { positional } = one.arguments;
  const [condition] = positional;
  const inside = positional.flatMap((each) => conditionsIn(each, before));
  if (one.id.name !== 'IF' || !condition) return inside;
  const absent =
    condition.type === 'VariableReference' && /(?:^|-)(?:is|are|has)[A-Z]/.test(condition.id.name);
  return [...valuesOf(condition, absent ? 'false' : 'none').map((each) => [...before, each]), ...inside];
}

const choices = new Map<string, Choice[]>();
const folder = join(import.meta.dirname, '../../src/messages');
for (const file of globSync('*/*.ftl', { cwd: folder }))
  for (const entry of parse(readFileSync(join(folder, file), 'utf8'), {}).body) {
    if (entry.type !== 'Message') continue;
    const code = entry.id.name.replaceAll('_', '.');
    const patterns = [entry.value, ...entry.attributes.map(({ value }) => value)].filter(
      (one) => one !== null,
    );
    choices.set(code, [...(choices.get(code) ?? []), ...patterns.flatMap((one) => choicesOf(one))]);
  }

/** Sets what is there: of an object by `ratio-low`, in the items of lists too. */
function set(params: Params, name: string, value: unknown): void {
  for (const [key, old] of Object.entries(params)) {
    if (key === name || `outer-${key}` === name)
      params[key] =
        Array.isArray(old) && typeof value === 'number'
          ? Array.from({ length: Math.ceil(value) }, () => old[0])
          : value;
    else if (Array.isArray(old)) old.forEach((one) => isParams(one) && set(one, name, value));
    else if (name.startsWith(`${key}-`) && isParams(old)) set(old, name.slice(key.length + 1), value);
  }
}

const isParams = (value: unknown): value is Params => typeof value === 'object' && value !== null;

/** Everything with which a code is said. */
export function given(code: MessageCode): readonly AnyMessage[] {
  const made = [[], ...(choices.get(code) ?? [])].map((choice) => {
    const params = { ...structuredClone(paramsOf(code)), ...elsewhere[code] };
    for (const [name, value] of choice) set(params, name, value);
    return JSON.stringify(params);
  });
  return [...new Set(made)].map((params) => ({ code, params: JSON.parse(params) as object }));
}

/** Every text in the parameters of a message: somebody else wrote it. */
export function stringsIn(params: unknown): readonly string[] {
  if (typeof params === 'string') return [params];
  return isParams(params) ? Object.values(params).flatMap(stringsIn) : [];
}
