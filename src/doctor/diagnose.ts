/** Turns a watch into a diagnosis: the sentence, whether there was anything to do, and what could not be seen. */
import { type Message, message } from '../messages/message.ts';
import { openPorts, type TrafficVitals, type Vitals } from '../model/vitals.ts';
import type { Diagnosis, Finding } from '../model/diagnosis.ts';
import { meanTime } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Note, Watch } from '../model/watch.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { isServing, serviceOf, vitalsOf } from './vitals.ts';

/** The shortest watch that shows a server at work. */
const leastWatch: Milliseconds = 1000;
/** Mean response to the doctor's own load from which something holds the server back, even if nothing seen is saturated. */
const slow: Milliseconds = 100;
/** The shortest stop that is reported: a shorter one is lost in the grain of the timers that measure it. */
const feltStop: Milliseconds = 20;

/** Part of a watch from which a bottleneck is one of the whole watch. */
const nearlyAll = 0.8;

/**
 * Judges what was seen. Pure: the same watch always gives the same diagnosis. If the server was held back in a part of the time only,
 * figures and verdict are those of that part.
 */
export function diagnose(watch: Watch): Diagnosis {
  const whole = judge(watch);
  const { worst } = watch;
  if (!worst || whole.status === 'cannot tell') return whole;
  const { from, to } = worst;
  // The doctor's own load is the same all the time.
  const isWhole = watch.load !== null || to - from > nearlyAll * watch.duration;
  if (whole.status === 'bottleneck' && isWhole) return whole;
  const part = judge(worst.seen);
  const [first] = part.findings;
  if (part.status !== 'bottleneck' || !first) return whole;
  const times = { held: to - from, of: watch.duration, until: watch.startedAt + to };
  return {
    ...part,
    duration: watch.duration,
    stretch: { from, to },
    sentence: message('diagnosis.stretch', { title: first.title, ...times }),
    notes: whole.notes,
  };
}

function judge(watch: Watch): Diagnosis {
  const processes = watch.processes.filter(wasSeen(watch)).map((process) => vitalsOf(process, watch));
  const service = serviceOf(watch, processes);
  const judged = evaluateRules(processes, service);
  const full = judged.findings.find(({ rule }) => rule === 'heap-limit');
  const ended = endOf(watch, full?.title ?? null);
  const wrong = wrongAnswers(watch);
  // A watch of a start alone, of moments until it was interrupted, or of errors, shows no server at work.
  const isShort = watch.duration < leastWatch && watch.end !== 'time';
  const isOfNoWork = wrong !== null || isShort;
  const { findings, answers, open } = isOfNoWork ? { findings: [], answers: [], open: null } : judged;
  const isIdle = judged.status !== 'bottleneck' && isWithoutTraffic(processes, watch.load);
  const unexplained = wrong ?? (judged.status === 'healthy' ? limitUnseen(watch, processes) : null);
  const status =
    ended !== null || unexplained !== null || isShort ? 'cannot tell' : isIdle ? 'no traffic' : judged.status;
  return {
    schema: 2,
    id: watch.id,
    target: watch.target,
    startedAt: watch.startedAt,
    duration: watch.duration,
    status,
    sentence: ended ?? unexplained ?? sentence(status, findings, open, processes, watch),
    findings,
    answers,
    processes,
    service,
    notes: [...watch.notes, ...failedProbes(watch), ...ownStops(processes), ...blindSpots(processes)],
  };
}

/** Says that the server ended, so it is not healthy. @returns null if it did not, or was a script that was done */
function endOf({ end, exit, duration }: Watch, heap: Message | null): Message | null {
  if (end !== 'ended' || (exit === 'exit code 0' && duration >= leastWatch)) return null;
  return message('diagnosis.ended', { seconds: duration / 1000, exit: exit ?? null, heap });
}

/** Says that most answers to the doctor's own load were errors. @returns null if they were not */
function wrongAnswers({ load }: Watch): Message | null {
  if (load === null) return null;
  const { status, body, proof } = load.errors;
  const { answered } = load.counts;
  const wrong = status + body + proof;
  return wrong > answered / 2 ? message('diagnosis.wrong-answers', { wrong, answered }) : null;
}

/** Says that something limits the server, though nothing seen is saturated. @returns null if nothing shows it */
function limitUnseen(watch: Watch, processes: readonly Vitals[]): Message | null {
  const response = (watch.load && meanTime(watch.load.response)) ?? 0;
  if (response >= slow) return message('diagnosis.slow', { response, ...busiest(processes) });
  const { knee } = watch.approach ?? {};
  if (knee?.end !== 'flat') return null;
  const { clients, throughput } = knee;
  return message('diagnosis.flat', { clients, throughput, ...busiest(processes) });
}

/** Selects processes that were seen: not those of a few moments without a probe, unless there is only one. */
function wasSeen(watch: Watch): (process: Watch['processes'][number]) => boolean {
  return ({ look, probe }) => (look.ok && look.samples.taken > 1) || probe.ok || watch.processes.length === 1;
}

function sentence(
  status: Diagnosis['status'],
  findings: readonly Finding[],
  open: Message | null,
  processes: readonly Vitals[],
  { duration }: Watch,
): Message {
  const [first] = findings;
  if (status === 'no traffic')
    return message('diagnosis.no-traffic', {
      seconds: duration / 1000,
      port: openPorts(processes)[0] ?? null,
    });
  if (status === 'bottleneck' && first) return message('finding.is', { title: first.title });
  if (status === 'cannot tell') {
    if (processes.length === 0) return message('diagnosis.no-process');
    return open ?? message('diagnosis.too-little');
  }
  return healthy(processes);
}

/** The sentence for a healthy server, with the figures behind it. */
function healthy(processes: readonly Vitals[]): Message {
  const serving = processes.filter(isServing);
  return message('diagnosis.healthy', {
    ...busiest(processes),
    isPoolUnused: serving.length > 0 && serving.every(({ pool }) => pool.size === 0),
    wait: most(serving.map(({ pool }) => (pool.wait && pool.wait.jobs > 0 ? pool.wait.mean : null))),
    queued: most(serving.map(({ pool }) => pool.queue?.mean ?? null)),
  });
}

function busiest(processes: readonly Vitals[]) {
  const serving = processes.filter(isServing);
  return {
    loop: most(serving.map(({ loop }) => loop.utilization)),
    cpu: most(serving.map(({ cpu }) => cpu.used / cpu.available)),
  };
}

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** @returns stops that the doctor itself caused, long enough to be felt by clients */
function ownStops(processes: readonly Vitals[]): Note[] {
  return processes.flatMap(({ pid, loop: { profileStopped: stop } }) =>
    stop === null || stop < feltStop ? [] : [message('note.profile-stop', { pid, stop })],
  );
}

/** @returns what a probe could not tell because something in it failed */
function failedProbes({ processes }: Watch): Note[] {
  return processes.flatMap(({ pid, probe }) =>
    probe.ok ? probe.notes.map(({ about, why }) => message('note.probe-failed', { pid, about, why })) : [],
  );
}

/** @returns notes about what was not seen, so that silence is not taken for health */
function blindSpots(processes: readonly Vitals[]): Note[] {
  const serving = processes.filter(isServing);
  const [withoutPeek] = serving.flatMap((vitals) => vitals.withoutPeek ?? []);
  const [withoutProbe] = serving.flatMap((vitals) => vitals.withoutProbe ?? []);
  const silent = serving.find(isUnheard);
  const connections = silent?.sockets?.inbound.connections ?? 0;
  return [
    ...(silent ? [message('note.requests-unseen', { pid: silent.pid, connections })] : []),
    ...(withoutPeek ? [message('note.pool-unread', { why: withoutPeek })] : []),
    ...(withoutProbe ? [message('note.no-probe', { why: withoutProbe })] : []),
  ];
}

/** Whether a process has a probe and connections, but the probe understood none of them. */
function isUnheard({ withoutProbe, requests, sockets }: Vitals): boolean {
  return withoutProbe === null && !isTraffic(requests) && (sockets?.inbound.connections ?? 0) > 0;
}

/**
 * Work below which a process did nothing: CPUs, part of the loop's time, or pool threads. An idle Node with a few timers stays below.
 * In an idle server watched for 4 s, the probe's thread, jobs and start took up to 0.06 of a CPU and of a pool thread.
 */
const leastWork = 0.05;
const leastWorkWithProbe = 0.1;

/**
 * Whether no requests came, and the processes did no work of their own. False where that is not known.
 *
 *   requests seen   port open   work done      told
 *   yes             any         any            what the rules say
 *   no              yes         hardly any     no traffic
 *   no              no          hardly any     no traffic: a worker without jobs
 *   no              any         some           what the rules say: a queue worker, a cron job
 *   not known       any         any            what the rules say
 */
function isWithoutTraffic(processes: readonly Vitals[], load: Watch['load']): boolean {
  const some = processes.filter(({ role }) => role !== 'launcher');
  if (some.length === 0 || (load?.counts.sent ?? 0) > 0) return false;
  return some.every((vitals) => isUnasked(vitals) && !hasWorked(vitals));
}

function isUnasked({ requests, sockets }: Vitals): boolean {
  if (isTraffic(requests)) return false;
  // From outside, traffic is a connection that brought something, or is owed an answer.
  if (sockets !== null) {
    const { connections, pending, active } = sockets.inbound;
    return !(pending ?? 0) && (active ?? connections) === 0;
  }
  return requests !== null;
}

function isTraffic(traffic: TrafficVitals | null): boolean {
  return traffic !== null && (traffic.rate > 0 || traffic.pending > 0);
}

function hasWorked({ cpu, loop, pool, withoutProbe }: Vitals): boolean {
  const least = withoutProbe === null ? leastWorkWithProbe : leastWork;
  const work = [cpu.used, loop.utilization, pool.busy, pool.queue?.mean];
  return work.some((one) => (one ?? 0) >= least);
}
