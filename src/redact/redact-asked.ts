/** Secrets among the words of chokepoint's own command line. */
import type { Level } from '../model/plan.ts';
import { isMask, isSecret, redactBody, redactText, redactWords, type Take } from './redact.ts';

/** Masks the secrets in a level of `env:NAME` or `arg:NAME`; a level of any other key (`pool`, `topology`) is no secret. */
export function redactLevel(key: string, level: Level, take: Take): Level {
  const name = /^(?:env|arg):(.+)$/.exec(key)?.[1];
  if (name === undefined) return level;
  const text = String(level);
  if (isSecret(name, text)) return take(text);
  const redacted = redactText(text, take);
  return redacted === text ? level : redacted;
}

/** Masks the secrets in the words that were typed: chokepoint's own options, and the user's command after `--`. */
export function redactAsked(words: readonly string[], take: Take): string[] {
  const at = words.includes('--') ? words.indexOf('--') : words.length;
  const own = words.slice(0, at).map((word, i, all) => {
    const [, name = '', value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    if (value !== undefined) return `${name}=${redactValue(name, value, take) ?? redactText(value, take)}`;
    const [, short = '', attached = ''] = secretShort.exec(word) ?? [];
    if (attached !== '') return short + (redactValue(longOf(short), attached, take) ?? attached);
    return redactValue(longOf(all[i - 1] ?? ''), word, take) ?? redactText(word, take);
  });
  return [...own, ...redactWords(words.slice(at), take)];
}

/** A short option that takes a secret: `-H`, `-vH`, `-Hname:value`. Switches may stand before its letter, the value right behind. */
const secretShort = /^(-[hqvV]*[Hb])(.*)$/s;
const longOf = (option: string) =>
  secretShort.exec(option)?.[2] === '' ? (option.endsWith('H') ? '--header' : '--body') : option;

/** Returns the value of an option that takes a secret, masked; null for any other option. */
function redactValue(option: string, value: string, take: Take): string | null {
  if (option === '--body') return value.startsWith('@') ? value : redactBody(value, take);
  if (option === '--vary') {
    const [, key = '', text = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    const levels = text.split(',').map((word) => word.trim());
    const shown = levels.map((word, i) =>
      redactLevel(key, word, (secret) =>
        isMask(secret) || levels.length === 1 ? take(secret) : `${take(secret)}${i + 1}`,
      ),
    );
    return key === '' ? value : `${key}=${shown.join(',')}`;
  }
  if (option !== '--header') return null;
  const [, key = '', text = ''] = /^([^:]*:\s*)(.*)$/s.exec(value) ?? [];
  // A text without a colon is no header, and may be anything. What names a file or a variable is no secret itself.
  if (key === '') return take(value);
  if (isReference(text)) return value;
  return isSecret(key.slice(0, key.indexOf(':')), text) ? key + take(text) : key + redactText(text, take);
}

/** `$NAME` or `${NAME}` in a header's value, as a word of its own: `Bearer $TOKEN`, `session=$SID`. */
export const variableInHeader = /(?<=^|[\s=])\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})(?=$|[\s;,])/g;

/** Whether a header's value holds no secret, and only names where it is: `@FILE`, `Bearer $TOKEN`. */
function isReference(value: string): boolean {
  if (/^@(?!@)/.test(value)) return true;
  const rest = value.replaceAll(variableInHeader, '');
  return rest !== value && /^(?:\w+\s+|[\w.-]+=)?$/.test(rest);
}
