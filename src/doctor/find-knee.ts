/**
 * Finds the load under which a server is diagnosed, where none was given: clients are doubled until they get no more
 * throughput. All steps run one after the other against one live server.
 */
import { saturation } from '../saturation/saturation.ts';
import { problem } from '../messages/problem.ts';
import type { Knee, KneeEnd, LoadStep, SendClients } from '../model/approach.ts';
import { meanTime, type LoadOutcome } from '../model/sample.ts';
import type { Clock, Milliseconds } from '../model/units.ts';

/** Throughput ÷ the best before that counts as growth: windows of a second differ by some per cent on a busy machine. */
const growth = 1.1;
/** Steps without growth before the raise ends: one alone may have been disturbed. */
const mostFlat = 2;
/** Most clients, unless each doubling still adds clearly more throughput. */
const usualMost = 64;
const clearGrowth = 1.25;
const most = 256;
/** Share of failed requests that is tolerated: right answers fail now and then; with more the server gives up. */
const tolerated = 0.01;
/** Longest time for all steps together: slow servers are measured less precisely, but not for longer. */
const longest: Milliseconds = 22_000;

/**
 * @returns the next number of clients, or why there is none
 *
 *     throughput        ▇  ▇  ▇    two steps without growth: the end
 *                    ▆             the knee: the fewest clients within a tenth of the best
 *                 ▄
 *              ▂
 *     clients  1  2  4  8  16 32
 */
export function nextClients(steps: readonly LoadStep[]): number | Exclude<KneeEnd, 'time'> {
  const last = steps.at(-1);
  if (!last) return 1;
  if (last.failed > tolerated) return 'failures';
  if (last.generator >= saturation.measured['load generator']) return 'generator';
  if (withoutGrowth(steps) >= mostFlat) return 'flat';
  const before = steps.at(-2)?.throughput ?? 0;
  if (last.clients >= most) return 'most';
  // The throughput may still grow by a fifth: not worth more clients, but no plateau.
  if (last.clients >= usualMost && last.throughput < clearGrowth * before)
    return withoutGrowth(steps) > 0 ? 'flat' : 'most';
  return 2 * last.clients;
}

/** Counts the steps since the last that gave clearly more than all before it. */
function withoutGrowth(steps: readonly LoadStep[]): number {
  let [reference, without] = [0, 0];
  for (const { throughput } of steps) {
    const grew = throughput > 0 && throughput >= growth * reference;
    // From a slow server few clients may get no answer in a window: that does not count as flat.
    without = grew || reference === 0 ? 0 : without + 1;
    if (grew) reference = throughput;
  }
  return without;
}

/** @param steps at least one */
export function kneeOf(steps: readonly LoadStep[], end: KneeEnd): Knee {
  const sound = steps.filter(({ failed }) => failed <= tolerated);
  const counted = sound.length > 0 ? sound : steps;
  const best = Math.max(...counted.map(({ throughput }) => throughput));
  const { clients, throughput } = counted.find((one) => one.throughput * growth >= best) ?? {
    clients: 1,
    throughput: 0,
  };
  return { steps, clients, throughput, end };
}

/** Fewest clients of a diagnosis: with fewer, queues hardly show. */
const fewest = 8;
/** A fast server gets as many clients as wait no longer than this each, up to `plenty`: chance then leaves nothing idle. */
const longestWait: Milliseconds = 20;
const plenty = 64;

/**
 * The number of clients of the diagnosis: twice that of the knee. At the knee a saturated resource has just become so, and its
 * queue comes and goes; with twice as many clients there is always one that waits. Where several threads hand work to each
 * other, sixteen clients leave a fifth of the CPUs idle, and sixty-four none. Never more than the server can take.
 */
export function clientsBeyond({ clients, throughput, end, steps }: Knee): number {
  const quick = Math.min(plenty, Math.floor((throughput * longestWait) / 1000));
  const wanted = Math.max(fewest, 2 * clients, quick);
  const failing = end === 'failures' ? (steps.at(-1)?.clients ?? Infinity) : Infinity;
  return failing <= wanted && failing > 1 ? Math.max(1, Math.min(wanted, failing / 2)) : wanted;
}

/** Load on a cold server, which compiles first: none of it is counted. */
const cold = { clients: 8, warmup: 0, duration: 1000 } as const;
const patient = { warmup: 0, duration: 6000 } as const;
const settling = { least: 250, most: 1000, answers: 2 } as const;
const measuring = { least: 750, most: 3000, answers: 10 } as const;

export interface FindKneeOptions {
  readonly clock: Clock;
  /** The address, for the text of a problem. */
  readonly url: string;
  /** Called with each step when it is done. */
  readonly onStep?: (step: LoadStep) => void;
}

/** @throws Problem NO_ANSWER if no request is answered, and what `send` throws */
export async function findKnee(
  send: SendClients,
  { clock, url, onStep = () => {} }: FindKneeOptions,
): Promise<Knee> {
  const begin = clock.now();
  const { clients, ...short } = cold;
  let first = await send(clients, short);
  if (first.counts.verified === 0) first = await send(clients, patient);
  if (first.counts.verified === 0) throw unanswered(first, url);
  const steps: LoadStep[] = [];
  for (;;) {
    const next = nextClients(steps);
    if (typeof next !== 'number') return kneeOf(steps, next);
    if (steps.length > 0 && clock.now() - begin > longest) return kneeOf(steps, 'time');
    const mean = steps.at(-1)?.mean ?? 0;
    const step = stepOf(
      next,
      await send(next, { warmup: within(settling, mean), duration: within(measuring, mean) }),
    );
    steps.push(step);
    onStep(step);
  }
}

/** A time long enough for several answers: a window with two of them measures nothing. */
function within(limits: { least: Milliseconds; most: Milliseconds; answers: number }, mean: Milliseconds) {
  return Math.round(Math.min(limits.most, Math.max(limits.least, limits.answers * mean)));
}

function stepOf(clients: number, outcome: LoadOutcome): LoadStep {
  const { throughput, response, counts, generator, errors } = outcome;
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return {
    clients,
    throughput,
    mean: meanTime(response),
    failed: failed / Math.max(1, counts.due, failed),
    generator: generator.utilization,
  };
}

function unanswered({ counts, errors, timeouts, errorExamples: [example] }: LoadOutcome, url: string) {
  const late = timeouts?.count ?? 0;
  const found = Object.entries(errors).flatMap(([kind, count]) => (count > 0 ? `${count} ${kind}` : []));
  const kinds = found.join(', ') || `${late} timeout`;
  return problem('NO_ANSWER', {
    sent: Math.max(counts.sent, late),
    kinds: example === undefined ? kinds : `${kinds} (${example})`,
    url,
  });
}
