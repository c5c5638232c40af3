/** The values of options: times, shares and numbers with their units, or a problem that says how they are written. */
import { problem } from '../../model/problem.ts';

/** `10s`, `500ms`, `2m`, `1h` → milliseconds. @throws Problem OPTION_INVALID */
export function milliseconds(option: string, text: string, least = 0): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
  const value = match
    ? Number(match[1]) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] ?? ''] ?? NaN)
    : NaN;
  if (!(value >= least) || value > 24 * 3_600_000) {
    throw problem('OPTION_INVALID', {
      option,
      value: text,
      why:
        least > 0
          ? `It takes a time with its unit, of ${least < 1000 ? `${least} ms` : `${least / 1000} s`} or more.`
          : 'It takes a time with its unit.',
      todo: `Write ${least > 500 ? '' : '500ms, '}10s, 2m or 1h.`,
    });
  }
  return value;
}

/**
 * `3%` or `0.03` → 0.03.
 * @param example one that the option takes
 * @throws Problem OPTION_INVALID
 */
export function share(option: string, text: string, example = '3%'): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text);
  const value = match ? Number(match[1]) / (match[2] === '%' ? 100 : 1) : NaN;
  if (value > 0 && value < 1) return value;
  throw problem('OPTION_INVALID', {
    option,
    value: text,
    why: 'It takes a share above 0 % and below 100 %.',
    todo: `Write ${option} ${example}.`,
  });
}

/**
 * A whole number from `least` up.
 * @param todo what to write, where any number will not do
 * @throws Problem OPTION_INVALID
 */
export function wholeNumber(
  option: string,
  text: string,
  least: number,
  todo = `Write ${option} ${Math.max(4, least)}.`,
): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least || text.trim() === '') {
    throw problem('OPTION_INVALID', {
      option,
      value: text,
      why: `It takes a whole number from ${least} up.`,
      todo,
    });
  }
  return value;
}
