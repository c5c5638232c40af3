/** What to measure next, and what can be recommended: pure functions of what was measured so far. */
import type { NextStep, Recommendation, TuneBlock, TuneOptions, TuneStop, TuneTrial } from '../model/tune.ts';
import { gridOf } from './grid.ts';
import { ledgerOf, type Ledger } from './ledger.ts';
import { begin, type Progress } from './progress.ts';
import { recommend } from './recommend.ts';
import type { Ask } from './asking.ts';
import { search } from './search.ts';

/**
 * The next trials, or the recommendation. Asked in the middle of a step it gives what is left of it; asked again with the
 * same trials it gives the same answer.
 */
export function nextPlan(history: readonly TuneTrial[], options: TuneOptions): NextStep {
  const { progress, ledger, ask } = standing(history, options);
  return ask ? { type: 'measure', ...ask } : { type: 'done', recommendation: recommend(progress, ledger) };
}

/** What can be said at any moment: after Ctrl-C, or when the time is used up. */
export function answerSoFar(
  history: readonly TuneTrial[],
  options: TuneOptions,
  stopped: TuneStop = 'interrupted',
): Recommendation {
  const { progress, ledger } = standing(history, options);
  progress.stopped ??= stopped;
  return recommend(progress, ledger);
}

/** Where a search stands. */
interface Standing {
  readonly progress: Progress;
  readonly ledger: Ledger;
  /** Null: nothing more is to be measured. */
  readonly ask: Ask | null;
}

/** Runs the search from its start; whatever it asks for and was measured is answered from the history. */
export function standing(history: readonly TuneTrial[], options: TuneOptions): Standing {
  const progress = begin(options, gridOf(options));
  const ledger = ledgerOf(history, options);
  for (const ask of search(progress, ledger)) {
    const missing = ask.blocks.map((block) => ledger.missing(block)).filter(({ cells }) => cells.length > 0);
    if (missing.length === 0) continue;
    const blocks = affordable(missing, options.budget === null ? Infinity : options.budget - history.length);
    if (blocks.length === 0) {
      progress.stopped = 'budget';
      return { progress, ledger, ask: null };
    }
    const isCut = blocks.length < missing.length;
    const why = isCut ? `${ask.why}; the budget ends before` : ask.why;
    return { progress, ledger, ask: { ...ask, blocks, why } };
  }
  return { progress, ledger, ask: null };
}

/** Whole blocks only: half a block compares half of the settings. */
function affordable(blocks: readonly TuneBlock[], left: number): TuneBlock[] {
  let spent = 0;
  return blocks.filter(({ cells }) => {
    spent += cells.length;
    return spent <= left;
  });
}
