/** What a load engine is: given a job, it asks, and says what came back. */
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
  /** The same with a generator that lives from job to job, until it is disposed of. Absent: each job starts its own. */
  keep?(affinity?: EngineOptions['affinity']): KeptEngine;
  /** The same generators with a k6 script as the requests. Absent: k6 runs on this machine. @param script in full */
  readonly withScript?: (script: string) => Engine;
}

export type KeptEngine = Pick<Engine, 'run'> & AsyncDisposable;

/** What is cleaned up also where this process is killed. */
export interface EngineHold {
  /** A private folder for what has to be written; the caller removes it, also when this process is killed. Absent: a new one. */
  readonly folder?: string;
  /** Told of a process that does not end by itself when this one is killed. @param who its identity */
  readonly onProcess?: ((who: string) => void) | undefined;
}

/** What a part of a script's load saw that only the whole load can be judged by. */
export interface ScriptPart {
  /** Why it made no request; null: it made some. */
  readonly empty: Problem | null;
  /** Failed checks and exceptions for which it had no right answer: those of other parts are fewer by them. */
  readonly wrong: number;
}

export interface EngineOptions extends EngineHold {
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: LoadPhase) => void;
  /** CPUs for the generator's process. */
  readonly affinity?: readonly number[] | null;
  /**
   * Asked when everything is ready for the first request: resolves with the instant at which it is due, by `sharedNow` of
   * load/pacer.ts. Absent: at once.
   */
  readonly start?: () => Promise<Milliseconds>;
  /** Told of a script's part before its outcome. Absent: the outcome is the whole load, and has requests. */
  readonly onPart?: (part: ScriptPart) => void;
}
