/** Reads the part of XML 1.0 that a report uses, and refuses everything else: what it accepts is well-formed. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @throws Error that says what is not well-formed */
export function parseXml(source: string): Element {
  const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(source);
  if (forbidden) throw new Error(`U+${forbidden[0].codePointAt(0)?.toString(16)} is no character of XML`);
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').trim();
  const token = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  const stack: Element[] = [{ name: '', attributes: {}, children: [], text: '' }];
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new Error(`not well-formed at: ${body.slice(at, at + 60)}`);
    const [, closed, opened, attributes = '', alone, text] = match;
    const top = stack.at(-1);
    if (!top) throw new Error('nothing is open');
    if (text !== undefined) {
      if (stack.length === 1) throw new Error(`text outside of the root: ${text}`);
      top.text += decoded(text);
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' };
      if (stack.length === 1 && top.children.length > 0) throw new Error('a second root');
      top.children.push(element);
      if (alone === '') stack.push(element);
    } else if (top.name === closed && stack.length > 1) stack.pop();
    else throw new Error(`</${closed}> closes <${top.name}>`);
  }
  const [root] = stack[0]?.children ?? [];
  if (stack.length !== 1 || !root) throw new Error('an element is not closed');
  return root;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
    name,
    decoded(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error(`an attribute twice in ${text}`);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function decoded(text: string): string {
  return text.replace(/&(#\d+|\w*);?/g, (reference, name: string) => {
    const character = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : entities[name];
    if (character === undefined || !reference.endsWith(';'))
      throw new Error(`no such reference: ${reference}`);
    return character;
  });
}
