/** The page of a run: the one place that asks what kind of an answer it has. */
import type { RunResult } from '../../model/verdict.ts';
import { shownRun } from '../outline/shown-run.ts';
import type { Page } from '../page.ts';
import { capacityPage } from './capacity.ts';
import { gatePage, labPage, sweepPage } from './compared.ts';
import { tunePage } from './tune.ts';

export function pageOf(given: RunResult): Page {
  const result = shownRun(given);
  const { recommendation, capacity, gate, plan } = result;
  if (capacity) return capacityPage(result, capacity);
  if (recommendation) return tunePage(result, recommendation);
  if (gate) return gatePage(result, gate);
  return plan.subject.kind === 'command' ? sweepPage(result) : labPage(result);
}
