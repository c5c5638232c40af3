/** Figures and words as sentences have them. Tables and axes have theirs in number.ts. */
import type { Milliseconds, Ratio } from '../model/units.ts';

/** Three significant digits, and every digit before the point: 1149, 11.5, 0.623. */
export function short(value: number): string {
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** `5.1 ms`, `11.1 s`. */
export function time(milliseconds: Milliseconds): string {
  return milliseconds >= 1000 ? `${short(milliseconds / 1000)} s` : `${short(milliseconds)} ms`;
}

/** Three significant digits, where a limit decides: `0.52 %`, `35.2 %`. */
export function shortPercent(share: Ratio): string {
  return `${short(share * 100)} %`;
}

/** `97.5 %`, `95 %`: what somebody has set. */
export function tenthPercent(share: Ratio): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** `35 %`: shares that are not known better. */
export function wholePercent(share: Ratio): string {
  return `${Math.round(share * 100)} %`;
}

/** The same text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
