/** What a first look says, for terminal and page alike: its steps, what the proof of a setting says, and what to do next. */
import { message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { FirstAnswer, Knee } from '../../model/approach.ts';
import { applications } from '../../model/apply/apply.ts';
import { metrics } from '../../model/metric.ts';
import type { Level, Setting } from '../../model/plan.ts';
import type { Proof, ProofWord } from '../../model/proof.ts';
import type { RunResult } from '../../model/verdict.ts';
import { oneLine } from '../../format/printable.ts';
import type { DoctorReport, DoctorOutline, SpokenFinding } from '../doctor/outline.ts';
import { onward, processesCommand } from '../outline/command.ts';
import { assigned, nameOf } from '../outline/names.ts';
import { priceOf } from '../outline/price.ts';
import type { Mark } from '../terminal/skeleton.ts';

export interface FindReport extends DoctorReport {
  readonly proof: Proof | null;
  /** Why there is none; null where there is one. */
  readonly unproved: Message | null;
  /** The judged run that the proof rests on. */
  readonly run: RunResult | null;
  /** What was typed of the request, for the commands that go on: `--path /health`. */
  readonly asked: readonly string[];
}

/** A step that is done: one line of the page. */
export interface Step {
  readonly mark: Mark;
  readonly label: string;
  readonly text: string;
}

export interface FindOutline {
  readonly doctor: DoctorOutline;
  readonly steps: readonly Step[];
  /** What the proof says, and the figures of both settings; null where the diagnosis is the result. */
  readonly result: {
    readonly word: ProofWord;
    readonly sentence: string;
    readonly details: readonly string[];
  } | null;
  readonly why: readonly string[];
  /** Lines to paste of a proved setting. */
  readonly apply: readonly string[];
  /** The finding whose change is to be made by hand. */
  readonly fix: SpokenFinding | null;
  readonly warnings: readonly string[];
  readonly next: { readonly command: string; readonly note: string } | null;
}

export function findOutline(report: FindReport, doctor: DoctorOutline): FindOutline {
  const { watch, diagnosis, proof } = report;
  const [finding = null] = doctor.findings;
  const isHealthy = diagnosis.status === 'healthy';
  const approach = watch.approach ?? null;
  const isOfFirst = isFromFirst(proof, diagnosis);
  return {
    doctor,
    steps: [
      ...(approach ? [startedStep(approach.first), loadStep(approach.knee)] : []),
      diagnosedStep(report),
      proofStep(report),
    ],
    result: proof && isResult(proof, isOfFirst) ? resultOf(proof, report.run) : null,
    why: [
      ...shortJobsOf(proof),
      ...otherOf(report, doctor),
      ...(isHealthy ? takes(report) : finding ? [whyOf(finding, proof, isOfFirst)] : []),
    ],
    apply: proof?.verdict === 'proved' ? applyLines(report, proof) : [],
    // A refuted advice is not repeated; what is to be changed in the code stays true.
    fix: isHealthy || (isOfFirst && proof?.verdict !== 'unmeasured') ? null : finding,
    warnings: [...warningsOf(report), ...doctor.warnings],
    next: nextOf(report),
  };
}

/** What was tried beside the diagnosis, and gave nothing, is no result: the diagnosis is. */
function isResult({ verdict }: Proof, isOfFirst: boolean): boolean {
  return isOfFirst ? verdict !== 'unmeasured' : verdict === 'proved';
}

/** The first change of the first finding was tried; else what it advises stays to be done. */
function isFromFirst(proof: Proof | null, { findings: [first] }: FindReport['diagnosis']): boolean {
  const isOfFinding = proof?.reason.from === 'finding' && proof.reason.rule === first?.rule;
  return isOfFinding && first?.changes[0]?.setting !== undefined;
}

export function startedStep(first: FirstAnswer): Step {
  const { origin, otherPorts: others, readyAfter: _, ...rest } = first;
  return step(
    'better',
    'find.step.started',
    message('find.started', { where: new URL(origin).host, others, ...rest }),
  );
}

export function loadStep({ steps, clients: knee, throughput, end }: Knee): Step {
  const { clients: last = 0, failed = 0 } = steps.at(-1) ?? {};
  const best = Math.max(...steps.map((one) => one.throughput));
  const text = {
    flat: message('find.load.flat', { last, knee, throughput }),
    most: message('find.load.most', { last, throughput: best }),
    generator: message('find.load.generator', { last, throughput: best }),
    failures: message('find.load.failures', { last, failed }),
    time: message('find.load.time', { last, throughput: best }),
  }[end];
  return step(end === 'flat' ? 'better' : 'warning', 'find.step.load', text);
}

export function diagnosedStep({ watch, diagnosis }: Pick<FindReport, 'watch' | 'diagnosis'>): Step {
  const clients = watch.approach?.clients ?? 0;
  const rules = diagnosis.answers.length;
  const isTold = diagnosis.status !== 'cannot tell';
  const text = message('find.diagnosed', {
    ms: watch.duration,
    clients,
    rules,
    rate: diagnosis.service.requests?.rate ?? null,
    p99: diagnosis.service.requests?.p99 ?? null,
  });
  return step(isTold ? 'better' : 'undecided', 'find.step.diagnosed', text);
}

const marks = {
  proved: ['better', 'find.step.proved'],
  worse: ['worse', 'find.step.refuted'],
  same: ['equivalent', 'find.step.same'],
  undecided: ['undecided', 'find.step.undecided'],
  unmeasured: ['warning', 'find.step.unmeasured'],
} as const;

export function proofStep({ proof, unproved }: Pick<FindReport, 'proof' | 'unproved'>): Step {
  if (!proof) return step('left', 'find.step.unproved', unproved ?? message('find.unproved.unknown'));
  const [sign, label] = marks[proof.verdict];
  const { today, setting, blocks } = proof;
  return step(
    sign,
    label,
    message('find.compared', { now: shortSetting(today), what: shortSetting(setting), blocks }),
  );
}

function step(sign: Mark, label: Parameters<typeof message>[0], text: AnyMessage): Step {
  return { mark: sign, label: say({ code: label, params: {} }), text: oneLine(say(text)) };
}

/** `pool 4`, `NODE_ENV=production`, `NODE_ENV as it is`. */
export function shortSetting(setting: Setting): string {
  const named = ([key, level]: readonly [string, Level]) => {
    if (key.startsWith('arg:')) return `--${key.slice('arg:'.length)}=${level}`;
    if (!key.startsWith('env:')) return `${key} ${level}`;
    const name = key.slice('env:'.length);
    return level === 'default' ? say(message('find.as-it-is', { name })) : `${name}=${level}`;
  };
  return Object.entries(setting).map(named).join(', ');
}

const verdicts = {
  proved: 'find.proved',
  worse: 'find.refuted',
  same: 'find.same',
  undecided: 'find.undecided',
} as const;

function resultOf(proof: Proof, run: RunResult | null): NonNullable<FindOutline['result']> {
  const { verdict, setting, metric, ratio, figures, because, cost } = proof;
  const what = assigned(setting);
  const { label, unit } = metrics[metric];
  const sentence =
    verdict === 'unmeasured' || ratio === null
      ? message('find.unmeasured', { what })
      : message(verdicts[verdict], { what, label: nameOf(label), isTime: unit === 'ms', ratio });
  // What it costs is said in a sentence of its own.
  const shown = figures.filter((one) => cost === null || one.metric !== 'p99');
  const changes = shown.map(({ metric: one, today: from, tried: to }) =>
    one === 'throughput'
      ? message('find.rates', { from, to })
      : message('find.change', { label: one, from, to }),
  );
  const details = [
    changes.map(say).join(' · '),
    ...[cost, because].flatMap((one) => (one === null ? [] : [say(one)])),
    ...(verdict === 'undecided' && because === null && run ? [priceText(run)] : []),
  ];
  return {
    word: verdict,
    sentence: oneLine(say(sentence)),
    details: details.filter((one) => one !== '').map(oneLine),
  };
}

/** What would decide it. */
function priceText(run: RunResult): string {
  const price = priceOf(
    run.comparisons.filter(({ metric }) => metric === 'throughput'),
    run,
  );
  return say(price ? message('find.price', price) : message('find.no-price'));
}

function shortJobsOf(proof: Proof | null): string[] {
  if (proof?.reason.from !== 'short jobs') return [];
  const { work, threads } = proof.reason;
  if (proof.verdict === 'proved') return [say(message('find.short-jobs', { work, threads }))];
  if (proof.ratio === null) return [];
  const { sentence } = resultOf(proof, null);
  const why = proof.because === null ? '' : ` ${oneLine(say(proof.because))}`;
  return [`${sentence}.${why} ${say(message('find.tried-short', { work, threads }))}.`];
}

/** What was advised beside the first change of the first finding, and what came of it. */
function otherOf({ proof, diagnosis }: FindReport, doctor: DoctorOutline): string[] {
  if (proof?.reason.from !== 'finding' || isFromFirst(proof, diagnosis)) return [];
  const { rule } = proof.reason;
  const other = doctor.findings.find((one) => one.rule === rule);
  if (!other) return [];
  const isBeside = rule === doctor.findings[0]?.rule;
  const why = `${say(isBeside ? message('find.tried-beside') : message('find.tried-other', { title: text(other.title) }))}.`;
  if (proof.verdict === 'proved') return [why];
  const { sentence } = resultOf(proof, null);
  return [`${sentence}. ${why}`];
}

/** Why the change should help is not said where it was measured not to. */
function whyOf({ rule, title, because }: SpokenFinding, proof: Proof | null, isOfFirst: boolean): string {
  const isOwn = proof?.reason.from === 'finding' && proof.reason.rule === rule;
  const isVain = isOwn && (proof.verdict === 'worse' || proof.verdict === 'same');
  if (isVain && !isOfFirst) return `${title}.`;
  if (isVain) return `${say(message('find.not-helped', { title: text(title) }))}.`;
  return say(message('find.finding', { title: text(title), because: text(because) }));
}

const text = (words: string) => message('text', { text: words });

function takes({ watch: { approach, load } }: FindReport): string[] {
  if (!approach || !load) return [];
  return [say(message('find.takes', { throughput: load.throughput, clients: approach.clients }))];
}

function warningsOf({ watch: { approach } }: FindReport): string[] {
  if (!approach) return [];
  const { end, steps } = approach.knee;
  const best = Math.max(...steps.map(({ throughput }) => throughput));
  const last = steps.at(-1);
  if (end === 'generator') return [say(message('find.at-least', { throughput: best }))];
  if (end === 'failures' && last)
    return [say(message('find.fails', { clients: last.clients, failed: last.failed }))];
  return [];
}

function applyLines({ diagnosis, watch }: FindReport, { setting, reason }: Proof): string[] {
  const own = diagnosis.findings.find(({ rule }) => reason.from === 'finding' && rule === reason.rule);
  const change = own?.changes.find((one) => one.setting);
  if (change) return change.text.split('\n').map(oneLine);
  const command = watch.target.type === 'command' ? watch.target.command : [];
  const { ways } = applications(setting, command);
  return (ways.find(({ place }) => place === 'shell')?.text ?? assigned(setting)).split('\n').map(oneLine);
}

/** The same request under the command that answers the next question. */
function nextOf({ diagnosis, watch, proof, run, asked }: FindReport): FindOutline['next'] {
  const isFlat = diagnosis.sentence.code === 'diagnosis.flat';
  if ((diagnosis.status === 'cannot tell' && !isFlat) || diagnosis.status === 'no traffic') return null;
  const { target } = watch;
  const command = target.type === 'command' ? [...target.command] : [];
  const about = { asked: [...asked], subject: { kind: 'command' as const, command, cwd: '' } };
  const line = (verb: string, ...options: readonly string[]) => oneLine(onward(verb, about, { options }));
  const clients = watch.approach?.clients ?? 0;
  if (proof?.verdict === 'undecided' && proof.reason.from === 'finding' && run) {
    const vary = Object.entries(proof.setting).map(
      ([key, level]) => `${key}=${proof.today[key] ?? ''},${level}`,
    );
    const words = [...vary.flatMap((one) => ['--vary', one]), '-c', String(clients)];
    return { command: line('sweep', ...words), note: say(message('find.next.decide')) };
  }
  if (isFlat && proof?.verdict !== 'proved')
    return { command: line('doctor', '-c', String(4 * clients)), note: say(message('find.next.longer')) };
  if (diagnosis.status === 'healthy')
    return { command: line('capacity', '--slo', 'p99<200ms'), note: say(message('find.next.capacity')) };
  const isTried = proof !== null && isResult(proof, isFromFirst(proof, diagnosis));
  const isInCode = diagnosis.status === 'bottleneck' && !isTried;
  if (isInCode) return { command: line('find'), note: say(message('find.next.again')) };
  const words = ['-c', String(clients)];
  // A search over pool sizes would find at once that no job enters the pool.
  const many =
    proof?.setting['pool'] === undefined
      ? processesCommand(
          { ...about, asked: ['tune', ...words, ...asked, '--', ...command] },
          watch.host.effectiveCpus,
        )
      : null;
  return many === null
    ? { command: line('tune', ...words), note: say(message('find.next.tune')) }
    : { command: oneLine(many), note: say(message('find.next.processes')) };
}
