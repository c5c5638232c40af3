/**
 * Texts as Fluent files hold them (projectfluent.org): `en/problems.ftl` has a message for each code, and `{ $name }` where something is
 * put in. A file is read when the first of its texts is said.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentResource, type FluentFunction } from '@fluent/bundle';
import { josa, type Particle } from './ko/words.ts';
import { quoted } from './shell.ts';

/** What texts may call. */
const functions: Readonly<Record<string, FluentFunction>> = {
  /** One word of a shell, in a command to be copied. */
  SHELL: ([word]) => quoted(String(word)),
  /** The Korean particle that suits the last sound of the words before it. */
  PARTICLE: ([words, pair]) => josa(String(words), String(pair) as Particle).slice(String(words).length),
};

const bundles = new Map<string, FluentBundle>();

function bundleOf(file: string): FluentBundle {
  const read = bundles.get(file);
  if (read) return read;
  // No marks around what is put in: commands are copied, and terminals show them.
  const bundle = new FluentBundle('en', { useIsolating: false, functions });
  bundle.addResource(new FluentResource(readFileSync(join(import.meta.dirname, file), 'utf8')));
  bundles.set(file, bundle);
  return bundle;
}

/**
 * @param file `en/problems.ftl`
 * @param given by name, what is put in
 * @returns the message's own text and those of its attributes, by their names; null where something that they name is not given
 */
export function filledTexts(
  file: string,
  code: string,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const bundle = bundleOf(file);
  const message = bundle.getMessage(code);
  if (!message) return null;
  const errors: Error[] = [];
  const texts = Object.entries({ value: message.value, ...message.attributes }).map(([name, pattern]) => [
    name,
    pattern === null ? '' : bundle.formatPattern(pattern, given, errors),
  ]);
  return errors.length > 0 ? null : Object.fromEntries(texts);
}
