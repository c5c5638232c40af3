/** Readings of a server's processes and of the machine over a window: who used the CPUs. */
import { machineTime } from '../host/host.ts';
import type { EffectiveProcess, HostReading } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { RunningServer } from '../server/server.ts';

/** Shares of the machine's CPU time during the load. */
export type Shares = Pick<HostReading, 'own' | 'stolen' | 'foreign'>;

export interface WindowReading {
  readonly effective: readonly EffectiveProcess[];
  /** @param helpers CPU time of the load generator and the window probe. @returns shares by user; null if unknown */
  readonly shares: (helpers: Milliseconds) => Shares | null;
}

/**
 * Begins a window. @returns a function that reads the window so far; it may be called more than once
 * @param keys environment variables to read back
 */
export function readingsOf(server: RunningServer, keys: readonly string[]): () => WindowReading {
  const before = { processes: server.cpuTimes(), machine: machineTime(), controller: process.cpuUsage() };
  return () => {
    const effective = server.effective(keys, before.processes);
    const machine = machineTime();
    const { user, system } = process.cpuUsage(before.controller);
    const own = effective.reduce((sum, each) => sum + each.cpu, (user + system) / 1000);
    return {
      effective,
      shares(helpers) {
        if (!machine || !before.machine || machine.total === before.machine.total) return null;
        // Without what the server used, all of that would be others' use.
        if (effective.length === 0) return null;
        const { programs, stolen, total } = before.machine;
        const all = machine.total - total;
        const ours = own + helpers;
        return {
          foreign: Math.max(0, machine.programs - programs - ours) / all,
          own: ours / all,
          stolen: (machine.stolen - stolen) / all,
        };
      },
    };
  };
}
