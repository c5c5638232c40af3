/**
 * The metrics of this very process (guest), for the probe's own thread: it hears the readings, and looks at the pool when it is
 * asked, so that it answers while the main thread hangs. Nothing here uses the thread pool.
 */
import { availableParallelism } from 'node:os';
import { buildIdOf, readPoolSymbols } from '../../host/binary/elf.ts';
import { knownBuild } from '../../host/binary/build.ts';
import { cgroupLimits, throttlingBetween, throttlingCounters } from '../../host/cgroup.ts';
import { ProcessMetrics } from '../../metrics/process-metrics.ts';
import type { Families } from '../../metrics/series.ts';
import type { JobKinds, PoolReading } from '../../model/process-snapshot.ts';
import type { LoopReading, ProbeReading } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';
import { TargetMemory } from '../external/memory.ts';
import { poolReader } from '../external/pool-reader.ts';
import { sharePage, type Shared, type SharedAddress } from './shared-page.ts';

export interface OwnMetrics {
  hear(reading: ProbeReading): void;
  /** Whether the pool has threads already, as far as it can be read. */
  isPoolUsed(): boolean;
  /** The series of this process now. */
  families(): Families;
  /** Serves the page, alone or together with the other processes of the same service. */
  serve(address: SharedAddress): void;
}

export interface OwnMetricsModule {
  readonly ownMetrics: typeof ownMetrics;
}

export interface OwnSight extends Pick<Shared, 'warn'> {
  /** How long the main thread has said nothing, beyond what is usual. */
  readonly silence: () => Milliseconds;
  /** Threads of the pool by their names; null where these do not tell. */
  readonly poolThreads: () => number | null;
  /** The probe's own jobs without an answer: reads of a link, and DNS lookups. */
  readonly pending: () => readonly [fast: number, slow: number];
}

/** The jobs of a queue that are not the probe's. */
function without(kinds: JobKinds, kind: string, own: number): JobKinds {
  return kind in kinds ? { ...kinds, [kind]: Math.max(0, (kinds[kind] ?? 0) - own) } : kinds;
}

/**
 * Reads the pool as the look from outside does. A process may read its own memory without any right, and its layout is known of
 * official builds alone: nothing is tried here, and nothing is guessed.
 * @returns what reads it (null: no reading was consistent); null where the build is in no table, or its memory is closed to it
 */
function ownPool(): (() => PoolReading | null) | null {
  if (process.platform !== 'linux') return null;
  try {
    const binary = '/proc/self/exe';
    const build = knownBuild(buildIdOf(binary));
    const found = build && readPoolSymbols(binary);
    if (!found?.ok) return null;
    return poolReader(process.pid, new TargetMemory('self'), found.symbols, build?.numbers).instant;
  } catch {
    return null;
  }
}

/** From so long a silence on the loop has been busy all the time: its last reading is of before. */
const hang: Milliseconds = 500;

export function ownMetrics({ silence, poolThreads, pending, warn }: OwnSight): OwnMetrics {
  const metrics = new ProcessMetrics();
  const readPool = ownPool();
  if (!readPool)
    warn(`this build of Node ${process.version} is in no table: its pool has no queue in the metrics`);
  let throttling = throttlingCounters('self');
  let throttled: number | null = null;
  let loop: LoopReading | null = null;
  const families = () => {
    const { reading } = metrics;
    const seen = readPool?.() ?? null;
    const { quota } = cgroupLimits('self');
    const cpus = Math.min(quota ?? Infinity, availableParallelism());
    const quiet = silence();
    const [fast, slow] = pending();
    metrics.know({
      threads: seen?.threads ?? poolThreads(),
      busy: seen?.busy,
      queues: seen && [without(seen.queuedKinds, 'fs', fast), without(seen.slow.queuedKinds, 'dns', slow)],
      isPoolKnown: readPool !== null,
      utilization: quiet > hang ? 1 : loop?.utilization,
      delay: loop?.delay,
      silence: quiet,
      cpu: reading && reading.cpu !== null ? reading.cpu / reading.span / cpus : null,
      quota,
      throttled,
    });
    return metrics.families({});
  };
  return {
    hear(reading) {
      metrics.hear(reading);
      loop = reading.loop ?? loop;
      const now = throttlingCounters('self');
      const since = throttlingBetween(throttling, now);
      throttled = since && (since.periods > 0 ? since.throttled / since.periods : 0);
      throttling = now;
    },
    isPoolUsed: () => (readPool?.()?.threads ?? 0) > 0,
    families,
    serve: (address) => sharePage(address, { families, warn }),
  };
}
