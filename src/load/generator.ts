/**
 * The process that generates load. It gets one job over IPC, tells the phases and the outcome, and ends. When the
 * channel closes, its controller is gone, and so is the reason to go on.
 */
import type { LoadOutcome } from '../model/sample.ts';
import { Problem, problemData, type ProblemData } from '../messages/problem.ts';
import type { LoadJob, LoadPhase } from './engine.ts';
import { generate } from './generate.ts';
import { warmSelf } from './self-warmup.ts';

/** What the generator says to its controller. */
export type Report =
  | { readonly kind: 'phase'; readonly phase: LoadPhase }
  | { readonly kind: 'outcome'; readonly outcome: LoadOutcome }
  | { readonly kind: 'problem'; readonly problem: ProblemData }
  | { readonly kind: 'defect'; readonly stack: string };

process.once('disconnect', () => process.exit());
process.once('message', (job: LoadJob) => void run(job));

async function run(job: LoadJob): Promise<void> {
  const last = await warmSelf()
    .then(() => generate(job, (phase) => tell({ kind: 'phase', phase })))
    .then((outcome): Report => ({ kind: 'outcome', outcome }))
    .catch(describe);
  tell(last, () => process.disconnect?.());
}

function describe(error: unknown): Report {
  if (error instanceof Problem) return { kind: 'problem', problem: problemData(error) };
  return { kind: 'defect', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function tell(report: Report, written?: () => void): void {
  process.send?.(report, undefined, undefined, written);
}
