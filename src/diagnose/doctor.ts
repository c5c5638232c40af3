/** From a watch to a diagnosis: the sentence, and what was not seen. */
import type { Diagnosis, Finding, RuleAnswer } from '../model/diagnosis.ts';
import type { Vitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';
import { judgeAll } from './ask.ts';
import { amount, share, waited } from './rules/words.ts';
import { fleetOf, isServing, vitalsOf } from './vitals.ts';

/** Judges what was seen. Pure: the same watch always gives the same diagnosis. */
export function diagnose(watch: Watch): Diagnosis {
  const processes = watch.processes.filter(wasSeen(watch)).map((process) => vitalsOf(process, watch));
  const fleet = fleetOf(watch, processes);
  const { findings, answers, word } = judgeAll(processes, fleet);
  return {
    schema: 1,
    id: watch.id,
    target: watch.target,
    startedAt: watch.startedAt,
    duration: watch.duration,
    word,
    sentence: sentence(word, findings, answers, processes),
    findings,
    answers,
    processes,
    fleet,
    notes: [...watch.notes, ...blindSpots(processes)],
  };
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
  const most = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length > 0 ? Math.max(...known) : null;
  };
  const loop = most(serving.map((vitals) => vitals.loop.utilization));
  const wait = most(serving.map(({ pool }) => pool.wait?.mean ?? null));
  const queued = most(serving.map(({ pool }) => pool.queue?.mean ?? null));
  const cpu = most(serving.map((vitals) => vitals.cpu.used / vitals.cpu.available));
  return [
    loop === null ? null : `the event loop was busy for ${share(loop)} of the time`,
    wait !== null
      ? `a job waited ${waited(wait)} for a pool thread`
      : queued === null
        ? 'the pool had a free thread'
        : `${amount(queued)} jobs waited for a pool thread`,
    cpu === null ? null : `${share(cpu)} of its CPUs were in use`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** What was not seen, so that nobody takes silence for health. */
function blindSpots(processes: readonly Vitals[]): string[] {
  const serving = processes.filter(isServing);
  const withoutPeek = serving.find((vitals) => vitals.withoutPeek !== null)?.withoutPeek;
  const withoutProbe = serving.find((vitals) => vitals.withoutProbe !== null)?.withoutProbe;
  return [
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
