/** The interface of a load engine: given a job, it sends requests and reports what came back. */
import type { Problem } from '../messages/problem.ts';
import type { LoadOutcome } from '../model/sample.ts';
import type { GeneratorJob, loadPhases } from '../model/schema/generator-protocol.ts';
import type { Milliseconds } from '../model/units.ts';

/** One load run against one server that is ready. Plain data: it crosses a process boundary. */
export type LoadJob = Readonly<GeneratorJob>;
export type Share = NonNullable<LoadJob['share']>;
export type LoadPhase = (typeof loadPhases)[number];

export interface Engine {
  /**
   * Runs the job once. `onPhase` is called as each phase begins, so that the caller can read counters at the
   * window's edges. Rejects with the signal's reason when aborted, and with a `Problem` (GENERATOR_FAILED) when the
   * generator itself fails; failed requests are part of the outcome, not errors.
   */
  run(job: LoadJob, options?: EngineOptions): Promise<LoadOutcome>;
  /** A generator that does job after job, until it is disposed of. Absent: each job starts its own. */
  keep?(affinity?: EngineOptions['affinity']): KeptEngine;
  /** An engine whose generators run a k6 script instead. Absent: k6 runs on this machine. @param script absolute path */
  readonly withScript?: (script: string) => Engine;
}

export type KeptEngine = Pick<Engine, 'run'> & AsyncDisposable;

/** Hooks for what must be cleaned up even if this process is killed. */
export interface EngineHold {
  /** A private folder for what has to be written; the caller removes it, also when this process is killed. Absent: a new one. */
  readonly folder?: string;
  /** Called for a process that does not end by itself when this one is killed. @param who its identity */
  readonly onProcess?: ((who: string) => void) | undefined;
}

/** What one part of a script's load saw that can be judged only over the whole load. */
export interface ScriptPart {
  /** Why the part made no request; null: it made some. */
  readonly empty: Problem | null;
  /** Failed checks and exceptions beyond its right answers: so many right answers of other parts count as wrong. */
  readonly wrong: number;
}

export interface EngineOptions extends EngineHold {
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: LoadPhase) => void;
  /** CPUs for the generator's process. */
  readonly affinity?: readonly number[] | null;
  /**
   * Called when everything is ready for the first request: resolves with the instant at which it is due, by `sharedNow` of
   * load/pacer.ts. Absent: at once.
   */
  readonly start?: () => Promise<Milliseconds>;
  /** Called with a script's part before its outcome. Absent: this is the whole load, and without requests it fails. */
  readonly onPart?: (part: ScriptPart) => void;
}
