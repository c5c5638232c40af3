/** The gate and its validity checks as JUnit XML: what CI systems show beside the other tests. */
import { say } from '../../messages/message.ts';
import type { CheckResult } from '../../model/check.ts';
import { foundIn, type GateResult } from '../../model/verdict.ts';
import { metrics, type RunResult } from '../../model/verdict.ts';
import { percent } from '../../format/number.ts';

/** One testcase; `outcome` is the element that says how it did not pass, null if it passed. */
interface Case {
  readonly group: string;
  readonly name: string;
  readonly seconds: number;
  readonly outcome: {
    readonly kind: 'failure' | 'error' | 'skipped';
    readonly type: string;
    readonly message: string;
  } | null;
  readonly output: string;
}

/** The whole document, ending with a line break. A gate that is undecided is skipped: it warns, and fails nothing. */
export function junit(result: RunResult): string {
  const { run, trials, checks } = result;
  const { gate } = foundIn(result);
  const seconds = trials.reduce((sum, { duration }) => sum + duration, 0) / 1000;
  const cases = [...(gate ? [gateCase(gate, seconds)] : []), ...checks.map(checkCase)];
  const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  const totals = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds.toFixed(3),
  };
  const suite = {
    name: 'chokepoint gate',
    ...totals,
    timestamp: new Date(run.createdAt).toISOString(),
    id: run.id,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(totals)}>`,
    `  <testsuite${attributes(suite)}>`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const gateKinds = { fail: 'failure', undecided: 'skipped', unmeasured: 'error' } as const;

function gateCase(gate: GateResult, seconds: number): Case {
  const { verdict, metric, threshold } = gate;
  const [sentence, because, ...notes] = [gate.sentence, gate.because, ...gate.notes].map(say);
  return {
    group: 'chokepoint.gate',
    name: `${metrics[metric].label}: head against base, ${percent(threshold)} allowed`,
    seconds,
    outcome:
      verdict === 'pass'
        ? null
        : {
            kind: gateKinds[verdict],
            type: verdict,
            message: (verdict === 'fail' ? sentence : because) ?? '',
          },
    output: [sentence, because, ...notes].join('\n'),
  };
}

/** Only what takes words away makes a job red: a short window is noted, and the gate may still be passed. */
const weighs = new Set(['silence', 'void', 'undecided']);

function checkCase({ id, title, outcome, effect, ...check }: CheckResult): Case {
  const sentence = say(check.sentence);
  return {
    group: 'chokepoint.validity',
    name: `${id} ${title}`,
    seconds: 0,
    outcome:
      outcome === 'pass'
        ? null
        : {
            kind: outcome === 'fail' && weighs.has(effect) ? 'failure' : 'skipped',
            type: effect,
            message: sentence,
          },
    output: sentence,
  };
}

function caseLines({ group, name, seconds, outcome, output }: Case): string[] {
  const head = `    <testcase${attributes({ classname: group, name, time: seconds.toFixed(3) })}>`;
  const how = outcome && `      <${outcome.kind}${attributes(elementAttributes(outcome))}/>`;
  return [
    head,
    ...(how === null ? [] : [how]),
    `      <system-out>${escaped(output)}</system-out>`,
    '    </testcase>',
  ];
}

/** `skipped` has no type in the schema that most readers go by. */
function elementAttributes({ kind, type, message }: NonNullable<Case['outcome']>): Record<string, string> {
  return kind === 'skipped' ? { message } : { type, message };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 has no way to write most control characters and lone surrogates, not even as references. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
