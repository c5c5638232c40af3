/** The page of a diagnosis: what limits the server, what shows it, one change, and all that it rests on. */
import { isHere } from '../../format/address.ts';
import { rounded, time } from '../../format/words.ts';
import { message, quoted, say, type AnyMessage, type Message } from '../../messages/message.ts';
import { asTyped } from '../../messages/program.ts';
import type { Diagnosis, Finding, RuleAnswer } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import { deeperStep, nextOfWatch, type JudgedWatch } from '../next-step.ts';
import { figures, gauges, mainFigure, tiles } from '../doctor/signals.ts';
import { captureTable, processTable } from '../doctor/tables.ts';
import {
  answerBadges,
  briefCommand,
  pidsText,
  severityBadges,
  statusBadges,
  targetText,
} from '../doctor/words.ts';
import { columnName } from '../outline/names.ts';
import { emptyPage, foldedSection, lineOf } from '../page.ts';
import type { Apply, Block, Fact, Figure, Item, Page, Section } from '../page.ts';

/** @param picture of the first screen; without one, what shows the finding over time */
export function doctorPage(report: JudgedWatch, picture?: Figure | null): Page {
  const { watch, diagnosis } = report;
  const { status, sentence, findings } = diagnosis;
  // What is only worth knowing is no fix for a server that is well.
  const main = status === 'healthy' ? undefined : findings[0];
  const missed = unseen(report);
  const blind =
    status === 'cannot tell' ? missed.map(({ name, value }) => `${name as string}: ${value as string}`) : [];
  const bars = gauges(diagnosis);
  const figure = picture ?? mainFigure(watch, diagnosis);
  return {
    ...emptyPage,
    head: {
      verb: 'doctor',
      title: subject(diagnosis),
      about: [],
      figures: rateAndTime(diagnosis),
      facts: [byline(watch, diagnosis)],
    },
    verdict: {
      ...statusBadges[status],
      sentence,
      ...(status === 'bottleneck' && findings[0] && { name: findings[0].rule }),
    },
    tiles: tiles(diagnosis),
    figure,
    bars: bars === null ? [] : [bars],
    why: main ? [main.because] : blind,
    apply: main ? changeOf(main) : [],
    also: findings.filter((one) => one !== main).map((one) => message('doctor.also', one)),
    warnings: warnings(watch, diagnosis),
    quality: [[status === 'cannot tell' ? 'undecided' : 'better', balance(diagnosis)]],
    next: nextOfWatch(report),
    details: details(report, missed, figure),
    footer: message('doctor.footer', { watch: watch.id, version: watch.host.chokepoint }),
  };
}

/** What the server did meanwhile: its requests per second, and their p99. */
function rateAndTime({ service: { requests } }: Diagnosis): string[] {
  if (requests === null) return [];
  const { rate, p99 } = requests;
  return [`${rounded(rate)} ${columnName('per-second')}`, ...(p99 === null ? [] : [`p99 ${time(p99)}`])];
}

/** The first change of a finding, and what to expect of it. */
export function changeOf(finding: Finding): Apply[] {
  const { rule, changes, expect } = finding;
  const [change] = changes;
  if (!change) return [];
  const others = changes.length - 1;
  return [
    {
      label: 'label.fix',
      what: message('page.todo.change', { what: change.what }),
      lines: linesOf(change.text),
      isShell: change.type === 'env' || change.type === 'command',
      expect,
      more:
        others === 0
          ? null
          : { text: message('page.todo.other-ways', { ways: others }), section: `finding-${rule}` },
    },
  ];
}

export const linesOf = (code: string) => code.split('\n').map(asTyped);

function subject({ target, processes }: Diagnosis): string {
  const own = target.type === 'pid' ? processes.find(({ pid }) => pid === target.pid) : undefined;
  return `${targetText(target)}${own ? ` (${briefCommand(own.command)})` : ''}`;
}

/** Whether a process answers requests: a launcher does not, and may run on another Node. */
const isServing = ({ role }: Pick<Vitals, 'role'>) => role !== 'launcher';

function byline({ processes, startedAt }: Watch, { duration: seen, processes: judged }: Diagnosis): Message {
  const probed = processes.filter(({ probe }) => probe.ok).length;
  const versions = new Set(
    judged.filter(isServing).flatMap(({ node }) => node?.replace(/^v?(\d+\.\d+).*/, '$1') ?? []),
  );
  const node = versions.size === 0 ? null : [...versions].join(', ');
  return message('doctor.byline', { at: startedAt, seen, processes: processes.length, probed, node });
}

/** Share of the machine's CPUs from which on other programs are part of what was seen. */
const muchByOthers = 0.1;

/** Warnings: what to know before believing the diagnosis. */
export function warnings(
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

/** Address of a service on the same machine that the first finding is about: it is one of the other programs. Null: there is none. */
function localService([first]: Diagnosis['findings']): string | null {
  const { to = null, place = to } = (first?.title.params ?? {}) as { to?: unknown; place?: unknown };
  return typeof place === 'string' && isHere(place) ? place : null;
}

function balance({ answers, findings }: Diagnosis): Message {
  const found = new Set(findings.map(({ rule }) => rule)).size;
  const count = (...statuses: readonly RuleAnswer['status'][]) =>
    answers.filter(({ status }) => statuses.includes(status)).length;
  return message('doctor.all-rules', {
    found,
    explained: count('finding') - found,
    fine: count('fine'),
    others: count('does not apply'),
    open: count('cannot tell'),
  });
}

/** @param main what the first screen shows already */
function details(report: JudgedWatch, missed: readonly Fact[], main: Figure | null): Section[] {
  const { watch, diagnosis } = report;
  const { processes, findings, notes, status } = diagnosis;
  const [capture, one] = [captureTable(watch), processTable(diagnosis)];
  const found = new Set(findings.map(({ rule }) => rule));
  const others = diagnosis.answers.filter(({ rule }) => !found.has(rule));
  const fine = others.filter((answer) => answer.status === 'fine').map(({ rule }) => rule);
  const said = notes.filter(({ code }) => code !== 'note.pool-unread' && code !== 'note.no-probe');
  const more = deeperStep(report);
  const [only] = commands(diagnosis);
  const sections: Section[] = [
    { id: 'findings', title: message('word.Findings'), blocks: [{ kind: 'items', items: items(diagnosis) }] },
    {
      id: 'processes',
      title: one.title,
      ...(processes.length === 1 && only && { hint: only.value }),
      blocks: [{ kind: 'table', table: one, isNamed: true }, facts([...commands(diagnosis), ...load(watch)])],
    },
    ...figures(watch, diagnosis)
      .filter(({ id, chart }) => id !== main?.of || panelsOf(chart) > 1)
      .map((figure): Section => ({
        id: `about-${figure.id}`,
        title: figure.title,
        hint: figure.sentence,
        blocks: [{ kind: 'figure', figure, form: 'bare' }],
      })),
    foldedSection('capture', capture.title, [{ kind: 'table', table: capture, isNamed: true }]),
    { id: 'notes', title: message('word.Notes'), blocks: [{ kind: 'texts', texts: said, isList: true }] },
    {
      id: 'unseen',
      title: message('doctor.unseen'),
      hint: missed.map(({ name }) => name as string).join('; '),
      isOpen: status === 'cannot tell',
      blocks: [
        facts(missed),
        ...(more && missed.length > 0
          ? [{ kind: 'code', title: more.why, lines: [more.command] } as const]
          : []),
      ],
    },
    {
      id: 'rules',
      title: message('doctor.rules'),
      hint: balance(diagnosis),
      blocks: [
        {
          kind: 'rows',
          rows: others
            .filter((answer) => answer.status !== 'fine')
            .map(({ rule, title, status: answer, because }) => ({
              ...answerBadges[answer],
              name: rule,
              title,
              text: because,
            })),
        },
        facts(fine.length === 0 ? [] : [{ name: message('word.fine'), value: fine.join(', ') }]),
      ],
    },
  ];
  return sections.filter(({ blocks }) => blocks.some((block) => !isEmpty(block)));
}

function isEmpty(block: Block): boolean {
  if (block.kind === 'table') return block.table.rows.length === 0;
  if (block.kind === 'texts') return block.texts.length === 0;
  if (block.kind === 'facts') return block.facts.length === 0;
  return block.kind === 'rows' ? block.rows.length === 0 : block.kind === 'items' && block.items.length === 0;
}

const panelsOf = (chart: Figure['chart']) => (chart.kind === 'timeline' ? chart.panels.length : 1);
const facts = (rows: readonly Fact[]): Block => ({ kind: 'facts', facts: rows });

/** Each finding with what it rests on; the first is the verdict, and what the first screen says of it is not said twice. */
function items({ findings, status, processes }: Diagnosis): Item[] {
  return findings.map((one, i): Item => {
    const { rule, severity, pids, title, because, evidence, changes, expect } = one;
    const isRepeated = findings.findIndex((each) => each.rule === rule) !== i;
    const isMain = i === 0 && status === 'bottleneck';
    const code = changes.slice(isMain ? 1 : 0).map(({ what, text }): Block => ({
      kind: 'code',
      title: message('page.todo.change', { what }),
      lines: linesOf(text),
    }));
    return {
      id: `finding-${rule}${isRepeated ? `-${i + 1}` : ''}`,
      ...severityBadges[severity],
      name: rule,
      ...(processes.length > 1 && { detail: pidsText(pids) }),
      title: isMain ? message(`${rule}.rule`) : title,
      texts: isMain ? [] : [because],
      blocks: [
        facts(evidence.map(({ label, value }) => ({ name: message('evidence.label', { label }), value }))),
        { kind: 'texts', texts: isMain ? [] : [message('page.todo.expect', { text: expect })] },
      ],
      ...(code.length > 0 && { folded: { title: message('doctor.how'), blocks: code } }),
    };
  });
}

/** The commands of the processes: a cluster has the same one many times. */
function commands({ processes }: Diagnosis): Fact[] {
  const textOf = ({ command, node }: Vitals) => `${command}${node === null ? '' : ` (Node ${node})`}`;
  return Array.from(Map.groupBy(processes, textOf), ([value, same]) => ({
    name: pidsText(same.map(({ pid }) => pid)),
    value,
  }));
}

function load({ load: sent }: Watch): Fact[] {
  if (sent === null) return [];
  const { counts, engine, generator } = sent;
  const value = message('doctor.load-sent', { engine, due: counts.due, share: generator.utilization });
  return [{ name: message('word.Load'), value }];
}

/** What was not seen, and why. The same reason for several processes is said once; one that a note tells is not told again. */
function unseen({ watch, diagnosis }: JudgedWatch): Fact[] {
  // Where the server ended at once there is nothing else to say.
  if (watch.end === 'ended' && diagnosis.answers.length === 0) return [];
  const reasons = new Map<string, { name: string; text: string; pids: number[] }>();
  const refused = new Set(
    watch.notes.flatMap(({ code, params }) => (code === 'note.probe-refused' ? params.pid : [])),
  );
  const add = (pid: number, about: AnyMessage, why: AnyMessage | null) => {
    if (why === null) return;
    const [name, text] = [say(about), lineOf(why)];
    const key = `${name}\n${text}`;
    const known = reasons.get(key) ?? { name, text, pids: [] };
    known.pids.push(pid);
    reasons.set(key, known);
  };
  const serving = watch.processes.filter(isServing);
  for (const { pid, withoutPeek, withoutProbe } of diagnosis.processes.filter(isServing)) {
    add(pid, message('doctor.unseen.queue'), withoutPeek);
    const why = refused.has(pid) ? message('unseen.see-notes') : withoutProbe;
    add(pid, message('doctor.unseen.probe'), why);
  }
  for (const { pid, look, sockets, probe } of serving) {
    if (!look.ok) add(pid, message('doctor.unseen.process'), look.why);
    if (!sockets.ok) add(pid, message('word.Its-connections'), sockets.why);
    if (!probe.ok) continue;
    for (const { about, why } of probe.notes) add(pid, message('doctor.unseen.note', { about }), quoted(why));
  }
  return [...reasons.values()].map(({ name, text, pids }) => ({
    name,
    value: pids.length === serving.length ? text : `${text} (${pidsText(pids)})`,
  }));
}
