/** What a run tells while it goes on. The store, the progress line and the dashboard are its listeners. */
import type { Plan } from './plan.ts';
import type { HostConditions, Trial } from './sample.ts';
import type { RunResult } from './verdict.ts';

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
  | { readonly type: 'step'; readonly why: string }
  | { readonly type: 'phase'; readonly ordinal: number; readonly phase: string }
  | { readonly type: 'trial-ended'; readonly trial: Trial }
  /** Enough was measured before the last block. */
  | { readonly type: 'stopped'; readonly reason: string }
  | { readonly type: 'judged'; readonly result: RunResult };
