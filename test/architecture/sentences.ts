/** Where a program reads its own sentences: what it decides by them breaks with the next wording, and in another language. */
import { parseSync, Visitor } from 'oxc-parser';

export interface Sentences {
  /** The line on which `say` is imported, which makes text of a message; null where it is not. */
  readonly says: number | null;
  /** What is decided by a sentence, or cut out of one. */
  readonly decisions: readonly { readonly what: string; readonly line: number }[];
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** What looks into a text, called on a sentence or with one. */
const looking = new Set(
  `test match matchAll exec search slice substring includes startsWith endsWith indexOf lastIndexOf at split replace replaceAll
localeCompare`.split(/\s/),
);
const keeping = new Set(['add', 'has', 'get', 'set']);
const comparing = new Set(['===', '!==', '==', '!=']);
/** Of a problem: what happened, why, what to do. */
const texts = new Set(['what', 'why', 'todo']);

/** @returns where the file takes sentences for data: the texts of `say`, of problems and of quoted messages */
export function sentencesOf(path: string, text: string): Sentences {
  const { program, module } = parseSync(path, text);
  const lineOf = ({ start }: { readonly start: number }) => text.slice(0, start).split('\n').length;
  const imported = module.staticImports.find(
    ({ moduleRequest, entries }) =>
      moduleRequest.value.endsWith('/message.ts') &&
      entries.some(({ importName, isType }) => importName.name === 'say' && !isType),
  );
  const decisions: { what: string; line: number }[] = [];
  const named = new Set<string>();
  const decide = (what: string, node: unknown) => decisions.push({ what, line: lineOf(node as Node) });
  const isSentence = (node: unknown): boolean => isText(node as Node | null | undefined, named);

  // Names of sentences first: a text may be used above the line that makes it.
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && isSentence(init)) named.add(id.name);
    },
  }).visit(program);
  new Visitor({
    BinaryExpression(node) {
      const { left, right, operator } = node;
      const isAbsence = [left, right].some((side) => isNothing(side as unknown as Node));
      if (comparing.has(operator) && !isAbsence && (isSentence(left) || isSentence(right)))
        decide(operator, node);
    },
    SwitchStatement(node) {
      if (isSentence(node.discriminant)) decide('switch', node);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const { name } = callee.property as { name: string };
      const isAsked = node.arguments.some((argument) => isSentence(argument));
      if (looking.has(name) && (isAsked || isSentence(callee.object))) decide(name, node);
      if (keeping.has(name) && isAsked) decide(name, node);
    },
    NewExpression(node) {
      const kind = nameOf(node.callee);
      if ((kind === 'Set' || kind === 'Map') && node.arguments.some((one) => holdsSay(one)))
        decide(kind, node);
    },
  }).visit(program);
  return { says: imported ? lineOf(imported) : null, decisions };
}

function isText(node: Node | null | undefined, named: ReadonlySet<string>): boolean {
  const of = (child: unknown) => isText(child as Node | null | undefined, named);
  switch (node?.type) {
    case 'Identifier':
      return named.has(String(node['name']));
    case 'CallExpression':
      return nameOf(node['callee']) === 'say';
    case 'MemberExpression': {
      const name = nameOf(node['property']);
      return !node['computed'] && (texts.has(name) || (name === 'text' && isParams(node['object'] as Node)));
    }
    case 'LogicalExpression':
      return of(node['left']) || of(node['right']);
    case 'ConditionalExpression':
      return of(node['consequent']) || of(node['alternate']);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return of(node['expression']);
    default:
      return false;
  }
}

const isParams = (node: Node) => node.type === 'MemberExpression' && nameOf(node['property']) === 'params';

/** Whether there is a text at all may be asked. */
const isNothing = (node: Node) =>
  (node.type === 'Literal' && node['value'] === null) || nameOf(node) === 'undefined';

/** `list.map(say)`, `[say(one)]`, at any depth. */
function holdsSay(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(holdsSay);
  if (typeof node !== 'object' || node === null) return false;
  if (nameOf(node) === 'say') return true;
  return Object.values(node).some(holdsSay);
}

function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string };
  return type === 'Identifier' && name !== undefined ? name : '';
}
