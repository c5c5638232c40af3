/** Reads files of a user by a schema: either all data have its form, or the faults are told with their places. */
import type { ZodError, ZodType } from 'zod';
import { message, type Message } from '../../messages/message.ts';

export type ReadFile<Data> = { readonly data: Data } | { readonly why: Message };

/** @returns what the text holds, or why it cannot be read */
export function readJson<Data>(text: string, schema: ZodType<Data>): ReadFile<Data> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { why: message('file.json', { reason: error instanceof Error ? error.message : String(error) }) };
  }
  const { success, data, error } = schema.safeParse(json);
  return success ? { data } : { why: message('file.form', { faults: faultsIn(error, json) }) };
}

/** Returns the faults with their places; of many only the first ones. */
function faultsIn({ issues }: ZodError, json: unknown): string[] {
  const most = 3;
  const faults = issues.slice(0, most).map(({ path, message: text }) => {
    const value = path.reduce((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], json);
    return `${path.join('.') || 'the file'}: ${value === undefined ? 'missing' : text}`;
  });
  return issues.length > most ? [...faults, '…'] : faults;
}

/** @returns null for text that is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
