/** Figures that findings rest on: a label, and a value with its unit. */
import type { Message, MessageCode, ParamsOf } from '../../messages/message.ts';
import type { Figure } from '../../model/diagnosis.ts';
import type { JobKinds } from '../../model/process-snapshot.ts';
import { amount } from '../../format/words.ts';

/** @returns a figure for each label; null, what was not seen, is left out */
export function figures(rows: Readonly<Record<string, Figure['value'] | null>>): Figure[] {
  return Object.entries(rows).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** @returns a value as it is written; null where it was not seen */
export function seen(value: number | null, write: (value: number) => string = amount): string | null {
  return value === null ? null : write(value);
}

/** @returns a figure in words; null where one of its parts was not seen */
export function told<Code extends Extract<MessageCode, `evidence.${string}`>>(
  code: Code,
  parts: { readonly [Name in keyof ParamsOf<Code>]: ParamsOf<Code>[Name] | null },
): Figure['value'] | null {
  if (Object.values(parts).includes(null)) return null;
  return { code, params: parts } as unknown as Message;
}

export function fact(label: string, value: Figure['value']): Figure {
  return { label, value };
}

/** @returns the port of an address for a command or a code line; `PORT` where it has none: of a watch in a file it may be any text */
export const portIn = (address: string): string => /:(\d+)$/.exec(address)?.[1] ?? 'PORT';

/** `node_api 41.2, fs 3.1`: at most four. */
export function kindsText(kinds: JobKinds): string {
  return Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([kind, count]) => `${kind} ${amount(count)}`)
    .join(', ');
}

/** An add-on that checks passwords: each check is a job, and the salt of a new one is a crypto job of Node's. */
export function isOfPasswords(kind: string): boolean {
  return /^addon:.*(?:bcrypt|argon2|scrypt)/i.test(kind);
}

/** Its jobs may compute on threads of their own; Node's own do not. */
export function isOfAddOn(kind: string): boolean {
  return kind === 'node_api' || kind.startsWith('addon:');
}
