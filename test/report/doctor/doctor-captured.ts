/** A report with what trace events said of the pool's jobs. */
import type { JudgedWatch } from '../../../src/report/next-step.ts';
import { doctorReport, type Case } from './doctor-fixture.ts';

/** The case, with what trace events said of process 4711. */
export function capturedReport(which: Case, isAborted: boolean): JudgedWatch {
  const report = doctorReport(which);
  const kind = (name: string, jobs: number, mean: number) => ({
    kind: name,
    jobs,
    mean,
    p50: 0.9 * mean,
    p99: 2 * mean,
  });
  const capture = {
    type: 'capture',
    duration: 2000,
    isAborted,
    rate: 24_000,
    kinds: [kind('fs', 60, 1.5), kind('node_api', 140, 53)],
  } as const;
  const processes = report.watch.processes.map((one) =>
    one.pid === 4711 && one.probe.ok ? { ...one, probe: { ...one.probe, capture } } : one,
  );
  return { ...report, watch: { ...report.watch, processes } };
}
