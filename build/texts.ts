/**
 * Holds the text files against each other, keeps what each text names as types (`src/messages/problem-names.ts`), and brings the files
 * into the package. `npm run build` does it, and fails with the code that lacks a text.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, Visitor, type Message, type Pattern, type VariableReference } from '@fluent/syntax';

const folder = join(import.meta.dirname, '../src/messages');
const languages = ['ko'];
/** How this program is called: every text may have it. */
const known = 'chokepoint';

/** @returns by code, and by the name of the text (`''`: the message's own), what it names */
export function namesIn(file: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const entry of parse(readFileSync(join(folder, file), 'utf8'), {}).body) {
    if (entry.type === 'Junk') throw new Error(`${file}: ${entry.content.split('\n', 1)[0]}`);
    if (entry.type === 'Message') found.set(entry.id.name, namesOf(entry));
  }
  return found;
}

function namesOf(message: Message): Map<string, Set<string>> {
  const texts = [
    ['', message.value] as const,
    ...message.attributes.map(({ id, value }) => [id.name, value] as const),
  ];
  return new Map(
    texts.map(([name, pattern]) => [name, new Set(pattern === null ? [] : variablesIn(pattern))]),
  );
}

function variablesIn(pattern: Pattern): string[] {
  const names: string[] = [];
  const visitor = new (class extends Visitor {
    override visitVariableReference = ({ id }: VariableReference) => names.push(id.name);
  })();
  visitor.visit(pattern);
  return names.filter((name) => name !== known);
}

/**
 * @param own what the texts of another language name, as `namesIn` returns it
 * @returns what is wrong with them, in the order of the English
 */
export function faultsOf(own: ReturnType<typeof namesIn>, english: ReturnType<typeof namesIn>): string[] {
  const codes = [...new Set([...english.keys(), ...own.keys()])];
  return codes.flatMap((code) => {
    const wanted = english.get(code);
    const texts = own.get(code);
    if (!wanted || !texts) return `${code} ${wanted ? 'has no text' : 'is no code'}`;
    return [...new Set([...wanted.keys(), ...texts.keys()])].flatMap((name) => {
      const label = name === '' ? code : `${code}.${name}`;
      const names = texts.get(name);
      if (!names) return `${label} has no text`;
      const differing = names.symmetricDifference(wanted.get(name) ?? new Set<string>());
      return [...differing].map(
        (one) => `${label}: ${one} is ${names.has(one) ? 'given by nobody' : 'left out'}`,
      );
    });
  });
}

/** @returns the file of types */
export function problemNames(): string {
  const rows = Array.from(namesIn('en/problems.ftl'), ([code, texts]) => {
    const names = new Set([...texts.values()].flatMap((all) => [...all]));
    return `  ${code}: ${[...names].map((name) => `'${name}'`).join(' | ') || 'never'};\n`;
  });
  return `/** Written by \`npm run build\` from en/problems.ftl: by code, what its texts name. */\nexport interface ProblemNames {\n${rows.join('')}}\n`;
}

if (import.meta.main) {
  const english = namesIn('en/problems.ftl');
  const faults = languages.flatMap((language) => {
    const file = `${language}/problems.ftl`;
    return faultsOf(namesIn(file), english).map((fault) => `src/messages/${file}: ${fault}`);
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeFileSync(join(folder, 'problem-names.ts'), problemNames());
  for (const language of ['en', ...languages]) {
    const text = readFileSync(join(folder, language, 'problems.ftl'), 'utf8');
    mkdirSync(`dist/messages/${language}`, { recursive: true });
    // Comments are for translators, and so are the blanks.
    writeFileSync(
      `dist/messages/${language}/problems.ftl`,
      text.replaceAll(/^#.*\n|^\n/gm, '').replaceAll(/^ +/gm, ' '),
    );
  }
}
