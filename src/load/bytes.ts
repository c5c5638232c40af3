/** Reading header bytes where they lie, without making strings of them. */
import type { Milliseconds } from '../model/units.ts';

/** Whether the bytes begin with `lowerCase`, in whatever case. */
export function startsWith(buffer: Buffer, from: number, to: number, lowerCase: string): boolean {
  if (to - from < lowerCase.length) return false;
  for (let i = 0; i < lowerCase.length; i++) {
    const byte = buffer[from + i] ?? 0;
    const folded = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    if (folded !== lowerCase.charCodeAt(i)) return false;
  }
  return true;
}

/** The text between, trimmed and in lower case. */
export function value(buffer: Buffer, from: number, to: number): string {
  return buffer.toString('latin1', from, to).trim().toLowerCase();
}

/** −1 if it is no decimal number below 10^15. */
export function decimal(buffer: Buffer, from: number, to: number): number {
  if (to <= from || to - from > 15) return -1;
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = (buffer[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** −1 if it is none. */
export function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Space or tab. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}

/** The beginning of a line for an error text. */
export function shown(buffer: Buffer, from: number, to: number): string {
  return JSON.stringify(buffer.toString('latin1', from, Math.min(to, from + 40)));
}

/**
 * What a server says that a whole request took it: `db;dur=12.5, app;dur=47.2;desc="all of it"` (W3C, Server Timing).
 * Only `app` and `total` are taken for the whole. NaN if there is neither.
 */
export function serverTiming(header: string): Milliseconds {
  const took = /(?:^|,)\s*(?:app|total)\s*;(?:[^,]*;)?\s*dur=([\d.]+)/.exec(header)?.[1];
  return took === undefined ? Number.NaN : Number(took);
}
