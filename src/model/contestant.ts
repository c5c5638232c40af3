/** Servers of other platforms that the lab can put beside Node's. */

export const contestantIds = [
  'spring-mvc',
  'spring-virtual',
  'spring-webflux',
  'go',
  'bun',
  'deno',
  'express',
] as const;
export type ContestantId = (typeof contestantIds)[number];

/** Bytes of heap that every JVM gets at most: a default of a quarter of the memory would make figures of memory meaningless. */
export const javaHeap = 512 * 2 ** 20;

/** The answer of a server at `/facts`: what it sees, to be held against what was asked for. */
export interface PlatformFacts {
  /** `node`, `bun`, `deno`, `java`, `go`. */
  readonly platform: string;
  /** Version of the runtime: `26.10.0`, `25.0.3`, `1.26.8`. */
  readonly version: string;
  /** `spring-boot 4.1.2`, `express 5.3.0`; null for a bare server. */
  readonly framework: string | null;
  /** Processors as the runtime sees them, after affinity and cgroup. */
  readonly processors: number;
  /** Names of its garbage collectors: `G1 Young Generation, …`, `V8`, `concurrent mark-sweep`. */
  readonly gc: string;
  /** Most bytes of heap; null where the runtime sets no bound. */
  readonly heapMax: number | null;
  /** Threads of the process now; null where the runtime cannot tell. */
  readonly threads: number | null;
  /** GOMAXPROCS; of Go only. */
  readonly goMaxProcs?: number;
  /** Requests are handled on virtual threads; of Java only. */
  readonly virtualThreads?: boolean;
}
