/** A report in which every text that another process chose would harm who reads it. */
import type { JudgedWatch } from '../../../src/report/next-step.ts';
import { message, quoted } from '../../../src/messages/message.ts';
import type { Finding } from '../../../src/model/diagnosis.ts';
import { doctorReport } from './doctor-fixture.ts';

/** Names and texts that other processes could choose to harm who reads a report. */
export const hostile =
  '\u001B]0;owned\u0007\u001B[2Jgone\rback\nnext\u202Edesrever <script>alert(1)</script>"\'><img src=x onerror=alert(2)>';

/** The same report with a hostile text wherever another process has a say. */
export function hostileReport(): JudgedWatch {
  const { watch, diagnosis, deeper } = doctorReport('one finding');
  const doing = { state: 'blocked', syscall: 'openat', on: hostile } as const;
  const evil = <F extends Finding>(finding: F): F => ({
    ...finding,
    title: quoted(hostile),
    because: quoted(hostile),
    expect: quoted(hostile),
    experiment: hostile,
    evidence: [{ label: hostile, value: hostile }],
    changes: [{ type: 'code', what: quoted(hostile), text: hostile }],
  });
  const note = message('note.process-ended', { pid: 7, command: hostile });
  return {
    deeper,
    watch: {
      ...watch,
      target: { type: 'command', command: ['node', hostile] },
      notes: [note],
      processes: watch.processes.map((one) => ({ ...one, sockets: { ok: false, why: quoted(hostile) } })),
    },
    diagnosis: {
      ...diagnosis,
      target: { type: 'command', command: ['node', hostile] },
      sentence: quoted(hostile),
      notes: [note],
      findings: diagnosis.findings.map(evil),
      answers: diagnosis.answers.map((answer) => ({
        ...answer,
        title: quoted(hostile),
        because: quoted(hostile),
      })),
      processes: diagnosis.processes.map((one) => ({
        ...one,
        command: hostile,
        node: hostile,
        withoutPeek: quoted(hostile),
        pool: { ...one.pool, whereabouts: [{ doing, share: 0.5, threads: 1 }] },
      })),
    },
  };
}
