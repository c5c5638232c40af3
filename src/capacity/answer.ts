/** Turns the trials of a run into its answer: pure, so that a stored run can be judged again. */
import { limitingResource } from '../judge/limiting-resource.ts';
import { message, type Message } from '../messages/message.ts';
import type { CapacityFinding, CapacityResult, ExpectWord, RateBounds } from '../model/capacity.ts';
import type { ObjectivePart } from '../model/objective.ts';
import { askedIn, type Cell, type Plan } from '../model/plan.ts';
import type { CheckResult } from '../model/check.ts';
import type { HostConditions } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { median } from '../stats/mean-and-spread.ts';
import { compared, estimateOf, levelAt, standingOf } from './search.ts';
import { modelOf } from './model.ts';
import { notesOf } from './notes.ts';
import { highest, lowest, splitOf } from './bracket.ts';
import { fallOf, isBrokenWhenFresh } from './ageing.ts';
import { aloneAmong, ofServer } from './points.ts';
import { objectiveOf, trialsOf, type CellWindows, type RateTrial } from './reading.ts';

const confidence = 0.95;
/** Windows that show what limits the server: rates from just below the crossing to a little above it, where a queue shows. */
const around = { below: 0.97, above: 1.12 } as const;

/** Answers a search for a capacity. @throws Error for a plan of another kind */
export function capacityOf(
  plan: Plan,
  host: HostConditions,
  trials: readonly RateTrial[],
  checks: readonly CheckResult[],
): CapacityResult {
  const { cells } = plan;
  const { capacity } = askedIn(plan);
  if (!capacity) throw new Error('a plan without a capacity to be found');
  // The trials of a setting that a check voids do not count.
  const voided = checks.filter(({ effect }) => effect === 'void');
  const findings = cells.map((cell) => findingOf(plan, cell, host, flawOf(voided, [cell.id]) ? [] : trials));
  const [one, other] = findings;
  const isOver = findings.every(({ points }) => standingOf(points, capacity.precision).word === 'precise');
  const flaw = flawOf(
    checks,
    findings.map(({ cell }) => cell),
  );
  // A rate that falls with time has no ratio to another.
  const isFalling = findings.some(({ word }) => word === 'falling');
  const measured = one && other && !isFalling ? compared([one.points, other.points], isOver) : null;
  const ratio: CapacityResult['ratio'] = measured && flaw ? { ...measured, word: 'undecided' } : measured;
  const isKnee = capacity.objective.length === 0;
  // A gate is about the setting that is compared, if there is one.
  const told = other ?? one;
  return {
    isKnee,
    confidence,
    findings,
    ratio,
    sentence: sentenceOf(findings, ratio, isKnee, checks),
    expect: capacity.expect === undefined || !told ? null : expected(told, capacity.expect, isKnee, checks),
  };
}

function findingOf(
  plan: Plan,
  { id, setting }: Cell,
  host: HostConditions,
  all: readonly RateTrial[],
): CapacityFinding {
  const asked = askedIn(plan).capacity?.objective ?? [];
  const own = trialsOf(plan, id, all);
  const { windows, points } = own;
  const objective = objectiveOf(asked, windows, plan.timeout) ?? [];
  const { word: standing, blocks } = standingOf(points, askedIn(plan).capacity?.precision ?? 0, own);
  const split = splitOf(ofServer(points));
  const [kept, broken] = [highest(split.kept), lowest(split.broken)];
  const found = blocks < 2 ? null : estimateOf(points, levelAt(blocks, standing === 'precise'));
  const rate = found && boundsOf(found);
  const fall = fallOf(points);
  const isNever = standing === 'hopeless';
  const isOpen = !split.isBounded && (standing === 'generator' || (rate === null && isOpenAbove(points)));
  const word = isNever
    ? 'never'
    : fall !== null
      ? 'falling'
      : isOpen
        ? 'at least'
        : rate !== null
          ? 'bounded'
          : split.about === null
            ? 'unmeasured'
            : 'bracketed';
  // There is no one number where no rate is kept, or none lasts.
  const middle = kept === null || broken === null ? split.about : rounded(split.about);
  const about = isNever || fall !== null ? null : isOpen ? kept : (rate?.value ?? middle);
  const limitAt = (at: number | null) => limitOf(own, at, host);
  return {
    cell: id,
    setting,
    word,
    about,
    objective: asked.length > 0 ? asked : objective.slice(0, 1),
    rate: word === 'bounded' ? rate : null,
    fall: fall && word === 'falling' ? { ...fall, within: apartIn(own) } : null,
    kept,
    broken,
    blocks,
    alone: isNever && own.broken ? own.broken : aloneOf(points),
    limit: limitAt(about) ?? limitAt(split.above),
    notes: notesOf(own, word, rate),
    model: modelOf(points, objective),
    points,
  };
}

/** @returns null where the line does not bound the rate from below */
function boundsOf({ value, low, high }: { value: number; low: number; high: number }): RateBounds | null {
  if (!Number.isFinite(low)) return null;
  return {
    value: Math.exp(value),
    low: Math.exp(low),
    high: Number.isFinite(high) ? Math.exp(high) : null,
  };
}

type Points = CapacityFinding['points'];

/** Whether some rates were kept, and the generator was late at all others: the limit of the server was not reached. */
function isOpenAbove(points: Points): boolean {
  const tried = points.filter(({ rate, purpose }) => rate !== null && purpose !== 'drain');
  const words = new Set(tried.map(({ word }) => word));
  return words.has('kept') && words.has('generator') && !words.has('broken');
}

/** A rate that has no interval is known to two digits only. */
const rounded = (rate: number | null) => (rate === null ? null : Number(rate.toPrecision(2)));

function aloneOf(points: Points): CapacityFinding['alone'] {
  const alone = aloneAmong(points);
  return alone?.value == null ? null : { figure: alone.figure, value: alone.value };
}

/** The time from the first window of a block to its last, of the median block. */
function apartIn({ windows, points }: Pick<CellWindows, 'windows' | 'points'>): Milliseconds | null {
  const starts = windows.flatMap(({ outcome, purpose }, i) =>
    outcome && purpose === 'block' ? [{ block: points[i]?.block, at: outcome.window.start }] : [],
  );
  const apart = [...Map.groupBy(starts, ({ block }) => block).values()].flatMap((own) =>
    own.length > 1 ? (own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0) : [],
  );
  return apart.length === 0 ? null : median(apart);
}

/** The share of the event loop's time spent waiting for a CPU from which requests are said to wait for it. */
const waitsForCpu = 0.1;

/** The part of the connections to a service on which a call waits, from which on these are the limit, or the service is. */
const allWait = 0.85;

/** The resource that saturates where the objective breaks; null where the server's processes could not be read. */
function limitOf(
  { windows, points, foreign }: CellWindows,
  rate: number | null,
  host: HostConditions,
): Message | null {
  if (rate === null) return null;
  const near = windows.flatMap(({ usage, outcome, purpose }, i) => {
    const at = points[i]?.rate ?? 0;
    const isNear = at >= around.below * rate && at <= around.above * rate && purpose !== 'drain';
    return isNear && usage && outcome ? [{ usage, outcome, foreign: foreign[i] ?? null }] : [];
  });
  if (near.length === 0) return null;
  const { limit, shares } = limitingResource(near, host);
  const full = near.flatMap(({ usage: { calls } }) =>
    calls && calls.pending >= allWait * calls.connections ? [calls] : [],
  );
  const { to = null, connections = 0 } = full.at(-1) ?? {};
  const isForCpu = shares.loopWaits >= waitsForCpu;
  return message('capacity.limit', { rate, limit, isForCpu, to, connections, ...shares });
}

function sentenceOf(
  findings: readonly CapacityFinding[],
  ratio: CapacityResult['ratio'],
  isKnee: boolean,
  checks: readonly CheckResult[],
): Message {
  const [one, other] = findings;
  if (!one) return message('capacity.unmeasured');
  if (!other) return ofOne(one, isKnee, checks);
  const settings = { one: one.cell, other: other.cell };
  if (!ratio || !one.rate || !other.rate)
    return message('capacity.both', {
      ...settings,
      first: ofOne(one, isKnee, checks),
      second: ofOne(other, isKnee, checks),
    });
  const what = objectiveText(one.objective, isKnee);
  const rates = { first: one.rate.value, second: other.rate.value };
  const flaw = flawOf(checks, [one.cell, other.cell]);
  return flaw
    ? message('capacity.compared-withheld', { ...settings, ...rates, what, ratio, check: flaw.id })
    : message('capacity.compared', { ...settings, ...rates, what, ratio, word: ratio.word });
}

/** The answer for one setting. */
function ofOne(finding: CapacityFinding, isKnee: boolean, checks: readonly CheckResult[]): Message {
  const { word, objective, rate, fall, about, kept, broken, alone, points } = finding;
  const what = objectiveText(objective, isKnee);
  switch (word) {
    case 'bounded':
      return rate ? message('capacity.bounded', { what, ...rate }) : message('capacity.unmeasured');
    case 'falling':
      return message('capacity.falling', { what, ...(fall ?? { first: null, last: null, within: null }) });
    case 'at least':
      return message('capacity.at-least', {
        what,
        rate: kept ?? 0,
        isDisturbed:
          checks.some(({ id, outcome }) => id === 'M1' && outcome === 'fail') ||
          points.some((one) => one.isDisturbed),
      });
    case 'never':
      return alone && isBrokenBy(objective, alone)
        ? message('capacity.never-alone', { what, ...alone })
        : message('capacity.never', { what, rate: broken });
    case 'bracketed':
      return message('capacity.bracketed', { what, about, kept, broken, ...beside(points) });
    case 'unmeasured': {
      const flaw = flawOf(
        checks.filter(({ effect }) => effect === 'void'),
        [finding.cell],
      );
      if (flaw) return message('capacity.void', { check: flaw.id });
      const late = finding.points.flatMap((one) => (one.word === 'generator' ? (one.rate ?? []) : []));
      return late.length === 0
        ? message('capacity.unmeasured')
        : message('capacity.unmeasured-late', { rate: Math.min(...late) });
    }
  }
}

/** The two highest kept rates and the two lowest broken ones, where a higher rate did better than a lower; else one of each. */
function beside(points: Points): { readonly allKept: number[]; readonly allBroken: number[] } {
  const { kept, broken } = splitOf(ofServer(points));
  const isMixed = (highest(kept) ?? 0) > (lowest(broken) ?? Infinity);
  return { allKept: kept.slice(isMixed ? -2 : -1), allBroken: broken.slice(0, isMixed ? 2 : 1) };
}

const isBrokenBy = (
  objective: readonly ObjectivePart[],
  { figure, value }: NonNullable<CapacityFinding['alone']>,
) => objective.some((part) => part.figure === figure && value > part.limit);

function objectiveText(objective: readonly ObjectivePart[], isKnee: boolean): Message {
  const [part] = objective;
  if (isKnee && part) return message('capacity.knee', { figure: part.figure, limit: part.limit });
  return message('capacity.objective', { parts: objective.map(({ figure, limit }) => ({ figure, limit })) });
}

/**
 * Checks that are notes here: they judge a setting as a whole, and here each window is judged, by lateness and by the objective. An
 * answer from one process is given as such: an interval takes two. Each window is held against the objective whatever its
 * percentile; a note says where it has too few requests.
 */
const ownJudgement: ReadonlySet<string> = new Set(['G1', 'E1', 'R1', 'D2']);

export function checksOfRates(checks: readonly CheckResult[]): CheckResult[] {
  return checks.map((check) => (ownJudgement.has(check.id) ? { ...check, effect: 'note' } : check));
}

/** The first failed check that takes the answer about any of these settings away; one without settings is about all. */
function flawOf(checks: readonly CheckResult[], settings: readonly string[]): CheckResult | undefined {
  return checks.find(
    ({ outcome, effect, cells }) =>
      outcome === 'fail' &&
      ['silence', 'void', 'undecided'].includes(effect) &&
      (cells.length === 0 || cells.some((cell) => settings.includes(cell))),
  );
}

function expected(
  finding: CapacityFinding,
  rate: number,
  isKnee: boolean,
  checks: readonly CheckResult[],
): CapacityResult['expect'] {
  const word = expectWord(finding, rate);
  const flaw = flawOf(checks, [finding.cell]);
  const share = finding.rate ? rate / finding.rate.value : null;
  // Other programs on the machine must not break a build: with a flaw the word is undecided.
  if (flaw && word !== 'undecided') {
    const sentence = message('capacity.expect.withheld', { rate, check: flaw.id });
    return { rate, word: 'undecided', share: null, sentence };
  }
  const what = objectiveText(finding.objective, isKnee);
  const sentence =
    word !== 'undecided'
      ? message(`capacity.expect.${word}`, { what, rate, share })
      : finding.fall
        ? message('capacity.expect.falls', { rate, ...finding.fall })
        : message('capacity.expect.undecided', { rate, share, why: whyOpen(finding, flaw) });
  return { rate, word, share, sentence };
}

/** Why an expectation is neither kept nor missed; the rarer cause comes first. */
function whyOpen({ word, notes, rate, kept }: CapacityFinding, flaw: CheckResult | undefined): Message {
  const slower = notes.find(({ code }) => code === 'capacity.note.slower');
  if (slower && !flaw && word !== 'bounded') return slower;
  return message('capacity.open', {
    check: flaw?.id ?? null,
    low: rate?.low ?? null,
    high: rate?.high ?? null,
    kept,
    isLate: word === 'at least',
  });
}

/** A word only where it is certain: a gate that fails by chance loses the trust of its users. */
function expectWord({ word, rate, kept, points, blocks }: CapacityFinding, expect: number): ExpectWord {
  if (word === 'never') return 'missed';
  // The rate only falls with age: a build that misses it in a fresh process misses it.
  if (word === 'falling')
    return isBrokenWhenFresh(points, expect, levelAt(blocks, true)) ? 'missed' : 'undecided';
  if (word === 'at least') return kept !== null && kept >= expect ? 'kept' : 'undecided';
  if (!rate) return 'undecided';
  if (rate.low >= expect) return 'kept';
  return rate.high !== null && rate.high < expect ? 'missed' : 'undecided';
}
