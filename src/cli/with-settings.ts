/** A command line with the settings that its folder keeps. They are said, so that nobody has to guess what was measured. */
import { oneLine } from '../format/printable.ts';
import { message, say } from '../messages/message.ts';
import { quoted } from '../messages/shell.ts';
import { redactAsked } from '../redact/redact-asked.ts';
import { parseOptions, type Arguments, type Command } from './options/parse.ts';
import { findSettings, settingsFiles, type Search, type Settings } from './options/settings-file.ts';
import { settled } from './options/settled.ts';
import { known, tellAside, tellMessage } from './output/terminal.ts';

/**
 * @param words after the verb
 * @param typed the same, read
 * @param verbs all of them
 * @throws Problem SETTINGS_INVALID
 */
export async function withSettings(
  command: Command,
  words: readonly string[],
  typed: Arguments,
  verbs: readonly Command[],
): Promise<Arguments> {
  if (typed.values.settings === false) return typed;
  const { settings: here, doubted } = findSettings(typed.cwd);
  if (doubted) tellDoubt(doubted);
  const ofBase = await settingsOfBase(typed);
  const settings = ofBase === undefined ? here : ofBase;
  const overruled = ofBase === undefined ? [] : differing(ofBase, here);
  if (!settings) return { ...typed, overruled };
  const { args, cwd, kept, foreign } = settled(command, words, settings, typed);
  // A file serves all verbs: what this one lacks is no mistake, and is only said to whoever asks for everything.
  if (typed.values.verbose && foreign.length > 0) {
    const names = foreign.map((name) => `--${name}`).join(', ');
    tellAside(oneLine(say(message('cli.settings-foreign', { file: settings.file, names }))));
  }
  if (kept.length === 0) return { ...typed, overruled };
  const shown = redactAsked(kept, (value) => known.take(value));
  const line = message('cli.from-settings', { file: settings.file, words: shown.map(quoted).join(' ') });
  if (!typed.values.quiet) tellAside(oneLine(say(line)));
  return { ...parseOptions(command, args, verbs, cwd), overruled };
}

/**
 * A change that is tested must not say how: of a gate the settings are those of its base.
 * @returns null: the base has none; undefined: there is no such base, or nothing of a folder is used
 */
async function settingsOfBase({ cwd, values, command }: Arguments): Promise<Settings | null | undefined> {
  const { against } = values;
  if (against === undefined || against === 'last' || command.length > 0) return undefined;
  const { isRevision, textAt } = await import('../run/run.ts');
  if (!(await isRevision(cwd, against))) return undefined;
  const texts = new Map<string, string | null>();
  for (const file of settingsFiles(cwd)) texts.set(file, await textAt(against, file));
  return findSettings(cwd, (path) => {
    const text = texts.get(path) ?? null;
    return text === null ? null : { path, text, doubt: null };
  }).settings;
}

/** @returns the keys in which one file says otherwise than another */
function differing(one: Settings | null, other: Settings | null): string[] {
  const valuesOf = (settings: Settings | null) =>
    new Map<string, string>([
      ['command', (settings?.command ?? []).join(' ')],
      ...Array.from(settings?.words ?? [], ([name, words]) => [name, words.join(' ')] as const),
    ]);
  const [first, second] = [valuesOf(one), valuesOf(other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (name) => first.get(name) !== second.get(name),
  );
}

/** Whether the folder keeps a command, or at least has a script that starts one. @throws Problem SETTINGS_INVALID */
export function searchHere(): { readonly hasCommand: boolean; readonly hasStart: boolean } {
  const { settings, doubted, hasStart } = findSettings(process.cwd());
  if (doubted) tellDoubt(doubted);
  return { hasCommand: settings !== null && settings.command.length > 0, hasStart };
}

function tellDoubt({ file, doubt }: NonNullable<Search['doubted']>): void {
  const uid = doubt.by === 'owner' ? doubt.uid : null;
  const note = message('cli.settings-doubted', { file, uid });
  tellMessage(message('cli.note', { note }));
}
