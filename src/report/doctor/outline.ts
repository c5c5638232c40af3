/**
 * What the doctor says, and in which order, for terminal and page alike: the verdict, the findings, the processes, what
 * the other rules said, and what could not be seen.
 */
import { meanTime } from '../../model/sample.ts';
import {
  hasCode,
  isMessage,
  message,
  quoted,
  say,
  type AnyMessage,
  type Message,
} from '../../messages/message.ts';
import { asTyped, program } from '../../messages/program.ts';
import type { Diagnosis, Finding, RuleAnswer } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Figure, Table } from '../outline/table.ts';
import { doctorAnswer } from './answer.ts';
import { doctorFigures, mainDoctorFigure } from './figures.ts';
import { gauges, type Gauges } from './gauges.ts';
import type { Answer } from '../outline/answer.ts';
import { captureTable, placesTable, processTable } from './tables.ts';
import { quoted as quotedWord } from '../../messages/shell.ts';
import { loadOption } from '../../model/load-text.ts';
import { briefCommand, pidsText, spoken, targetText } from './words.ts';
import { oneLine } from '../../format/printable.ts';

export interface DoctorReport {
  readonly watch: Watch;
  readonly diagnosis: Diagnosis;
  /** The command that would see more, for a report that leaves something open; null if there is none. */
  readonly deeper: string | null;
}

export interface SpokenFinding extends Pick<Finding, 'rule' | 'severity' | 'pids' | 'experiment'> {
  readonly evidence: readonly { readonly label: string; readonly value: string }[];
  /** What the rule looks for, where the finding itself is the verdict: it is not said twice. */
  readonly heading: string | null;
  readonly title: string;
  readonly because: string;
  /** What to do, and the lines to paste; `isShell`: into a shell. */
  readonly changes: readonly {
    readonly what: string;
    readonly lines: readonly string[];
    readonly isShell: boolean;
  }[];
  readonly expect: string;
  /** The whole of it in one line. */
  readonly brief: string;
}

export interface SpokenAnswer extends Pick<RuleAnswer, 'rule' | 'status'> {
  readonly title: string;
  readonly because: string;
}

export interface DoctorOutline {
  readonly title: string;
  /** Who was watched: `pid 4711 · node server.js`. */
  readonly subject: string;
  readonly byline: string;
  readonly status: Diagnosis['status'];
  readonly sentence: string;
  readonly warnings: readonly string[];
  readonly findings: readonly SpokenFinding[];
  /** One process: it need not be said which a finding is about. */
  readonly isOne: boolean;
  /** The first screen of the page; its picture is null where nothing was seen over time. */
  readonly answer: Answer;
  readonly main: Figure | null;
  readonly figures: readonly Figure[];
  readonly gauges: Gauges;
  readonly processes: Table;
  /** Whole command lines. */
  readonly commands: readonly Fact[];
  /** Where the pool's threads were found, a row for each place. */
  readonly places: Table;
  /** What trace events said, where they were taken. */
  readonly capture: Table;
  /** Of the rules without a finding above. */
  readonly answers: readonly SpokenAnswer[];
  /** How many rules said what, in one sentence. */
  readonly balance: string;
  readonly notes: readonly string[];
  /** What could not be seen, and why. */
  readonly unseen: readonly Fact[];
  readonly load: readonly Fact[];
  readonly deeper: string | null;
  /** The command that shows whether the change helped, and when to run it; null where nothing is to be changed. */
  readonly verify: { readonly command: string; readonly note: string } | null;
  /** What the whole report has besides. */
  readonly more: string;
  readonly footer: string;
}

/** @returns what both reports say, each text on one line: it may hold names that another process chose */
export function doctorOutline({ watch, diagnosis, deeper }: DoctorReport): DoctorOutline {
  const { findings, processes, status } = diagnosis;
  const found = new Set(findings.map(({ rule }) => rule));
  const answers = diagnosis.answers.filter(({ rule }) => !found.has(rule));
  // Nothing more can be seen of it.
  const isGone = watch.end === 'ended';
  const withoutProbe = processes.some((one) => one.withoutProbe !== null && one.role !== 'launcher');
  // Whoever has an answer needs no deeper look.
  const further =
    !isGone && status !== 'no traffic' && (status === 'cannot tell' || withoutProbe) ? deeper : null;
  const outline = {
    title: title(diagnosis),
    subject: subject(diagnosis),
    byline: byline(watch, diagnosis),
    status,
    sentence: diagnosis.sentence,
    warnings: warnings(watch, diagnosis),
    unseen: isGone && diagnosis.answers.length === 0 ? [] : unseen(diagnosis, watch),
    load: load(watch),
    findings: findings.map(({ changes, evidence, ...finding }, i) => ({
      ...finding,
      heading: i === 0 && status === 'bottleneck' ? message(`${finding.rule}.rule`) : null,
      brief: message('doctor.also', finding),
      evidence: evidence.map(({ label, value }) => ({ label: message('evidence.label', { label }), value })),
      changes: changes.map(({ type, what, text }) => ({
        what,
        lines: text.split('\n').map(asTyped),
        isShell: type === 'env' || type === 'command',
      })),
    })),
    isOne: processes.length === 1,
    answer: doctorAnswer(diagnosis, further),
    main: mainDoctorFigure(watch, diagnosis),
    figures: doctorFigures(watch, diagnosis),
    gauges: gauges(diagnosis, watch),
    processes: processTable(diagnosis),
    commands: commands(diagnosis),
    places: placesTable(processes),
    capture: captureTable(watch),
    answers,
    balance: balance(diagnosis),
    // What could not be seen has a section of its own.
    notes: diagnosis.notes.filter(({ code }) => code !== 'note.pool-unread' && code !== 'note.no-probe'),
    deeper: further,
    verify: verification(diagnosis),
    more: message('doctor.verbose', { rules: diagnosis.answers.length, notes: diagnosis.notes.length }),
    footer: message('doctor.footer', { watch: watch.id, version: watch.host.chokepoint }),
  };
  return inWords(outline) as DoctorOutline;
}

/** @returns the same data with the text of each message in its place */
function inWords(data: unknown): unknown {
  if (typeof data === 'string') return oneLine(data);
  if (isMessage(data)) return oneLine(say(data));
  if (Array.isArray(data)) return data.map(inWords);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, inWords(value)]));
}

function commands({ processes }: Diagnosis): Fact[] {
  const textOf = ({ command, node }: Diagnosis['processes'][number]) =>
    `${command}${node === null ? '' : ` (Node ${node})`}`;
  // A cluster has the same command many times.
  return Array.from(Map.groupBy(processes, textOf), ([value, same]) => ({
    name: pidsText(same.map(({ pid }) => pid)),
    value,
  }));
}

function title(diagnosis: Diagnosis): string {
  return say(message('doctor.title', { subject: quoted(subject(diagnosis)) }));
}

function subject({ target, processes }: Diagnosis): string {
  const own = target.type === 'pid' ? processes.find(({ pid }) => pid === target.pid) : undefined;
  return `${targetText(target)}${own ? ` (${briefCommand(own.command)})` : ''}`;
}

function byline({ processes, startedAt }: Watch, { duration: seen, processes: judged }: Diagnosis): Message {
  const probed = processes.filter(({ probe }) => probe.ok).length;
  const versions = new Set(
    judged.filter(isServing).flatMap(({ node }) => node?.replace(/^v?(\d+\.\d+).*/, '$1') ?? []),
  );
  const node = versions.size === 0 ? null : [...versions].join(', ');
  return message('doctor.byline', { at: startedAt, seen, processes: processes.length, probed, node });
}

/** What to know before believing it. */
/** Part of the machine's CPUs that others use, from which on they are part of what was seen. */
const muchByOthers = 0.1;
/** Anything that answers: a launcher runs on another Node perhaps. */
const isServing = ({ role }: Pick<Vitals, 'role'>) => role !== 'launcher';

function warnings(
  { end, duration: seen, machine, load: sent, clients }: Watch,
  { status, service, findings }: Diagnosis,
): Message[] {
  const found: Message[] = [];
  if (end === 'interrupted') found.push(message('doctor.interrupted', { seen }));
  if (end === 'ended' && status !== 'cannot tell') found.push(message('doctor.ended', { seen }));
  if (machine !== null && machine.steal > 0.05) found.push(message('doctor.steal', { share: machine.steal }));
  const cpus = service.machineCpus;
  const loading = clients.filter(({ cpu }) => cpu >= muchByOthers * cpus);
  for (const { pid, name, cpu } of loading) found.push(message('doctor.client', { pid, name, cpu, cpus }));
  const byClients = loading.reduce((sum, { cpu }) => sum + cpu, 0);
  const others = service.machineUsed - service.used - service.load - byClients;
  const isSaid = findings[0]?.title.code === 'cpu-saturated.others.title';
  if (others >= muchByOthers * cpus && !isSaid)
    found.push(message('doctor.others', { others, cpus, service: localService(findings) }));
  const failed = sent === null ? 0 : Object.values(sent.errors).reduce((all, count) => all + count, 0);
  if (sent !== null && failed > 0.01 * sent.counts.due)
    found.push(message('doctor.failed-requests', { failed, due: sent.counts.due }));
  return found;
}

/** A database on the same machine is one of the other programs, and what the finding is about. */
function localService([first]: Diagnosis['findings']): string | null {
  const to = first?.rule === 'downstream' && 'to' in first.title.params ? first.title.params.to : null;
  return typeof to === 'string' && /^(\/|127\.|\[::1\])/.test(to) ? to : null;
}

function balance({ answers }: Diagnosis): Message {
  const count = (...statuses: readonly RuleAnswer['status'][]) =>
    answers.filter(({ status }) => statuses.includes(status)).length;
  return message('doctor.all-rules', {
    found: count('finding'),
    fine: count('fine'),
    others: count('does not apply'),
    open: count('cannot tell'),
  });
}

/** The same look once more; where a pool size is the change, both sizes beside each other. */
function verification({ status, target, findings, sentence }: Diagnosis) {
  const [first] = findings;
  if (hasCode(sentence, 'diagnosis.no-traffic')) {
    const { port } = sentence.params;
    if (target.type === 'command')
      return { command: `${program()} doctor -- ${targetText(target)}`, note: message('doctor.send-own') };
    const command = `${program()} doctor :${port} -c 32 --path /`;
    return port === null ? null : { command, note: message('doctor.send-route') };
  }
  if (status !== 'bottleneck' || first === undefined) return null;
  const asked = target.load === undefined ? '' : ` ${loadOption(target.load)}`;
  if (target.type === 'pid')
    return {
      command: `${program()} doctor ${target.app === undefined ? 'PID' : quotedWord(target.app)}${asked}`,
      note: message('doctor.verify-restart'),
    };
  const command = targetText(target);
  const { title: found } = first;
  return hasCode(found, 'pool-too-small.title')
    ? {
        command: `${program()} sweep${asked} --vary ${quotedWord(`pool=${found.params.size},${found.params.advised}`)} -- ${command}`,
        note: message('doctor.verify-both'),
      }
    : { command: `${program()} doctor${asked} -- ${command}`, note: message('doctor.verify') };
}

/** The same reason for several processes is said once; one that a note tells with what to do is not told again. */
function unseen({ processes }: Diagnosis, watch: Watch): Fact[] {
  const reasons = new Map<string, { name: string; text: string; pids: number[] }>();
  const refused = new Set(
    watch.notes.flatMap(({ code, params }) => (code === 'note.probe-refused' ? params.pid : [])),
  );
  const add = (pid: number, name: string, why: AnyMessage | null) => {
    if (why === null) return;
    const text = spoken(why);
    const key = `${name}\n${text}`;
    const known = reasons.get(key) ?? { name, text, pids: [] };
    known.pids.push(pid);
    reasons.set(key, known);
  };
  // A launcher has nothing that anybody would want to see.
  const launchers = new Set(watch.processes.filter(({ role }) => role === 'launcher').map(({ pid }) => pid));
  for (const { pid, withoutPeek, withoutProbe } of processes) {
    if (launchers.has(pid)) continue;
    add(pid, say(message('doctor.unseen.queue')), withoutPeek);
    add(
      pid,
      say(message('doctor.unseen.probe')),
      refused.has(pid) ? message('unseen.see-notes') : withoutProbe,
    );
  }
  for (const { pid, look, sockets, probe } of watch.processes) {
    if (launchers.has(pid)) continue;
    if (!look.ok) add(pid, say(message('doctor.unseen.process')), look.why);
    if (!sockets.ok) add(pid, say(message('doctor.unseen.connections')), sockets.why);
    if (!probe.ok) continue;
    for (const { about, why } of probe.notes)
      add(pid, say(message('doctor.unseen.note', { about })), quoted(why));
  }
  const all = watch.processes.length - launchers.size;
  return [...reasons.values()].map(({ name, text, pids }) => ({
    name,
    value: pids.length === all ? text : `${text} (${pidsText(pids)})`,
  }));
}

function load({ load: sent }: Watch): Fact[] {
  if (sent === null) return [];
  const { counts, throughput, response, generator } = sent;
  const mean = meanTime(response);
  const { engine } = sent;
  const cost = message('doctor.load-share', { share: generator.utilization });
  return [
    {
      name: say(message('doctor.load')),
      value: say(message('doctor.load-sent', { engine, due: counts.due, throughput })),
    },
    ...(mean === null
      ? []
      : [
          {
            name: say(message('doctor.response-time')),
            value: say(message('doctor.on-average', { mean })),
          },
        ]),
    { name: say(message('doctor.load-cost')), value: say(cost) },
  ];
}
