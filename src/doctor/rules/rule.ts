/**
 * What a rule is: a declaration, and a pure function from the figures of one process, or of all of them, to a result.
 *
 * A rule writes no English. It names texts of `messages/en/doctor.ftl` and gives the figures that they need:
 *
 *   ID.rule                           what the rule looks for; which figures it judges is in `bench/pages/findings.ts`
 *   ID.title, ID.because, ID.expect   the texts of a finding: `...findingOf('pool-lock', { busy, working })` makes all three
 *   ID.NAME.title, …                  the same where a rule has several findings: `...findingOf('pool-hog.flood', figures)`
 *   change.NAME                       what a change does: `message('change.pool-size', { size })`
 *
 * The three texts of a finding take the same figures, and each uses what it needs. Figures are plain: numbers in the unit of
 * the vitals, codes, null for what was not seen. The English formats them, and chooses its clauses by them; only what is a
 * sentence of another code is given as a message (`Nested`). Evidence, a label and a figure with its unit, is made by the rule,
 * as are lines of code and configuration: those are no sentences. No rule reads a text.
 */
import { type Args, type Message, type MessageCode, type ParamsOf, message } from '../../messages/message.ts';
import type { Figure, Finding, Resource, RuleAnswer, RuleId, Verb } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import type { JobKinds } from '../../model/process-snapshot.ts';
import { amount } from '../../format/words.ts';

/** The figures that a rule looks at, by their labels; null if not seen. */
export type Signals = Readonly<Record<string, Figure['value'] | null>>;

/** A finding without the parts that the declaration of its rule holds. */
export interface FindingResult extends Omit<
  Finding,
  'rule' | 'resource' | 'pids' | 'verb' | 'experiment' | 'evidence'
> {
  readonly status: 'finding';
  /** Figures behind the finding, if not the signals of its rule. */
  readonly evidence?: Finding['evidence'];
  /** Figures in addition to the signals. */
  readonly also?: Finding['evidence'];
  /** The verb; absent if it is the rule's own. */
  readonly verb?: Verb;
  /** Weight among processes with the same finding: the one with the greatest is shown. */
  readonly weight: number;
}

export interface NoFinding {
  readonly status: Exclude<RuleAnswer['status'], 'finding'>;
  /** The label of what was not seen, or is not there, or a message. Absent if the signals show it. */
  readonly about?: string | Message;
  /** Whether the thing not seen might hold the server back: then the server cannot be called healthy. */
  readonly isDecisive?: boolean;
}

export type RuleResult = FindingResult | NoFinding;

/** `idle`: requests wait, and the CPUs are idle. `core`: one core is full, or everything stops now and then. `none`: no answers. */
export type Symptom = 'idle' | 'core' | 'cpus' | 'memory' | 'none';

interface Declaration {
  readonly id: RuleId;
  readonly resource: Resource;
  /** The symptom by which a reader finds the rule, and the figures that it judges: for docs/findings.md. */
  readonly symptom: readonly [Symptom, string];
  /** The rule's advice, unless a finding gives another. */
  readonly verb: Verb;
  /** The experiment of the lab that shows the problem. */
  readonly experiment: string | null;
  /** Findings that follow from this one. They are not shown beside it for the same processes, unless they weigh more. */
  readonly explains: readonly RuleId[];
  /** The value of the first signal from which on there is a finding, if it depends on one value. */
  readonly threshold?: Figure['value'];
}

export interface ProcessRule extends Declaration {
  readonly about: 'process';
  /** Whether a cluster's primary, which accepts for its workers, is judged as well. */
  readonly asksPrimary?: true;
  readonly signals: (vitals: Vitals, service: ServiceVitals) => Signals;
  readonly judge: (vitals: Vitals, service: ServiceVitals) => RuleResult;
}

export interface ServiceRule extends Declaration {
  readonly about: 'service';
  readonly signals: (serving: readonly Vitals[], service: ServiceVitals) => Signals;
  readonly judge: (serving: readonly Vitals[], service: ServiceVitals) => RuleResult;
}

export type Rule = ProcessRule | ServiceRule;

const usual = { verb: 'not the pool', experiment: null, explains: [] } as const;
/** A rule as declared: parts that are `usual` may be left out. */
export type Declared<Of extends Rule> = Omit<Of, 'about' | keyof typeof usual> & Partial<Declaration>;

export function processRule(rule: Declared<ProcessRule>): ProcessRule {
  return { about: 'process', ...usual, ...rule };
}

export function serviceRule(rule: Declared<ServiceRule>): ServiceRule {
  return { about: 'service', ...usual, ...rule };
}

/** Names of findings for `findingOf`: codes without their `.because`. */
type FindingName = Extract<MessageCode, `${string}.because`> extends `${infer Name}.because` ? Name : never;
type FiguresOf<Code> = Code extends MessageCode ? (Args<Code> extends [] ? unknown : ParamsOf<Code>) : never;

/** @returns a finding without a gain, with its texts, which are made from the same figures */
export function findingOf<Name extends FindingName>(
  name: Name,
  params: FiguresOf<`${Name}.title`> & FiguresOf<`${Name}.because`> & FiguresOf<`${Name}.expect`>,
): Pick<FindingResult, 'status' | 'title' | 'because' | 'expect' | 'gain'> {
  const text = (part: string) => ({ code: `${name}.${part}`, params }) as unknown as Message;
  const [title, because, expect] = [text('title'), text('because'), text('expect')];
  return { status: 'finding', title, because, expect, gain: null };
}

/** There is no finding: the signals are in order, or another rule names the cause. */
export const fine: NoFinding = { status: 'fine' };
export const notApplicable = (about: string): NoFinding => ({ status: 'does not apply', about });
/** The missing figure hardly matters, or another rule would see it. */
export const unseen = (about?: string): NoFinding => ({
  status: 'cannot tell',
  ...(about !== undefined && { about }),
});
/** The missing figure could be the bottleneck. */
export const cannotTell = (about: string | Message): NoFinding => ({
  status: 'cannot tell',
  about,
  isDecisive: true,
});

/** @returns the one sentence for an answer without a finding */
export function reasonOf({ status, about }: NoFinding, signals: Signals, rule: Rule): Message {
  if (typeof about === 'object') return about;
  if (status === 'fine')
    return message('rule.fine', { figures: figures(signals), threshold: rule.threshold ?? null });
  const missing = Object.entries(signals).flatMap(([label, value]) => (value === null ? [label] : []));
  const labels = (about === undefined ? missing : [about]).map((label) => ({ label }));
  return status === 'cannot tell' ? message('rule.unseen', { labels }) : message('rule.none', { labels });
}

/** @returns a figure for each label; a null value, which was not seen, is left out */
export function figures(rows: Readonly<Record<string, Figure['value'] | null>>): Figure[] {
  return Object.entries(rows).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** @returns a value as text; null where it was not seen */
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

/** @returns the port of an address for a command or a code line; `PORT` if it has none: in the file of a watch it may be any text */
export const portIn = (address: string): string => /:(\d+)$/.exec(address)?.[1] ?? 'PORT';

/** The kinds of jobs with their numbers, at most four: `node_api 41.2, fs 3.1`. */
export function kindsText(kinds: JobKinds): string {
  return Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([kind, count]) => `${kind} ${amount(count)}`)
    .join(', ');
}

/** Whether jobs are of an add-on that checks passwords: each check is a job, and the salt of a new one a crypto job of Node's. */
export function isOfPasswords(kind: string): boolean {
  return /^addon:.*(?:bcrypt|argon2|scrypt)/i.test(kind);
}

/** Whether jobs of this kind may compute on threads of their own; Node's own jobs do not. */
export function isOfAddOn(kind: string): boolean {
  return kind === 'node_api' || kind.startsWith('addon:');
}
