/**
 * Whether the figures can be believed, in four lines, each the worst case over all trials that count: a mean would
 * hide the one trial in which the generator measured itself.
 */
import { errorKinds, type LoadOutcome, type Trial } from '../../model/sample.ts';
import type { CheckResult } from '../../model/check.ts';
import type { Load } from '../../model/plan.ts';
import type { RunResult } from '../../model/verdict.ts';
import { brief, counted, fixed, percent } from '../../format/number.ts';

export interface TrustLine {
  /** What should be so. */
  readonly name: string;
  readonly ok: boolean;
  readonly answer: string;
}

/** Beyond these the generator is part of what was measured (docs/checks.md, G1). */
const busiestLoop = 0.85;
const latestShare = 0.01;
/** Milliseconds. In a shorter window a loop that sends a burst is rightly busy, and nothing follows from it. */
const shortestWindow = 250;
/** Little's law holds exactly but for the requests in flight at the window's edges (docs/checks.md, L1). */
const littleTolerance = 0.02;

interface Seen {
  readonly trial: Trial;
  readonly outcome: LoadOutcome;
}

export function trust(result: RunResult): TrustLine[] {
  // Wrong answers that were expected are counted in the experiment's own words.
  const expected = new Set(result.plan.cells.filter(({ expectsWrong }) => expectsWrong).map(({ id }) => id));
  const trials = result.trials.filter(({ cell }) => !expected.has(cell));
  const seen = trials.flatMap((trial) =>
    trial.sample === null || trial.problem !== null ? [] : [{ trial, outcome: trial.sample.outcome }],
  );
  if (seen.length === 0) return [];
  const apart = expected.size > 0 ? ', but for those that are measured for their wrong answers' : '';
  const limit = result.checks.find(({ id, outcome }) => id === 'G1' && outcome === 'fail');
  return [generator(seen, limit), counts(seen, apart), little(seen), errors(trials, apart)];
}

/** @param limit the validity check, where it failed: there is one verdict on a page */
function generator(seen: readonly Seen[], limit: CheckResult | undefined): TrustLine {
  const long = seen.filter(({ outcome }) => outcome.window.duration >= shortestWindow);
  const busy = worst(long.length > 0 ? long : seen, ({ outcome }) => outcome.generator.utilization);
  const late = worst(seen, ({ outcome }) => outcome.generator.lateShare);
  return {
    name: 'The generator was not the limit',
    ok: !limit && (long.length === 0 || busy.value <= busiestLoop) && late.value <= latestShare,
    answer:
      `its loop was at most ${percent(busy.value)} busy (${trialName(busy)}; limit ${percent(busiestLoop)}), ` +
      `at most ${percent(late.value)} of the requests left late (limit ${percent(latestShare)})` +
      (limit
        ? `; check G1 failed${limit.cells.length > 0 ? ` for ${counted(limit.cells.length, 'setting')}` : ''}`
        : ''),
  };
}

function counts(seen: readonly Seen[], apart: string): TrustLine {
  const gap = worst(
    seen,
    ({ outcome: { counts: c } }) =>
      Math.max(c.due, c.sent, c.answered, c.verified) - Math.min(c.due, c.sent, c.answered, c.verified),
  );
  // What is still in flight when the window ends was sent but not answered: at most one for each client.
  const allowed = Math.max(gap.seen.outcome.concurrency * 2, inFlight(gap.seen.trial.load) ?? 0);
  const total = (key: keyof LoadOutcome['counts']) =>
    fixed(
      seen.reduce((sum, { outcome }) => sum + outcome.counts[key], 0),
      0,
    );
  return {
    name: 'due = sent = answered = verified',
    ok: gap.value <= allowed,
    answer:
      `${total('due')} = ${total('sent')} = ${total('answered')} = ${total('verified')} over all trials${apart}; ` +
      (gap.value === 0
        ? 'no gap in any'
        : `widest gap ${fixed(gap.value, 0)} (${trialName(gap)}, in flight at the window's end)`),
  };
}

function little(seen: readonly Seen[]): TrustLine {
  const apart = (outcome: LoadOutcome) => Math.abs(outcome.concurrency / product(outcome) - 1);
  const off = worst(seen, ({ outcome }) => apart(outcome) / (littleTolerance + edges(outcome)));
  const { outcome, trial } = off.seen;
  const clients = inFlight(trial.load);
  // Only clients that never pause keep N requests in flight; a burst that drains does not.
  const full = trial.load.kind === 'closed' && trial.load.requestsEach === undefined;
  const within =
    clients === null ||
    (outcome.concurrency <= clients * 1.02 && (!full || outcome.concurrency >= clients / 2));
  return {
    name: 'L = X·R, and at most N',
    ok: off.value <= 1 && within,
    answer:
      `at worst L = ${brief(outcome.concurrency)} in flight against X·R = ${brief(product(outcome))}` +
      `${clients === null ? '' : `, N = ${clients}`} (${trialName(off)}, ${percent(apart(outcome))} apart)`,
  };
}

function errors(trials: readonly Trial[], apart: string): TrustLine {
  const outcomes = trials.flatMap(({ sample }) => sample?.outcome ?? []);
  const sums = errorKinds
    .map((kind) => ({ kind, count: outcomes.reduce((sum, { errors: e }) => sum + e[kind], 0) }))
    .filter(({ count }) => count > 0);
  const sent = outcomes.reduce((sum, { counts: c }) => sum + c.sent, 0);
  return {
    name: 'No errors',
    ok: sums.length === 0,
    answer:
      (sums.length === 0
        ? 'none of any kind'
        : sums.map(({ kind, count }) => `${kind} ${fixed(count, 0)}`).join(', ')) +
      ` in ${counted(sent, 'request')}, failed trials included${apart}`,
  };
}

/** Both are counted since the request was due. */
function product({ throughput, response }: LoadOutcome): number {
  return throughput * (response.count === 0 ? 0 : response.sum / response.count / 1e6);
}

/** What is in flight at the edges of a window is in L, and in R only if it ended within: at most the longest of them. */
function edges({ response, window }: LoadOutcome): number {
  return window.duration > 0 ? response.max / 1e3 / window.duration : 0;
}

function inFlight(load: Load): number | null {
  return load.kind === 'closed' ? load.clients : load.kind === 'batch' ? load.size : null;
}

function worst(seen: readonly Seen[], of: (one: Seen) => number): { value: number; seen: Seen } {
  const values = seen.map((one) => ({ value: of(one), seen: one }));
  return values.reduce((most, next) => (next.value > most.value || Number.isNaN(next.value) ? next : most));
}

function trialName({ seen }: { seen: Seen }): string {
  return `trial ${seen.trial.ordinal + 1}`;
}
