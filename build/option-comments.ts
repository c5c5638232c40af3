/**
 * Writes out the options of the API, each with its help as its comment: of a type that is made from a table an editor shows none. What made
 * it is reached by no export then, and goes (`reachable-declarations.ts`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { isTypeReferenceNode } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { helpFor } from '../src/cli/help.ts';
import { options, type Option, type OptionName } from '../src/cli/options/table.ts';
import { kebab } from '../src/cli/options/values.ts';
import type { Verb } from '../src/cli/options/verb-options.ts';
import { say } from '../src/messages/message.ts';

const file = resolve('dist/api/options.d.ts');
/** A command line takes seconds and per cent too. */
const units: Readonly<Record<string, string>> = { TIME: '; in milliseconds', SHARE: '; from 0 to 1' };

/** @returns what an editor shows of an option. @param property its name for programs: `startTimeout` */
export function commentOf(property: string, verb: Verb): string {
  const name = kebab(property) as OptionName;
  const { value = '' }: Option = options[name];
  // Without the ticks it would begin a tag.
  return `${say(helpFor(name, verb))}${units[value] ?? ''}`.replaceAll(/@\w+/g, '`$&`');
}

if (import.meta.main) {
  const api = new API();
  const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
  const source = project?.program.getSourceFile(file);
  if (!project || !source) throw new Error(`the compiler does not open ${file}`);
  const { checker } = project;
  let text = readFileSync(file, 'utf8');
  const visit = (node: Node): void => {
    const [written, verb] = /^OptionsOf<'(\w+)'>$/.exec(node.getText(source)) ?? [];
    const type = written !== undefined && isTypeReferenceNode(node) && checker.getTypeFromTypeNode(node);
    if (!type) {
      node.forEachChild(visit);
      return;
    }
    const rows = checker.getPropertiesOfType(type).map((property) => {
      const of = checker.getTypeOfSymbol(property);
      const shown = of && checker.typeToString(of).replace(/ \| undefined$/, '');
      return `    /** ${commentOf(property.name, verb as Verb)} */\n    readonly ${property.name}?: ${shown};\n`;
    });
    text = text.replace(written, () => `{\n${rows.join('')}}`);
  };
  visit(source);
  api.close();
  writeFileSync(file, text);
}
