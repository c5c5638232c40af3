/** What stands on the page of a search in a terminal: what to set, how certain that is, and why. */
import { counted } from '../../format/number.ts';
import { listed, ratioFigures, tenthPercent, wholePercent } from '../../format/words.ts';
import type { Maybe, Nested, Numbers } from '../nested.ts';
import type { Scope } from './tune.ts';

interface Gain {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** `what`: the exact setting; `now`: the current levels of the same keys. `label`: of the objective. */
export interface Advice {
  readonly what: string;
  readonly now: string;
  readonly label: string;
  /** Over the current setting; null where it is not known. */
  readonly gain: Gain | null;
}

function gainText({ label, gain }: Pick<Advice, 'label' | 'gain'>): string {
  if (gain === null) return '';
  const { value, low, high } = ratioFigures(gain);
  return `: ${value}× the ${label} (${low}–${high})`;
}

const among = ({ measured, compared, isPartial }: Scope) => {
  const all = counted(measured, 'setting');
  if (compared === measured) return `the ${all} tried`;
  return isPartial ? `${compared} of ${all} tried` : `the ${compared} feasible of ${all} tried`;
};

const ends = {
  budget: 'the time was used up',
  interrupted: 'interrupted',
  'last look': 'too much noise for the number of blocks',
  infeasible: 'it breaks a constraint, or may break one',
  'only begun': 'the search had only begun',
} as const;

export const tunePage = {
  'tune-page.set': ({ what, now, ...gain }: Advice) => `SET ${what} (now ${now})${gainText(gain)}`,
  'tune-page.guess': ({ what, now, ...gain }: Advice) => `BEST GUESS ${what} (now ${now})${gainText(gain)}`,
  /** `kept`: why; null: nothing else is better. `isOpen`: or nothing is known to be, or a validity check failed. */
  'tune-page.keep': ({ now, kept, isOpen }: { now: string; kept: Nested | null; isOpen: boolean }) =>
    `KEEP ${now}${isOpen ? ' for now' : ''}: ${kept ?? `no other setting is ${isOpen ? 'shown to be ' : ''}better`}`,
  'tune-page.certified': ({
    confidence,
    within,
    ...scope
  }: Scope & { confidence: number; within: number | null }) =>
    `Certified with ${tenthPercent(confidence)} confidence: ${within === null ? '' : `within ${tenthPercent(within)} of `}the best of ${among(scope)}`,
  'tune-page.not-certified': ({
    ended,
    confidence,
    atMost,
    ...scope
  }: Scope & { ended: keyof typeof ends; confidence: number; atMost: number | null }) =>
    `Not certified (${ends[ended]})${atMost === null ? '' : `: within ${Math.ceil(1000 * atMost) / 10}% of the best of ${among(scope)}, with ${tenthPercent(confidence)} confidence`}`,
  'tune-page.withheld': 'Not certified: a validity check failed',

  'tune-page.now': 'now',
  'tune-page.dropped': 'dropped',
  'tune-page.left-early': 'dropped early',
  'tune-page.limit-broken': 'over limit',
  'tune-page.failed': 'failed',
  'tune-page.trials': 'trials',
  'tune-page.objective': ({ label }: { label: string }) => `best ${label}`,

  /** Shares, as of `tune.limit`. */
  'tune-page.limit': ({
    id,
    limit,
    loop,
    loopWaits,
    pool,
    server,
    generator,
    others,
  }: { id: string; limit: string | null } & Numbers<
    'loop' | 'loopWaits' | 'queued' | 'server' | 'generator'
  > &
    Maybe<'pool' | 'others'>) => {
    const busy = [
      `event loop ${wholePercent(loop)}${loopWaits >= 0.01 ? ` (${wholePercent(loopWaits)} waiting for a CPU)` : ''}`,
      ...(pool === null ? [] : [`pool ${wholePercent(pool)}`]),
      `CPU ${wholePercent(server)} server, ${wholePercent(generator)} load${others === null || others < 0.005 ? '' : `, ${wholePercent(others)} others`}`,
    ];
    return `${id}: ${limit === null ? 'nothing is saturated' : `limited by ${limit === 'CPU' ? 'the CPUs' : `the ${limit}`}`} (${busy.join(' · ')})`;
  },
  'tune-page.cost': ({ id, from, to }: { id: string } & Numbers<'from' | 'to'>) => {
    const [before, after] = [from, to].map((one) => Number(one.toPrecision(3)));
    const change = `${to < from ? '−' : '+'}${wholePercent(Math.abs(to / from - 1))}`;
    return `${id}: ${after} ms of CPU per request instead of ${before} ms (${change})`;
  },
  'tune-page.ways': ({ places }: { places: readonly string[] }) => `${listed(places)}: in the report`,
  'tune-page.next-budget': 'more time decides it',
  'tune-page.next-resume': 'goes on with the search',
  'tune-page.next-quiet': 'once more, with other programs closed',
  'tune-page.next-limit': 'what limits the server now',
  'tune-page.next-processes': 'whether more processes give more',
};
