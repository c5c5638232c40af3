/** The page of a first look: what was done, what the proof of a setting says or else the diagnosis, and what to do next. */
import { columnFormat, duration, fixed, percent } from '../../format/number.ts';
import { message, say, type AnyMessage, type Message, type WordCode } from '../../messages/message.ts';
import { applications } from '../../apply/apply.ts';
import type { Approach, FirstAnswer, Knee } from '../../model/approach.ts';
import type { Diagnosis, Finding } from '../../model/diagnosis.ts';
import { metrics } from '../../model/metric.ts';
import type { Level, Setting } from '../../model/plan.ts';
import type { FirstLook, Proof, ProofWord } from '../../model/proof.ts';
import type { RunResult } from '../../model/verdict.ts';
import { targetText } from '../doctor/words.ts';
import { assigned, columnName, metricName, nameOf } from '../outline/names.ts';
import { priceOf } from '../outline/price.ts';
import { columnOf } from '../page.ts';
import type { Figure, Apply, Mark, Page, Section, Tile, Tone, Words } from '../page.ts';
import { figureText } from '../outline/tiles.ts';
import { isOfFirst, isResult, type JudgedWatch } from '../next-step.ts';
import { changeOf, doctorPage, linesOf } from './doctor.ts';

/** A step that is done: one line of the page. */
export type DoneStep = NonNullable<Page['steps']>[number];

interface WordLook {
  readonly tone: Tone;
  readonly mark: Mark;
  readonly word: WordCode;
}

const looks: Readonly<Record<ProofWord, WordLook>> = {
  proved: { tone: 'good', mark: 'better', word: 'word.better' },
  worse: { tone: 'bad', mark: 'worse', word: 'word.worse' },
  same: { tone: 'same', mark: 'equivalent', word: 'word.no-gain' },
  undecided: { tone: 'unsure', mark: 'undecided', word: 'word.undecided' },
  unmeasured: { tone: 'unsure', mark: 'warning', word: 'word.no-result' },
};

/**
 * The page of a watch: of a doctor, or of a first look.
 * @param link to the report of the proof's own run; null where there is none
 */
export function watchPage(report: JudgedWatch, link: string | null = null): Page {
  return report.look ? findPage(report, report.look, link) : doctorPage(report);
}

function findPage(report: JudgedWatch, look: FirstLook, link: string | null): Page {
  const { watch, diagnosis } = report;
  const { proof, vain: other = null } = look;
  const { approach } = watch;
  const doctor = doctorPage(report, approach ? curveOf(approach) : null);
  const [finding] = diagnosis.findings;
  const isHealthy = diagnosis.status === 'healthy';
  const isFirst = isOfFirst(proof, diagnosis);
  const result = proof && isResult(proof, diagnosis) ? proof : null;
  // A refuted advice is not repeated; what is to be changed in the code stays true.
  const isFixed =
    isHealthy || [proof, other].some((one) => isOfFirst(one, diagnosis) && one?.verdict !== 'unmeasured');
  const change = finding && !isFixed ? changeOf(finding) : [];
  return {
    ...doctor,
    head: { ...findHead(watch.target, approach?.first ?? null), figures: doctor.head.figures },
    steps: [
      ...(approach ? [startedStep(approach.first), loadStep(approach.knee)] : []),
      diagnosedStep(report),
      ...stepsOf(look),
    ],
    ...(result && {
      verdict: verdictOf(result, look.price),
      tiles: [...tilesOf(result), ...doctor.tiles.slice(1)].slice(0, 4),
    }),
    bars: [],
    why: [
      ...shortJobsOf(proof),
      ...(other ? vain(other) : otherOf(proof, diagnosis, isFirst)),
      ...(isHealthy ? takes(report) : finding ? whyOf(finding, proof, isFirst, result !== null) : []),
    ],
    apply: [
      ...(proof?.verdict === 'proved' ? [applyOf(report, proof)] : []),
      // An effect that was measured is not promised as well.
      ...change.map((one) => (result ? { ...one, expect: null } : one)),
    ],
    warnings: [...warningsOf(report), ...doctor.warnings],
    quality: [],
    details: [...(proof ? [proofSection(proof, link)] : []), ...doctor.details],
  };
}

/** @param first the server's first answer; null before it is known */
export function findHead(
  target: Diagnosis['target'],
  first: Pick<FirstAnswer, 'method' | 'path'> | null,
): Page['head'] {
  const command = targetText(target);
  return {
    verb: '',
    title: first ? `${first.method} ${first.path}` : command,
    about: first ? [command] : [],
    figures: [],
    facts: [],
  };
}

const step = (mark: Mark, label: AnyMessage, text: AnyMessage): DoneStep => ({ mark, label, text });

export function startedStep(first: FirstAnswer): DoneStep {
  const { origin, otherPorts: others, readyAfter: _, ...rest } = first;
  const text = message('find.started', { where: new URL(origin).host, others, ...rest });
  return step('better', message('word.started'), text);
}

export const loadStep = (knee: Knee): DoneStep =>
  step(knee.end === 'flat' ? 'better' : 'warning', message('word.load'), loadText(knee));

function loadText({ steps, clients: knee, throughput, end }: Knee): AnyMessage {
  const { clients: last = 0, failed = 0 } = steps.at(-1) ?? {};
  const best = Math.max(...steps.map((one) => one.throughput));
  if (end === 'flat') return message('find.load.flat', { last, knee, throughput });
  if (end === 'failures') return message('find.load.failures', { last, failed });
  return end === 'time'
    ? message('find.load.time', { last })
    : message(`find.load.${end}`, { last, throughput: best });
}

/** Beyond the knee the throughput is that of the knee; farther off than this, a machine or a server was not the same throughout. */
const uneven = 1.25;

export function diagnosedStep({ watch, diagnosis }: Pick<JudgedWatch, 'watch' | 'diagnosis'>): DoneStep {
  const { requests } = diagnosis.service;
  const { clients = 0, knee } = watch.approach ?? {};
  const isFlat = knee?.end === 'flat';
  const rate = requests?.rate ?? null;
  const best = Math.max(...(knee?.steps ?? []).map(({ throughput }) => throughput));
  const text = message('find.diagnosed', {
    ms: watch.duration,
    clients,
    isBeyond: isFlat && clients > knee.clients,
    rules: diagnosis.answers.length,
    rate,
    before: isFlat && rate !== null && Math.max(rate / best, best / rate) > uneven ? best : null,
    p99: requests?.p99 ?? null,
  });
  const isKnown = diagnosis.status !== 'cannot tell';
  return step(isKnown ? 'better' : 'undecided', message('word.diagnosed'), text);
}

/** The proofs as steps, in the order in which they were tried. */
function stepsOf(look: FirstLook): DoneStep[] {
  const both = [proofStep(look), ...(look.vain ? [proofStep({ ...look, proof: look.vain })] : [])];
  return look.proof?.verdict === 'proved' ? both.toReversed() : both;
}

export function proofStep({ proof, unproved }: FirstLook): DoneStep {
  if (!proof) return step('left', message('word.no-proof'), unproved ?? message('find.unproved.unknown'));
  const { today, setting, blocks, verdict } = proof;
  const { mark, word } = looks[verdict];
  const text = message('find.compared', { now: shortSetting(today), what: shortSetting(setting), blocks });
  return step(mark, message(word), text);
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

const sentences = {
  proved: 'find.proved',
  worse: 'find.refuted',
  same: 'find.same',
  undecided: 'find.undecided',
} as const;

function sentenceOf({ verdict, setting, metric, ratio }: Proof): AnyMessage {
  const what = assigned(setting);
  if (verdict === 'unmeasured' || ratio === null) return message('find.unmeasured', { what });
  const { label, unit } = metrics[metric];
  return message(sentences[verdict], { what, label: nameOf(label), isTime: unit === 'ms', ratio });
}

function verdictOf(proof: Proof, price: Message | null): Page['verdict'] {
  const { verdict, figures, because, cost } = proof;
  const { tone, word } = looks[verdict];
  // What the change costs is said in a sentence of its own.
  const shown = figures.filter((one) => cost === null || one.metric !== 'p99');
  const changes = shown.map(({ metric: label, today: from, tried: to }) =>
    label === 'throughput'
      ? message('find.rates', { from, to })
      : message('find.change', { label, from, to }),
  );
  return {
    badge: message(word),
    tone,
    sentence: sentenceOf(proof),
    certainty: [
      ...(changes.length > 0 ? [changes.map(say).join(' · ')] : []),
      ...[cost, because, price].filter((one) => one !== null),
    ],
  };
}

/** @returns what would decide an undecided proof; null where nothing has to, or noise is not the reason */
export function proofPrice({ verdict, because }: Proof, run: RunResult): Message | null {
  if (verdict !== 'undecided' || because !== null) return null;
  const those = run.comparisons.filter(({ metric }) => metric === 'throughput');
  const price = priceOf(those, run);
  return price ? message('find.price', price) : message('find.no-price');
}

/** Tiles with the figures of the setting that was tried, and of the one that runs now. */
function tilesOf({ figures, verdict }: Proof): Tile[] {
  return figures.map(({ metric, today, tried }, i) => ({
    label: metricName(metric),
    value: figureText(metric, tried),
    note: message('page.tile.was', { value: figureText(metric, today) }),
    tone: i === 0 ? looks[verdict].tone : 'quiet',
  }));
}

/** What was tried though no finding advises it, and what came of it. */
function shortJobsOf(proof: Proof | null): Words[] {
  if (proof?.reason.from !== 'short jobs') return [];
  const { work, threads } = proof.reason;
  if (proof.verdict === 'proved') return [message('find.short-jobs', { work, threads })];
  if (proof.ratio === null) return [];
  const tried = message('find.tried-short', { work, threads });
  return [...vain(proof), ...(proof.because ? [proof.because] : []), ended(tried)];
}

/** What was advised beside the first change of the first finding, and what came of it. */
function otherOf(proof: Proof | null, { findings }: Diagnosis, isFirst: boolean): Words[] {
  if (proof?.reason.from !== 'finding' || isFirst) return [];
  const { rule } = proof.reason;
  const other = findings.find((one) => one.rule === rule);
  if (!other) return [];
  const isBeside = rule === findings[0]?.rule;
  const why = isBeside ? message('find.tried-beside') : message('find.tried-other', { title: other.title });
  return [...(proof.verdict === 'proved' ? [] : vain(proof)), ended(why)];
}

const vain = (proof: Proof) => [ended(sentenceOf(proof))];
const ended = (one: AnyMessage) => `${say(one)}.`;

/** Why a finding holds; not said of a change that was measured not to help. The title is left out where it is the verdict. */
function whyOf(
  { rule, title, because }: Finding,
  proof: Proof | null,
  isFirst: boolean,
  isTitled: boolean,
): Words[] {
  const isOwn = proof?.reason.from === 'finding' && proof.reason.rule === rule;
  const isVain = isOwn && (proof.verdict === 'worse' || proof.verdict === 'same');
  if (isVain && !isFirst) return isTitled ? [ended(title)] : [];
  if (isVain) return [ended(message('find.not-helped', { title }))];
  return [isTitled ? message('find.finding', { title, because }) : because];
}

function takes({ watch: { approach, load } }: JudgedWatch): Words[] {
  if (!approach || !load) return [];
  return [message('find.takes', { throughput: load.throughput, clients: approach.clients })];
}

function warningsOf({ watch: { approach } }: JudgedWatch): Words[] {
  if (!approach) return [];
  const { end, steps } = approach.knee;
  const best = Math.max(...steps.map(({ throughput }) => throughput));
  if (end === 'generator') return [message('find.at-least', { throughput: best })];
  return end === 'failures' ? [loadText(approach.knee)] : [];
}

/** How a setting is applied: as the finding says it, or in front of the command. */
function applyOf({ diagnosis, watch }: JudgedWatch, { setting, reason }: Proof): Apply {
  const own = diagnosis.findings.find(({ rule }) => reason.from === 'finding' && rule === reason.rule);
  const change = own?.changes.find((one) => one.setting);
  const command = watch.target.type === 'command' ? watch.target.command : [];
  const shell = () => applications(setting, command).ways.find(({ place }) => place === 'shell')?.text;
  return {
    label: 'label.apply',
    what: null,
    lines: linesOf(change?.text ?? shell() ?? assigned(setting)),
    isShell: change === undefined || change.type === 'env',
  };
}

/** A section that leads to the proof's own run: the settings and their figures are on the first screen. */
function proofSection({ run }: Proof, link: string | null): Section {
  const all = message('find.page.run', { run });
  return {
    id: 'proof',
    title: message('find.page.proof'),
    blocks: [link === null ? { kind: 'texts', texts: [all] } : { kind: 'link', text: all, href: link }],
  };
}

/** Throughput by clients, with the knee and where it was diagnosed. */
function curveOf({ knee, clients }: Approach): Figure {
  const title = say(message('word.Throughput-by-clients'));
  const axis = say(message('word.clients'));
  const { steps } = knee;
  const rate = columnFormat(steps.map(({ throughput }) => throughput));
  const points = steps.map((one) => ({
    level: one.clients,
    value: one.throughput,
    low: null,
    high: null,
    ...(one.clients === clients && { role: 'now' as const }),
    ...(one.clients === knee.clients && { role: 'best' as const }),
  }));
  return {
    id: 'main',
    of: 'clients',
    title,
    sentence: say(loadText(knee)),
    chart: {
      kind: 'curve',
      axis: { label: axis, levels: steps.map((one) => one.clients), scale: 'log2' },
      unit: columnName('per-second'),
      title: '',
      lines: [{ label: '', series: 0, dash: 0, points }],
      roles: { best: say(message('word.knee')), now: say(message('word.diagnosed-here')) },
    },
    table: {
      title,
      columns: [
        axis,
        columnName('per-second'),
        columnName('mean'),
        say(message('word.failed')),
        columnName('generator'),
      ].map((label) => columnOf(label, 'right')),
      rows: steps.map(({ clients: each, throughput, mean, failed, generator }) => [
        { text: fixed(each, 0) },
        { text: rate(throughput) },
        { text: mean === null ? '–' : duration(mean) },
        { text: percent(failed) },
        { text: percent(generator) },
      ]),
    },
  };
}
