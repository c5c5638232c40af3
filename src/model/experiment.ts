/** What a run has to know of the lab. It is given to the run by who starts or reads one, so that no other verb loads the lab. */
import type { AnyMessage, Message } from '../messages/message.ts';
import type { ContestantId } from './contestant.ts';
import type { Request } from './plan.ts';
import type { Contestant } from './schema/contestant.ts';
import type { ClaimVerdict, Measured, Passage } from './verdict.ts';

export interface JudgedClaim {
  /** Permanent name of the claim. */
  readonly id: string;
  readonly text: string;
  readonly source: string;
  /** Judges a run by its intervals alone; no sentence is known before. */
  readonly judge: (
    measured: Measured,
  ) => Pick<ClaimVerdict, 'verdict' | 'because' | 'evidence' | 'undecided'>;
  /** Cells of figures that are not yet precise enough for its bounds. Absent for a claim that rests on counts. */
  readonly imprecise?: (measured: Measured) => readonly string[];
}

/** An experiment as far as its runs are judged by it. */
export interface JudgedExperiment {
  readonly name: string;
  readonly question: string;
  /** How it is measured, and why so, in paragraphs. */
  readonly design: readonly string[];
  readonly claims: readonly JudgedClaim[];
  /** The question's answer in a sentence with this run's figures, where there is one; null where too little was measured. */
  readonly answer?: (measured: Measured) => AnyMessage | null;
  readonly passages: (measured: Measured) => readonly Passage[];
}

/** Which servers of other platforms are wanted, and how they are prepared. */
export interface Preparing {
  /** Contestants that are wanted; undefined: all. */
  readonly ids?: readonly ContestantId[] | undefined;
  /** Whether servers are built; if not, those that could be are `ready` without a `launch`. */
  readonly builds: boolean;
  /** Whether programs may be started to tell their versions; absent: as `builds`, so that a mere list starts nothing. */
  readonly asks?: boolean;
  /** Called with news of a build: that it begins, how it goes on, how it ended. */
  readonly tell?: (line: Message) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Lab {
  readonly experiments: readonly JudgedExperiment[];
  /** Finds the servers of other platforms, and builds them where that is wanted. @throws the signal's reason */
  readonly findContestants: (preparing: Preparing) => Promise<Contestant[]>;
  /** A request with another number of units of work (`Cell.calibrate`). */
  readonly withUnits: (request: Request, units: number) => Request;
}
