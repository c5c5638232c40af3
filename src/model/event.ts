/** What a run tells while it goes on. The store, the progress line and the dashboard are its listeners. */
import type { Message } from '../messages/message.ts';
import type { Plan } from './plan.ts';
import type { ProblemData } from '../messages/problem.ts';
import type { HostConditions, Trial } from './sample.ts';
import type { RunResult } from './verdict.ts';

/** Milliseconds that a search will still take: at best up to its next look, at worst until its noise allows a certificate. */
export interface TimeLeft {
  readonly low: number;
  readonly high: number;
}

export type RunEvent =
  | {
      readonly type: 'planned';
      readonly run: string;
      readonly plan: Plan;
      readonly host: HostConditions;
      readonly done: number;
      /** Milliseconds that the trials took that are done. */
      readonly spent: number;
    }
  | {
      readonly type: 'trial-started';
      readonly ordinal: number;
      readonly of: number;
      readonly block: number;
      /** Number of blocks that there will be, as far as is known. */
      readonly blocks: number;
      readonly cell: string;
    }
  /** A search says what the next blocks are for, and how long it will still take. */
  | { readonly type: 'step'; readonly why: Message; readonly left: TimeLeft }
  | { readonly type: 'phase'; readonly ordinal: number; readonly phase: string }
  /** Where the server of this trial listens, if that had to be found: `http://127.0.0.1:3000`. */
  | { readonly type: 'found'; readonly ordinal: number; readonly address: string }
  | { readonly type: 'trial-ended'; readonly trial: Trial }
  /** The server of the trial does not listen yet after some seconds. */
  | { readonly type: 'silent'; readonly words: Message }
  /** An interrupted trial has left something behind. */
  | { readonly type: 'left'; readonly problem: ProblemData }
  /** Enough was measured before the last block. */
  | { readonly type: 'stopped'; readonly reason: Message }
  | { readonly type: 'judged'; readonly result: RunResult };
