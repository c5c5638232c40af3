import type { LoadOutcome } from '../model/sample.ts';

/** What the generator itself used over the window, so that a reader can see whether it measured the server or itself. */
export class OwnCost {
  #cpu = process.cpuUsage();
  #loop = performance.eventLoopUtilization();
  #atEnd: Pick<LoadOutcome['generator'], 'cpu' | 'utilization'> | null = null;

  begin(): void {
    this.#cpu = process.cpuUsage();
    this.#loop = performance.eventLoopUtilization();
  }

  end(): void {
    const { user, system } = process.cpuUsage(this.#cpu);
    const { utilization } = performance.eventLoopUtilization(this.#loop);
    this.#atEnd = { cpu: (user + system) / 1_000, utilization };
  }

  read(): Omit<LoadOutcome['generator'], 'lateShare'> {
    if (this.#atEnd === null) this.end();
    const peakRss = process.resourceUsage().maxRSS * 1_024;
    return { cpu: 0, utilization: 0, ...this.#atEnd, peakRss, pid: process.pid };
  }
}
