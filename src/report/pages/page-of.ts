/** The page of a run: the one place that asks what kind of an answer it has. */
import type { RunResult } from '../../model/verdict.ts';
import { shownRun } from '../outline/shown-run.ts';
import type { Page } from '../page.ts';
import { capacityPage } from './capacity.ts';
import { gatePage, labPage, sweepPage } from './compared.ts';
import { tunePage } from './tune.ts';

export function pageOf(given: RunResult): Page {
  const result = shownRun(given);
  const { answer } = result;
  switch (answer.kind) {
    case 'capacity':
      return capacityPage(result, answer.capacity);
    case 'tune':
      return tunePage(result, answer.recommendation);
    case 'gate':
      return gatePage(result, answer.gate);
    case 'lab':
      return labPage(result);
    case 'sweep':
      return sweepPage(result);
  }
}
