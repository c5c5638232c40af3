/** A server of the registry that nobody here wrote, with its load, what a person found, and what came of the doctor's answer. */
import type { Diagnosis, RuleId } from '../../src/model/diagnosis.ts';
import type { Milliseconds, PerSecond } from '../../src/model/units.ts';
import type { ThreadGroup } from './threads.ts';

/** One folder of `bench/cases`: `package.json` with exact versions, `case.ts`, and the few files that the server needs. */
export interface Case {
  readonly kind:
    | 'static files'
    | 'images'
    | 'mock'
    | 'proxy'
    | 'rendering'
    | 'GraphQL'
    | 'WebSocket'
    | 'queue'
    | 'passwords and tokens'
    | 'documents'
    | 'database'
    | 'logging'
    | 'RPC'
    | 'application';
  /** One sentence. */
  readonly what: string;
  /** Words. `$PORT` is a free port; a bin is a path in `node_modules/.bin`. `beside.mjs`, where there is one, runs beside it. */
  readonly command: readonly string[];
  /** The case whose `beside.mjs` runs beside this one too. */
  readonly besideOf?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is done once after the installation. */
  readonly prepare?: readonly string[];
  readonly request: {
    readonly path: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** 32 unless told. */
  readonly clients?: number;
  /** Written before the doctor was asked. */
  readonly person: {
    /** A first finding of one of these rules is right; none: the server is healthy. */
    readonly rules: readonly RuleId[];
    /** What limits it at the knee of its throughput, where that takes other than `clients`: right in a first look. */
    readonly atKnee?: readonly RuleId[];
    /** What the finding has to name besides: a package, a library, a service. */
    readonly names?: RegExp;
    /** One sentence for the table. */
    readonly short: string;
    /** With the figures of the tools. */
    readonly found: string;
  };
  /** Settings that the server's own code takes from its environment: the first group in the text of a change is the value. */
  readonly knobs?: readonly { readonly change: RegExp; readonly env: string }[];
  /** What a maintainer of the server would say to the advice. */
  readonly advice: { readonly canBeFollowed: boolean; readonly said: string };
}

export interface NamedCase extends Case {
  /** Its folder. */
  readonly name: string;
}

/** What a run of a case leaves behind: `bench/data/cases/NAME.json`. */
export interface CaseRecord {
  readonly node: string;
  readonly cpus: number;
  /** Of the packages that `package.json` names. */
  readonly versions: Readonly<Record<string, string>>;
  readonly seen: Seen;
  /** What the terminal showed. */
  readonly output: string;
  readonly status: Diagnosis['status'];
  /** The doctor says first that other programs have the CPUs: true, and no answer about the server. */
  readonly isDisturbed: boolean;
  /** The first; null: none. */
  readonly finding: RecordedFinding | null;
  /** Null: the first change is no setting, or was not tried. */
  readonly followed: Followed | null;
}

/** The server under its load, without the doctor. */
export interface Seen {
  readonly threads: readonly ThreadGroup[];
  readonly throughput: PerSecond;
  /** Mean; null where none was answered in the window. */
  readonly response: Milliseconds | null;
  readonly failed: number;
}

export interface RecordedFinding {
  readonly rule: RuleId;
  readonly verb: string;
  readonly title: string;
  readonly because: string;
  readonly evidence: readonly string[];
  readonly changes: readonly { readonly type: string; readonly what: string; readonly text: string }[];
  readonly expect: string;
  readonly gain: number | null;
}

/** A setting that was advised, against the server as it was, in turns. */
export interface Followed {
  readonly setting: string;
  /** Of the throughput; null: the advice names none. */
  readonly expected: number | null;
  /** Answers a second without and with it, by pairs of neighbours. */
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly gain: { readonly low: number; readonly value: number; readonly high: number };
  /** Mean response without and with it. */
  readonly response: readonly [before: Milliseconds, after: Milliseconds];
}

/** Share by which a gain may miss what was expected. */
export const tolerance = 0.25;

/** @returns whether the doctor said what the person had found; null where other programs kept it from an answer */
export function isRight(
  { person }: Case,
  { status, finding, isDisturbed }: Pick<CaseRecord, 'status' | 'finding' | 'isDisturbed'>,
): boolean | null {
  if (isDisturbed) return null;
  if (person.rules.length === 0) return status === 'healthy';
  if (!finding || status !== 'bottleneck') return false;
  const text = [
    finding.title,
    finding.because,
    ...finding.evidence,
    ...finding.changes.map((each) => each.what),
  ];
  return person.rules.includes(finding.rule) && (person.names?.test(text.join('\n')) ?? true);
}

/** @returns whether following it gained what was expected; null where nothing was expected */
export function isKept({ expected, gain }: Followed): boolean | null {
  return expected === null ? null : Math.abs(gain.value / expected - 1) <= tolerance;
}
