/** What a run tells while it goes on. The store, the progress line and the dashboard are its listeners. */
import type { Plan } from './plan.ts';
import type { ProblemData } from './problem.ts';
import type { HostConditions, Trial } from './sample.ts';
import type { RunResult } from './verdict.ts';

/** Milliseconds that a search will still take: in nine cases of ten between low and high, and as often more as less than middle. */
export interface TimeLeft {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export type RunEvent =
  | {
      readonly type: 'planned';
      readonly run: string;
      readonly plan: Plan;
      readonly host: HostConditions;
      readonly done: number;
      /** Milliseconds that these took. */
      readonly spent: number;
    }
  | {
      readonly type: 'trial-started';
      readonly ordinal: number;
      readonly of: number;
      readonly block: number;
      readonly cell: string;
    }
  /** What the next blocks are for, where each block is asked of a search. */
  | { readonly type: 'step'; readonly why: string; readonly left?: TimeLeft }
  | { readonly type: 'phase'; readonly ordinal: number; readonly phase: string }
  | { readonly type: 'trial-ended'; readonly trial: Trial }
  /** An interrupted trial has left something behind. */
  | { readonly type: 'left'; readonly problem: ProblemData }
  /** Enough was measured before the last block. */
  | { readonly type: 'stopped'; readonly reason: string }
  | { readonly type: 'judged'; readonly result: RunResult };
