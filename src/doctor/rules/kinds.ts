/** Which kind of job holds the pool's threads: the queue tells how many come, not how long each takes. */
import type { Figure } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import { total } from '../../judge/sums.ts';
import { amount, fact, kindName, waited } from './words.ts';

/** Kinds that come about as often as the first may be what takes the time. */
const alike = 0.5;
/** Of the time in threads, as a capture has it: the rest is beside it. */
const much = 0.1;

export interface HeavyKinds {
  /** The first is the most likely; more than one where that is not told. */
  readonly kinds: readonly string[];
  /** `jobs of a native add-on (Node-API)`, `crypto jobs or jobs of …`. */
  readonly text: string;
  readonly evidence: readonly Figure[];
}

export function heavyKinds({ pool }: Pick<Vitals, 'pool'>): HeavyKinds {
  return ofCapture(pool) ?? ofQueue(pool);
}

/** All wait alike in one queue, so what a kind takes beyond the shortest of them is its own time in a thread. */
function ofCapture({ captured, wait }: Vitals['pool']): HeavyKinds | null {
  const seen = (captured ?? []).filter(({ jobs }) => jobs > 0);
  if (seen.length === 0) return null;
  const shortest = Math.min(...seen.map(({ mean }) => mean));
  const beside = seen.length === 1 ? 0 : Math.min(shortest, wait?.mean ?? shortest);
  const held = seen
    .map(({ kind, jobs, mean }) => ({ kind, mean: mean - beside, all: jobs * (mean - beside) }))
    .toSorted((one, other) => other.all - one.all);
  const all = total(held.map((kind) => kind.all));
  const heavy = held.filter((kind, index) => index === 0 || kind.all >= much * all).slice(0, 3);
  return {
    kinds: heavy.map(({ kind }) => kind),
    text: heavy.map(({ kind }) => kindName(kind)).join(' and '),
    evidence: [
      fact(
        'in a thread, by the capture (without a CPU too)',
        held
          .slice(0, 4)
          .map(({ kind, mean }) => `${kind} ${waited(mean)} a job`)
          .join(', '),
      ),
    ],
  };
}

function ofQueue({ queue }: Vitals['pool']): HeavyKinds {
  const kinds = Object.entries(queue?.kinds ?? {}).toSorted(([, one], [, other]) => other - one);
  const most = kinds[0]?.[1] ?? 0;
  const likely = kinds.filter(([, count]) => count >= alike * most).map(([kind]) => kind);
  // An add-on asks for its work on purpose; a crypto job that comes with each is mostly its salt.
  const sorted = likely.toSorted((one, other) => Number(isOfAddOn(other)) - Number(isOfAddOn(one)));
  return {
    kinds: sorted.length > 0 ? sorted : ['other'],
    text: sorted.length > 0 ? sorted.map(kindName).join(' or ') : 'jobs',
    evidence:
      sorted.length > 1
        ? [
            fact(
              'which of them takes the time',
              `not told by the queue, where they are about as many (${kinds
                .map(([kind, count]) => `${kind} ${amount(count)}`)
                .slice(0, 3)
                .join(', ')}): add --attach --capture 3s`,
            ),
          ]
        : [],
  };
}

function isOfAddOn(kind: string): boolean {
  return kind === 'node_api' || kind.startsWith('addon:');
}
