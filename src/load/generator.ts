/**
 * The process that generates load. It gets jobs over IPC, one after the other, and tells the phases and the outcome of each.
 * When the channel closes, its controller is gone, and so is the reason to go on.
 */
import type { LoadOutcome } from '../model/sample.ts';
import { Problem, problemData, type ProblemData } from '../messages/problem.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LoadJob, LoadPhase } from './engine.ts';
import { generate } from './generate.ts';
import { sharedNow } from './pacer.ts';
import { warmSelf } from './self-warmup.ts';

/** A job for the generator. If `isHeld`, it reports when it is ready and waits for an instant (`EngineOptions.start`). */
export interface Order {
  readonly job: LoadJob;
  readonly isHeld: boolean;
}

/** What the generator says to its controller. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'phase'; readonly phase: LoadPhase }
  | { readonly kind: 'outcome'; readonly outcome: LoadOutcome }
  | { readonly kind: 'problem'; readonly problem: ProblemData }
  | { readonly kind: 'defect'; readonly stack: string };

process.once('disconnect', () => process.exit());
process.on('message', (said: Order | Milliseconds) => {
  if (typeof said === 'number') instant.resolve(said - sharedNow() + performance.now());
  else void run(said);
});

const warmed = warmSelf();
let instant = Promise.withResolvers<Milliseconds>();

async function run({ job, isHeld }: Order): Promise<void> {
  const start = isHeld ? told : undefined;
  const last = await warmed
    .then(() => generate(job, (phase) => tell({ kind: 'phase', phase }), start))
    .then((outcome): Report => ({ kind: 'outcome', outcome }))
    .catch(describe);
  tell(last);
}

/** Reports `ready`; resolves with the controller's instant, converted from the clock that all processes of a machine share. */
function told(): Promise<Milliseconds> {
  instant = Promise.withResolvers();
  tell({ kind: 'ready' });
  return instant.promise;
}

function describe(error: unknown): Report {
  if (error instanceof Problem) return { kind: 'problem', problem: problemData(error) };
  return { kind: 'defect', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function tell(report: Report): void {
  process.send?.(report);
}
