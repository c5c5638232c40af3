/** What limited a setting: how busy its loops, its pool threads and the CPUs were, as they were read from outside. */
import type { HostConditions, Trial, Usage } from '../../model/sample.ts';
import type { Ratio } from '../../model/units.ts';
import { mean } from '../../stats/interval.ts';

interface Stations {
  readonly cpu: Ratio;
  readonly loop: Ratio;
  /** Null where libuv's pool could not be read, or was not used. */
  readonly pool: Ratio | null;
  readonly queued: number;
}

/** Busier than that a station is what holds the others back: what is left is noise and its own gaps. */
const full = 0.85;
/** Jobs that wait for each thread that serves, before a queue is a queue. */
const waiting = 0.5;

/** One sentence for each cell, the one that is recommended last. Empty where nothing could be read. */
export function stationsOf(
  trials: readonly Trial[],
  host: HostConditions,
  cells: readonly string[],
): string[] {
  return cells.flatMap((cell) => {
    const usages = trials.flatMap((trial) =>
      trial.cell === cell && trial.problem === null && trial.sample?.usage ? [trial.sample.usage] : [],
    );
    return usages.length === 0 ? [] : [sentence(cell, stations(usages, host))];
  });
}

function stations(usages: readonly Usage[], { effectiveCpus }: HostConditions): Stations {
  const over = (of: (usage: Usage) => number) => mean(usages.map(of));
  const sized = usages.filter(({ poolHeld, poolSize }) => poolHeld !== null && (poolSize ?? 0) > 0);
  return {
    cpu: over(({ cpu, duration }) => cpu / (duration * effectiveCpus)),
    loop: over(({ loopCpu, duration, processes }) => loopCpu / (duration * Math.max(1, processes))),
    pool:
      sized.length === 0
        ? null
        : mean(
            sized.map(
              ({ poolHeld, poolSize, processes, duration }) =>
                (poolHeld ?? 0) / (duration * (poolSize ?? 1) * Math.max(1, processes)),
            ),
          ),
    queued: over(({ queued }) => queued ?? 0),
  };
}

function sentence(cell: string, { cpu, loop, pool, queued }: Stations): string {
  const figures = [
    `event loop ${percent(loop)}`,
    ...(pool === null ? [] : [`pool threads ${percent(pool)} with ${queued.toFixed(1)} jobs waiting`]),
    `CPUs ${percent(cpu)}`,
  ].join(', ');
  return `${cell} is limited by ${limit({ cpu, loop, pool, queued })} (busy: ${figures}; the server's processes alone).`;
}

function limit({ cpu, loop, pool, queued }: Stations): string {
  if (loop >= full) return 'its event loop';
  if (cpu >= full) return 'the CPUs';
  if (pool !== null && pool >= full && queued >= waiting) return 'its pool threads';
  return 'nothing of its own: by the number of clients, by what it waits for, or by the CPUs that the load took';
}

const percent = (share: Ratio) => `${Math.round(100 * share)} %`;
