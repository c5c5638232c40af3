/** The form of `chokepoint.json`, and of "chokepoint" in a package.json: the command of a server, and options by their names. */
import { z } from 'zod';

/** What an option takes there: a text or a number, several of them, or true and false. */
export type SettingKind = 'text' | 'list' | 'switch';

export type SettingValue = string | number | boolean | readonly (string | number)[];

/** The file as data; `command` is among its keys. */
export type SettingsData = Readonly<Record<string, SettingValue>>;

/** What is wrong with one key; `kind` is what it takes, null where there is no such key. The key is null for the whole. */
export interface SettingFault {
  readonly key: string | null;
  readonly kind: SettingKind | null;
}

const one = z.union([z.string().min(1), z.number()]);
const several = z.union([one, z.array(one).min(1)]);
const kinds = { text: one, list: several, switch: z.boolean() };

/**
 * @param known the keys beside `command` and `$schema`, with what each takes
 * @returns the settings of the keys with which nothing is wrong, and what is wrong with the others
 */
export function readSettings(
  json: unknown,
  known: Readonly<Record<string, SettingKind>>,
): { readonly data: SettingsData; readonly faults: readonly SettingFault[] } {
  const shape = Object.fromEntries(Object.entries(known).map(([key, kind]) => [key, kinds[kind]]));
  const command = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
  const schema = z.strictObject({ $schema: z.string(), command, ...shape }).partial();
  const { success, data, error } = schema.safeParse(json);
  if (success) {
    const { $schema: _, ...settings } = data;
    return { data: settings as SettingsData, faults: [] };
  }
  const faults = error.issues.flatMap((issue): SettingFault[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ key, kind: null }));
    const key = issue.path[0];
    if (key === undefined) return [{ key: null, kind: null }];
    return [{ key: String(key), kind: key === 'command' ? 'list' : (known[String(key)] ?? 'text') }];
  });
  const isFaulty = (name: string) => faults.some(({ key }) => key === null || key === name);
  const sound = Object.entries(json ?? {}).filter(([name]) => !isFaulty(name));
  return { data: sound.length === 0 ? {} : readSettings(Object.fromEntries(sound), known).data, faults };
}
