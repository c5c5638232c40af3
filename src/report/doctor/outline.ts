/**
 * What the doctor says, and in which order, for terminal and page alike: the verdict, the findings, the processes, what
 * each rule said, and what could not be seen.
 */
import type { Diagnosis, Finding, RuleAnswer, Severity } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import type { Fact } from '../outline/conditions.ts';
import { captureGrid } from './capture.ts';
import { processGrid } from './processes.ts';
import { briefCommand, doingText, oneLine, pidsText, targetText } from './words.ts';
import type { Grid } from '../outline/grid.ts';
import { brief, counted, date, duration, percent } from '../../format/number.ts';
import { printable } from '../terminal/printable.ts';

export interface DoctorReport {
  readonly watch: Watch;
  readonly diagnosis: Diagnosis;
  /** The command that would see more, for a report that leaves something open; null if there is none. */
  readonly deeper: string | null;
}

export interface DoctorOutline {
  readonly title: string;
  readonly byline: string;
  readonly word: Diagnosis['word'];
  readonly sentence: string;
  readonly warnings: readonly string[];
  readonly findings: readonly Finding[];
  /** One process: it need not be said which a finding is about. */
  readonly isOne: boolean;
  readonly processes: Grid;
  /** Where the pool's threads were found, a row for each place. */
  readonly places: Grid;
  /** What trace events said, where they were taken. */
  readonly capture: Grid;
  readonly answers: readonly RuleAnswer[];
  /** Rules that saw something which another finding explains, or that could not tell. */
  readonly open: readonly RuleAnswer[];
  /** The others, in one sentence each. */
  readonly closed: readonly string[];
  readonly notes: readonly string[];
  /** What could not be seen, and why. */
  readonly unseen: readonly Fact[];
  readonly load: readonly Fact[];
  readonly deeper: string | null;
}

export const severities: readonly Severity[] = ['critical', 'warning', 'info'];

export function doctorOutline({ watch, diagnosis, deeper }: DoctorReport): DoctorOutline {
  const { findings, answers } = diagnosis;
  const found = new Set<string>(findings.map(({ rule }) => rule));
  const open = answers.filter(
    ({ rule, word }) => word === 'cannot tell' || (word === 'finding' && !found.has(rule)),
  );
  // Nothing more can be seen of it.
  const isGone = watch.end === 'ended';
  return printable({
    title: title(diagnosis),
    byline: byline(watch, diagnosis),
    word: diagnosis.word,
    sentence: withoutWord(oneLine(diagnosis.sentence)),
    warnings: warnings(watch, diagnosis),
    findings: findings.map(onOneLine),
    isOne: diagnosis.processes.length === 1,
    processes: processGrid(diagnosis),
    places: places(diagnosis.processes),
    capture: captureGrid(watch),
    answers: answers.map((answer) => ({ ...answer, because: oneLine(answer.because) })),
    open: open.map((answer) => ({ ...answer, because: oneLine(answer.because) })),
    closed: closed(answers),
    notes: notes(diagnosis, watch),
    unseen: isGone && answers.length === 0 ? [] : unseen(diagnosis.processes, watch),
    load: load(watch),
    // Whoever has an answer needs no deeper look, and some questions only a longer one would answer.
    deeper:
      !isGone &&
      (diagnosis.word === 'cannot tell' ||
        open.some(({ word, because }) => word === 'cannot tell' && /\bprobe\b/.test(because)))
        ? deeper
        : null,
  });
}

/** Evidence holds names of files and commands: a line break in one would look like another row. */
function onOneLine(finding: Finding): Finding {
  return {
    ...finding,
    title: oneLine(finding.title),
    because: oneLine(finding.because),
    expect: oneLine(finding.expect),
    experiment: finding.experiment === null ? null : oneLine(finding.experiment),
    evidence: finding.evidence.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
    changes: finding.changes.map((change) => ({ ...change, what: oneLine(change.what) })),
  };
}

function title({ target, processes }: Diagnosis): string {
  const own = target.type === 'pid' ? processes.find(({ pid }) => pid === target.pid) : undefined;
  return `Doctor: ${targetText(target)}${own ? ` (${briefCommand(own.command)})` : ''}`;
}

function byline({ processes, startedAt }: Watch, { duration: watched }: Diagnosis): string {
  const probed = processes.filter(({ probe }) => probe.ok).length;
  const depth =
    probed === 0
      ? 'from outside'
      : `from outside and inside${probed === processes.length ? '' : ` (${probed} of them)`}`;
  return `${date(startedAt)} · ${duration(watched)} · ${counted(processes.length, 'process', 'processes')} · ${depth}`;
}

/** What to know before believing it. */
function warnings({ end, duration: watched, machine, load: sent }: Watch, { word }: Diagnosis): string[] {
  const found: string[] = [];
  if (end === 'interrupted')
    found.push(`Interrupted after ${duration(watched)}: this is what was seen until then.`);
  if (end === 'ended' && word !== 'cannot tell') found.push(`The server ended after ${duration(watched)}.`);
  if (machine !== null && machine.steal > 0.05)
    found.push(
      `The hypervisor took ${percent(machine.steal)} of the CPU time: other machines use the same CPUs.`,
    );
  const failed = sent === null ? 0 : Object.values(sent.errors).reduce((all, count) => all + count, 0);
  if (sent !== null && failed > 0.01 * sent.counts.due)
    found.push(
      `${counted(failed, 'request')} of ${counted(sent.counts.due, 'request')} failed, or had a wrong answer.`,
    );
  return found;
}

function places(processes: readonly Vitals[]): Grid {
  const many = processes.length > 1;
  const rows = processes.flatMap(({ pid, pool }) =>
    pool.whereabouts.map(({ doing, share, threads }) => [
      ...(many ? [{ text: String(pid) }] : []),
      { text: doingText(doing) },
      { text: percent(share) },
      { text: String(threads) },
    ]),
  );
  return {
    title: 'Where the pool threads were',
    note: '',
    columns: [
      ...(many ? [{ label: 'pid', align: 'right', rank: 0 } as const] : []),
      { label: 'place', align: 'left', rank: 0 },
      { label: 'share of time', align: 'right', rank: 0 },
      { label: 'threads', align: 'right', rank: 1 },
    ],
    rows,
  };
}

function closed(answers: readonly RuleAnswer[]): string[] {
  const named = (word: RuleAnswer['word']) =>
    answers.filter((one) => one.word === word).map(({ rule }) => rule);
  const fine = named('fine');
  const apart = named('does not apply');
  return [
    ...(fine.length > 0 ? [`Fine: ${fine.join(', ')}.`] : []),
    ...(apart.length > 0 ? [`Does not apply: ${apart.join(', ')}.`] : []),
  ];
}

/** Without those that only say once more what could not be seen, which has a place of its own. */
function notes({ notes: said, processes }: Diagnosis, watch: Watch): string[] {
  const reasons = processes
    .flatMap(({ withoutPeek, withoutProbe }) => [withoutPeek, withoutProbe])
    .filter((why) => why !== null);
  const isBlindSpot = (note: string) => reasons.some((why) => note.includes(`(${why})`));
  return [...new Set([...watch.notes, ...said.filter((note) => !isBlindSpot(note))])].map(oneLine);
}

/** The same reason for several processes is said once; one that a note tells with what to do is not told again. */
function unseen(processes: readonly Vitals[], watch: Watch): Fact[] {
  const reasons = new Map<string, { name: string; why: string; pids: number[] }>();
  const add = (pid: number, name: string, why: string | null) => {
    if (why === null) return;
    const isTold = watch.notes.some((note) => note.includes(why) && !note.includes(`(${why})`));
    const said = isTold ? 'The notes say why.' : why;
    const key = `${name}\n${said}`;
    const known = reasons.get(key) ?? { name, why: said, pids: [] };
    known.pids.push(pid);
    reasons.set(key, known);
  };
  // A launcher has nothing that anybody would want to see.
  const launchers = new Set(watch.processes.filter(({ role }) => role === 'launcher').map(({ pid }) => pid));
  for (const { pid, withoutPeek, withoutProbe } of processes) {
    if (launchers.has(pid)) continue;
    add(pid, 'The queue of the pool', withoutPeek);
    add(pid, 'What only a probe sees', withoutProbe);
  }
  for (const { pid, look, sockets, probe } of watch.processes) {
    if (launchers.has(pid)) continue;
    if (!look.ok) add(pid, 'The process from outside', look.why);
    if (!sockets.ok) add(pid, 'Its connections', sockets.why);
    if (probe.ok) for (const { about, why } of probe.notes) add(pid, `Probe: ${about}`, why);
  }
  const all = watch.processes.length - launchers.size;
  return [...reasons.values()].map(({ name, why, pids }) => ({
    name,
    value: oneLine(pids.length === all ? why : `${why} (${pidsText(pids)})`),
  }));
}

function load({ load: sent }: Watch): Fact[] {
  if (sent === null) return [];
  const { counts, throughput, response, generator } = sent;
  const mean = response.count === 0 ? null : response.sum / response.count / 1000;
  return [
    {
      name: 'Load',
      value: `${sent.engine}: ${counted(counts.due, 'request')}, ${brief(throughput)} a second`,
    },
    ...(mean === null ? [] : [{ name: 'Response time', value: `${duration(mean)} on average` }]),
    { name: 'Cost of the load', value: `${percent(generator.utilization)} of one CPU` },
  ];
}

/** The word stands before the sentence in every report. */
function withoutWord(sentence: string): string {
  const rest = sentence.replace(/^(Healthy:|Cannot tell, because:?) ?/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
