/** The language of what is printed and reported. JSON documents and stored runs do not depend on it. */

export const languages = ['en', 'ko'] as const;
type Language = (typeof languages)[number];

/** @returns what `--lang` says, else CHOKEPOINT_LANG, else the locale; English for a language that is not known */
export function languageOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const { CHOKEPOINT_LANG, LC_ALL, LC_MESSAGES, LANG } = environment;
  // The first that is set decides, as POSIX orders them.
  const wanted = optionIn(args) ?? ([CHOKEPOINT_LANG, LC_ALL, LC_MESSAGES, LANG].find(Boolean) || 'en');
  return languages.find((language) => new RegExp(`^${language}(?![a-z])`, 'i').test(wanted)) ?? 'en';
}

/** @returns the value of `--lang`, read before the other options: what is wrong with them is said in this language too */
function optionIn(args: readonly string[]): string | undefined {
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const at = own.findLastIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at < 0) return undefined;
  return own[at]?.includes('=') ? own[at].slice('--lang='.length) : own[at + 1];
}

/** Sets the language for this process. */
export async function speakAs(...given: Parameters<typeof languageOf>): Promise<void> {
  const { speak } = await import('../../messages/message.ts');
  speak(languageOf(...given));
}
