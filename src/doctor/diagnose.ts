/** From a watch to a diagnosis: the sentence, and what was not seen. */
import type { Diagnosis, Finding, RuleAnswer } from '../model/diagnosis.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Vitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';
import { judgeAll } from './ask.ts';
import { amount, share, waited } from './rules/words.ts';
import { fleetOf, isServing, vitalsOf } from './vitals.ts';

/** A server that ended within so long was never seen at work. */
const leastWatch: Milliseconds = 1000;
/** A shorter stop is in the grain of the timers that tell of it. */
const feltStop: Milliseconds = 20;

/** Judges what was seen. Pure: the same watch always gives the same diagnosis. */
export function diagnose(watch: Watch): Diagnosis {
  const processes = watch.processes.filter(wasSeen(watch)).map((process) => vitalsOf(process, watch));
  const fleet = fleetOf(watch, processes);
  const judged = judgeAll(processes, fleet);
  const ended = endOf(watch);
  // What was seen of a start alone is of no server at work.
  const isStart = ended !== null && watch.duration < leastWatch;
  const { findings, answers } = isStart ? { findings: [], answers: [] } : judged;
  const word = ended === null ? judged.word : 'cannot tell';
  return {
    schema: 1,
    id: watch.id,
    target: watch.target,
    startedAt: watch.startedAt,
    duration: watch.duration,
    word,
    sentence: ended ?? sentence(word, findings, answers, processes),
    findings,
    answers,
    processes,
    fleet,
    notes: [...watch.notes, ...ownStops(processes), ...blindSpots(processes)],
  };
}

/** A server that ended while it was watched is not healthy; null: it has not, or it was a script that was done. */
function endOf({ end, exit, duration }: Watch): string | null {
  if (end !== 'ended' || (exit === 'exit code 0' && duration >= leastWatch)) return null;
  const how = exit === undefined ? '' : ` (${exit})`;
  return `Cannot tell, because the server ended after ${(duration / 1000).toFixed(1)} s${how}.`;
}

/** A process that was there for moments only, and nothing was heard of. */
function wasSeen(watch: Watch): (process: Watch['processes'][number]) => boolean {
  return ({ look, probe }) => (look.ok && look.samples.taken > 1) || probe.ok || watch.processes.length === 1;
}

function sentence(
  word: Diagnosis['word'],
  findings: readonly Finding[],
  answers: readonly RuleAnswer[],
  processes: readonly Vitals[],
): string {
  const [first] = findings;
  if (word === 'choke point' && first) return `${first.title}.`;
  if (word === 'cannot tell') {
    const open = answers.find((answer) => answer.word === 'cannot tell');
    return processes.length === 0
      ? 'Cannot tell, because no Node process was seen for long enough.'
      : `Cannot tell, because: ${open?.because ?? 'too little was seen.'}`;
  }
  return `Healthy: ${lookedAt(processes)}.`;
}

/** What "healthy" rests on. */
function lookedAt(processes: readonly Vitals[]): string {
  const serving = processes.filter(isServing);
  const loop = most(serving.map((vitals) => vitals.loop.utilization));
  const cpu = most(serving.map((vitals) => vitals.cpu.used / vitals.cpu.available));
  return [
    loop === null ? null : `the event loop was busy for ${share(loop)} of the time`,
    poolText(serving),
    cpu === null ? null : `${share(cpu)} of its CPUs were in use`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function poolText(serving: readonly Vitals[]): string {
  const wait = most(serving.map(({ pool }) => (pool.wait && pool.wait.jobs > 0 ? pool.wait.mean : null)));
  const queued = most(serving.map(({ pool }) => pool.queue?.mean ?? null));
  if (serving.length > 0 && serving.every(({ pool }) => pool.size === 0)) return 'nothing used the pool';
  if (wait !== null) return `a job waited ${waited(wait)} for a pool thread`;
  return queued === null ? 'the pool had a free thread' : `${amount(queued)} jobs waited for a pool thread`;
}

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** What the doctor itself did to whoever asked the server meanwhile. */
function ownStops(processes: readonly Vitals[]): string[] {
  return processes.flatMap(({ pid, loop: { profileStopped } }) =>
    profileStopped === null || profileStopped < feltStop
      ? []
      : [
          `To take a CPU profile of process ${pid}, its main thread was stopped for ${amount(profileStopped)} ms. That is not counted as its own lateness.`,
        ],
  );
}

/** What was not seen, so that nobody takes silence for health. */
function blindSpots(processes: readonly Vitals[]): string[] {
  const serving = processes.filter(isServing);
  const withoutPeek = serving.find((vitals) => vitals.withoutPeek !== null)?.withoutPeek;
  const withoutProbe = serving.find((vitals) => vitals.withoutProbe !== null)?.withoutProbe;
  const silent = serving.find(isUnheard);
  return [
    ...(silent
      ? [
          `The probe in process ${silent.pid} saw no HTTP/1 request, though connections to it are open (${silent.sockets?.inbound.connections}): if they speak HTTP/2 or another protocol, their requests, and what those wait for, are not seen.`,
        ]
      : []),
    ...(withoutPeek
      ? [`The queue of the pool was not read from memory (${withoutPeek}): jobs by kind are not seen.`]
      : []),
    ...(withoutProbe
      ? [
          `No probe in the process (${withoutProbe}): single stalls of the loop and garbage collection are not seen.`,
        ]
      : []),
  ];
}

/** It has a probe, and connections, and none of them said anything that the probe understands. */
function isUnheard({ withoutProbe, requests, sockets }: Vitals): boolean {
  const isSilent = requests === null || (requests.rate === 0 && requests.pending === 0);
  return withoutProbe === null && isSilent && (sockets?.inbound.connections ?? 0) > 0;
}
