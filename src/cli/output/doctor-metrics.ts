/** Serves the metrics of a watch to a Prometheus on this machine. */
import { problem, reasonOf } from '../../messages/problem.ts';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import { DoctorMetrics } from '../../metrics/doctor-metrics.ts';
import { openPage, type OpenPage } from '../../metrics/page.ts';

export interface OpenMetrics extends OpenPage {
  take(event: DoctorEvent): void;
}

/** @param port 0: any that is free. @throws Problem METRICS_PORT_TAKEN */
export async function openMetrics(port: number): Promise<OpenMetrics> {
  const metrics = new DoctorMetrics();
  try {
    const page = await openPage({ host: '127.0.0.1', port, text: () => metrics.text() });
    return { ...page, take: (event) => metrics.take(event) };
  } catch (error) {
    throw problem('METRICS_PORT_TAKEN', { port, why: reasonOf(error) }, { cause: error });
  }
}
