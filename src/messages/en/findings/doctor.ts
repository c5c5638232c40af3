/** What the doctor says around the texts of its rules. */
import type { Nested, Numbers } from '../../nested.ts';
import { counted, timeOfDay } from '../../../format/number.ts';
import { amountOf, capital, rounded, share, waited } from '../../../format/words.ts';

type Ended = Numbers<'seconds'> & { readonly exit: string | null; readonly heap: Nested | null };

export const doctorTexts = {
  'finding.is': ({ title }: { title: Nested }) => `${title}.`,
  'finding.alike': ({ title, pid, others }: { title: Nested; pid: number; others: number }) =>
    `${title} (PID ${pid}; the same in ${counted(others, 'other process', 'other processes')})`,
  'finding.follows': ({ title, from }: { title: Nested; from: string }) =>
    `${title}. This follows from ${from}.`,
  'unseen.see-notes': 'The notes say why.',
  'rule.no-process': 'No process was seen that answers requests.',

  'diagnosis.no-process': 'No Node process was seen for long enough.',
  'diagnosis.too-little': 'Too little was seen.',
  /** `heap`: that its heap was near the limit; null: it was not. */
  'diagnosis.ended': ({ seconds, exit, heap }: Ended) =>
    `The server ended after ${seconds.toFixed(1)} s${exit === null ? '' : ` (${exit})`}.${heap === null ? '' : ` ${heap}.`}`,
  /** @param port at which requests can be sent; null: it listens at none */
  /** Milliseconds; `until`: since 1970. */
  'diagnosis.stretch': ({ title, held, of, until }: { title: Nested } & Numbers<'held' | 'of' | 'until'>) =>
    `For ${Math.round(held / 1000)} of ${Math.round(of / 1000)} s, until ${timeOfDay(until)}: ${title}.`,
  'diagnosis.no-traffic': ({ seconds, port }: { seconds: number; port: number | null }) =>
    `No request was seen in ${seconds.toFixed(1)} s, and it did almost nothing: ${
      port === null ? 'watch it while it has work.' : `send requests to port ${port} while it is watched.`
    }`,
  /** Milliseconds, shares of the loop and the CPUs; null: not seen. */
  'diagnosis.slow': ({
    response,
    loop,
    cpu,
  }: {
    response: number;
    loop: number | null;
    cpu: number | null;
  }) =>
    `An answer took ${waited(response)} on average, and nothing that can be seen here is saturated${busyParts(loop, cpu)}: a queue or a lock of the application, or another service.`,
  /** The knee: clients, and requests a second; shares of the loop and the CPUs, null: not seen. */
  'diagnosis.flat': ({
    clients,
    throughput,
    loop,
    cpu,
  }: {
    clients: number;
    throughput: number;
    loop: number | null;
    cpu: number | null;
  }) =>
    `Throughput stops growing at ${counted(clients, 'client')} (${rounded(throughput)} requests/s), and nothing that can be seen here is saturated${busyParts(loop, cpu)}: a queue or a lock of the application, another service, or a machine that others use as well.`,
  /** Shares of the loop and the CPUs, milliseconds and mean number of jobs; null: not seen. */
  'diagnosis.healthy': ({
    loop,
    cpu,
    isPoolUnused,
    wait,
    queued,
  }: {
    loop: number | null;
    cpu: number | null;
    isPoolUnused: boolean;
    wait: number | null;
    queued: number | null;
  }) => {
    const pool =
      wait !== null
        ? `a job waited ${waited(wait)} for a pool thread`
        : queued === null
          ? 'the pool had a free thread'
          : queued < 0.5
            ? 'no job waited for a pool thread'
            : `${amountOf(queued, 'job')} waited for a pool thread`;
    const parts = [
      loop === null ? [] : `the event loop was busy for ${share(loop)} of the time`,
      isPoolUnused ? 'nothing used the pool' : pool,
      cpu === null ? [] : `${share(cpu)} of its CPUs were in use`,
    ];
    return `${capital(parts.flat().join(', '))}.`;
  },
};

function busyParts(loop: number | null, cpu: number | null): string {
  const parts = [
    loop === null ? [] : `the event loop was busy for ${share(loop)} of the time`,
    cpu === null ? [] : `${share(cpu)} of its CPUs were in use`,
  ].flat();
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
