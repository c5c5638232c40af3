/** What the server and the machine did while the load ran, read from outside at both edges. */
import type { EffectiveProcess } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { machineTime } from '../host/host.ts';
import type { RunningServer } from '../server/server.ts';

export interface WindowReading {
  readonly effective: readonly EffectiveProcess[];
  /** @param generator CPU time of the load generator. @returns `HostReading.foreign` */
  readonly foreign: (generator: Milliseconds) => Ratio | null;
}

/**
 * Begins a window. @returns a function that reads what happened in it so far; it may be called more than once.
 * @param keys environment variables to read back
 */
export function observe(server: RunningServer, keys: readonly string[]): () => WindowReading {
  const before = { processes: server.cpuTimes(), machine: machineTime(), controller: process.cpuUsage() };
  return () => {
    const effective = server.effective(keys, before.processes);
    const machine = machineTime();
    const { user, system } = process.cpuUsage(before.controller);
    const own = effective.reduce((sum, each) => sum + each.cpu, (user + system) / 1000);
    return {
      effective,
      foreign(generator) {
        if (!machine || !before.machine || machine.total === before.machine.total) return null;
        const busy = machine.busy - before.machine.busy;
        return Math.max(0, busy - own - generator) / (machine.total - before.machine.total);
      },
    };
  };
}
