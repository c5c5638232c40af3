/** A command line with the settings that its folder keeps. They are said, so that nobody has to guess what was measured. */
import { oneLine } from '../format/printable.ts';
import { message, say } from '../messages/message.ts';
import { quoted } from '../messages/shell.ts';
import { redactAsked } from '../model/redact/redact-asked.ts';
import { parseOptions, type Arguments, type Command } from './options/parse.ts';
import { findSettings, type Search } from './options/settings-file.ts';
import { settled } from './options/settled.ts';
import { known, tellAside, tellMessage } from './output/terminal.ts';

/**
 * @param words after the verb
 * @param typed the same, read
 * @param verbs all of them
 * @throws Problem SETTINGS_INVALID
 */
export function withSettings(
  command: Command,
  words: readonly string[],
  typed: Arguments,
  verbs: readonly Command[],
): Arguments {
  const { settings, doubted } = findSettings(typed.cwd);
  if (doubted) tellDoubt(doubted);
  if (!settings) return typed;
  const { args, cwd, kept, foreign } = settled(command, words, settings, typed.cwd);
  // A file serves all verbs: what this one lacks is no mistake, and is only said to whoever asks for everything.
  if (typed.values.verbose && foreign.length > 0) {
    const names = foreign.map((name) => `--${name}`).join(', ');
    tellAside(oneLine(say(message('cli.settings-foreign', { file: settings.file, names }))));
  }
  if (kept.length === 0) return typed;
  const shown = redactAsked(kept, (value) => known.take(value));
  const line = message('cli.from-settings', { file: settings.file, words: shown.map(quoted).join(' ') });
  if (!typed.values.quiet) tellAside(oneLine(say(line)));
  return parseOptions(command, args, verbs, cwd);
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
