/**
 * What was found, as codes and figures: read from the document of `--json` by the shape of what stands in it, wherever it stands. No
 * sentence is read, so that a rewrite of the pages, or of the document's form, changes nothing here.
 */
import { printedCommands } from '../cli/printed-commands.ts';

type Part = Readonly<Record<string, unknown>>;
export type Found = Readonly<Record<string, readonly Part[]>>;

/** By its name: the keys by which it is known, and those that are kept of it. */
const shapes: Readonly<Record<string, readonly [known: string, kept: string]>> = {
  problem: ['code what exit', 'code'],
  gate: ['verdict threshold', 'verdict metric loss ratio threshold blocks because notes'],
  search: [
    'verdict atMost',
    'verdict id keepsDefault kept stopped atMost certainty gain band withheld warnings',
  ],
  tried: ['standing trials', 'id standing ratio trials failed constraints'],
  capacity: ['word about', 'cell word about rate kept broken blocks limit notes'],
  comparison: ['word delta', 'metric cell baseline ratio word blocks withheld'],
  claim: ['verdict because evidence', 'id verdict because evidence undecided withheld'],
  check: ['outcome effect', 'id outcome effect cells'],
  diagnosis: ['status findings answers', 'status sentence'],
  finding: ['rule severity title', 'rule severity resource verb title because changes gain'],
  proof: ['verdict figures today', 'verdict setting today metric ratio blocks figures cost because'],
  unproved: ['proof unproved', 'unproved'],
  predicted: ['utilisation limit', 'label throughput mean p50 p99 limit note range'],
  published: ['canCompare sentence', 'canCompare sentence differences hidden'],
  publishedRatio: ['metric value word', 'metric value low high word withheld'],
  summary: ['cell problems metrics', 'cell trials failed problems metrics'],
};

/** What the figures of the verdict are, of the first of these that there is. */
const deciding: readonly (readonly [shape: string, key: string])[] = [
  ['proof', 'ratio'],
  ['gate', 'loss'],
  ['search', 'gain'],
  ['capacity', 'rate'],
  ['capacity', 'about'],
  ['predicted', 'throughput'],
  ['finding', 'title'],
  ['publishedRatio', 'value'],
  ['claim', 'evidence'],
  ['comparison', 'ratio'],
];

/** What belongs to a text, or to the spread of an interval that is there. */
const left = new Set(['text', 'title', 'unit', 'n', 'trials', 'spread']);

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const round = (value: number) => Number(value.toPrecision(5));

/** @returns what was found; checks that did not fail are only counted */
export function foundIn(document: unknown): Found {
  const found: Record<string, Part[]> = {};
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isPart(value)) return;
    for (const [name, [known, kept]] of Object.entries(shapes)) {
      if (!known.split(' ').every((key) => key in value)) continue;
      const own = kept.split(' ').filter((key) => value[key] !== undefined && value[key] !== null);
      (found[name] ??= []).push(Object.fromEntries(own.map((key) => [key, short(value[key])])));
    }
    Object.values(value).forEach(walk);
  };
  walk(document);
  const { check: checks = [], ...rest } = found;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const passed = checks.filter(({ outcome }) => outcome === 'pass').length;
  return { ...rest, ...(checks.length > 0 && { checks: [{ passed }, ...failed] }) };
}

/** A message is its code with its figures, an interval three numbers; texts and lists of settings stay. */
function short(value: unknown): unknown {
  if (typeof value === 'number') return round(value);
  if (Array.isArray(value)) return value.map(short);
  if (!isPart(value)) return value;
  const { code, params, low, high, type, setting } = value;
  if (typeof code === 'string') return [code, ...numbersIn(params)].join(' ');
  if (low !== undefined && high !== undefined) return [value['value'], low, high].map(short).join(' ');
  // Of a change: whether it can be set from outside; its text is advice, and no finding.
  if (type !== undefined) return setting === undefined ? type : setting;
  const kept = Object.entries(value).filter(([key]) => !left.has(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, short(one)]));
}

/** In order of their size: names and order of parameters may change. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [round(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .flatMap(numbersIn)
    .toSorted((a, b) => a - b);
}

/** The figures that decided. */
export function figuresOf(found: Found): readonly number[] {
  for (const [shape, key] of deciding) {
    const parts = (found[shape] ?? []).filter((part) => part[key] !== undefined);
    const [first] = parts;
    if (!first) continue;
    const words = JSON.stringify(shape === 'predicted' ? parts.map((part) => part[key]) : first[key]);
    return Array.from(words.matchAll(/(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.-])/g), ([one]) =>
      Number(one),
    );
  }
  return [];
}

/** As a page may write it: as a share, as a percentage more or less, in thousandths. */
const written = (value: number) =>
  [1, 100, 1000, 0.001]
    .map((factor) => value * factor)
    .concat(100 * (value - 1), 100 * (1 - value), -100 * value);

/** @returns those figures that stand nowhere in the text, to the digits that are written there */
export function missingFigures(text: string, figures: readonly number[]): readonly number[] {
  const tokens = Array.from(text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g), ([one]) => one.replaceAll(',', ''));
  const isThere = (value: number) =>
    written(value).some((wanted) =>
      tokens.some((token) => {
        const [, decimals = ''] = token.split('.');
        const digits = token.replace('.', '').replace(/^0+/, '').length;
        const step = 10 ** -decimals.length;
        // A whole number may be rounded to its first two digits.
        const coarse =
          decimals === '' && /^\d\d+0+$/.test(token) ? 10 ** (/0+$/.exec(token)?.[0].length ?? 0) : step;
        if (digits < 2) return Number(token) === value;
        return Math.abs(Number(token) - wanted) <= 0.501 * Math.max(step, coarse);
      }),
    );
  return figures.filter((value) => !isThere(value));
}

/** What a reader sees: marks stand apart from what they mark. */
export function seenText(form: string): string {
  if (!form.startsWith('<!doctype')) return form.replaceAll('`', '  ');
  return form
    .replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, '  ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The commands that a form names, in its order; of a document those in its texts. */
export function commandsIn(form: string): readonly string[] {
  return printedCommands(form.startsWith('{') ? stringsIn(JSON.parse(form)).join('\n') : seenText(form));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
