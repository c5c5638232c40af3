/** The page of a run: the one place that asks what kind of an answer it has. */
import type { RunResult } from '../../model/verdict.ts';
import { shownRun } from '../outline/shown-run.ts';
import type { Page } from '../page.ts';
import { tunePage } from './tune.ts';

/** @returns null while the kind has no builder yet */
export function pageOf(given: RunResult): Page | null {
  const result = shownRun(given);
  const { recommendation } = result;
  return recommendation ? tunePage(result, recommendation) : null;
}
