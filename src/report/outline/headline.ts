/** The head of the report: what was run, what came out in one sentence, and how to run it again. */
import { describeLoad, type Cell, type Plan } from '../../model/plan.ts';
import { isDisturbed } from '../../model/sample.ts';
import { isUndecided } from '../../model/tune.ts';
import {
  metrics,
  type ClaimWord,
  type Comparison,
  type Metric,
  type RunResult,
  type Word,
} from '../../model/verdict.ts';
import { quoted } from '../../model/apply/shell.ts';
import { cellGrid } from '../page/cells.ts';
import { counted, date, percent, range, ratioTexts } from '../../format/number.ts';
import { capital } from '../../format/words.ts';

export function title({ run, plan, trials }: RunResult): { title: string; byline: string } {
  const subject = plan.subject.kind === 'command' ? plan.subject.command.join(' ') : plan.name;
  return {
    title: plan.subject.kind === 'command' ? `${capital(plan.name)}: ${subject}` : `Lab: ${plan.name}`,
    byline: [
      `run ${run.id}`,
      date(run.createdAt),
      plan.scale,
      `${counted(trials.filter((trial) => !isDisturbed(trial)).length, 'trial')} in ${counted(Math.max(0, ...trials.map(({ block }) => block + 1)), 'block')}`,
      run.status === 'finished' ? '' : `${run.status}: ${run.reason}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

/** One sentence: the claims' balance where claims were judged, and the best setting where settings were compared. */
export function headline(result: RunResult): string {
  const isMeasured = result.summaries.some(({ trials }) => trials > 0);
  if (result.recommendation?.stopped === 'not in force') return result.recommendation.certainty;
  if (!isMeasured && result.recommendation?.verdict !== 'none feasible')
    return 'Nothing was measured: no trial gave a result.';
  if (result.recommendation) return recommended(result.recommendation, result.plan);
  const parts = [claimBalance(result), bestSetting(result)].filter((part) => part !== null);
  if (parts.length === 0)
    return 'Measured, but nothing was compared: there is no second setting with enough trials.';
  return `${parts.map((part, i) => (i === 0 ? capital(part) : part)).join('; ')}.`;
}

function recommended(found: NonNullable<RunResult['recommendation']>, { baseline, search }: Plan): string {
  const { id, keepsDefault, certainty, gain, verdict, withheld, objective, settings } = found;
  if (id === null) return certainty;
  const { value, low, high } = ratioTexts(gain?.ratio ?? { value: 1, low: 1, high: 1 });
  const { label } = metrics[objective];
  const open = settings.flatMap((one) => (one.standing === 'not told apart' ? one.id : []));
  const rivals = open.length > mostNamed ? counted(open.length, 'setting') : list(open);
  if (isUndecided(found, baseline)) {
    // The default may be one of many that the data cannot tell from it.
    const whom = open.length > mostNamed ? `${baseline} and ${counted(open.length - 1, 'other')}` : rivals;
    return `Undecided: ${id} looks best, but is not told apart from ${open.includes(baseline) ? whom : baseline}${gain ? ` (${value} times the ${label} of ${baseline}, ${low} to ${high})` : ''}.`;
  }
  const gained = gain ? `: ${value} times its ${label} (${low} to ${high})` : '';
  const change = keepsDefault ? `keep ${id}` : `set ${id} instead of ${baseline}${gained}`;
  if (verdict === 'certified')
    return `${capital(change)}. Certified with ${percent(search?.confidence ?? 0)} confidence.`;
  const doubt =
    withheld !== undefined
      ? ' A validity check took its certainty away.'
      : open.length > 0
        ? ` Not told apart from it: ${rivals}.`
        : '';
  const guess = keepsDefault
    ? `keep ${id} for now`
    : `the best guess is ${id} instead of ${baseline}${gained}`;
  return `Not certified: ${guess}.${doubt}`;
}

/** More names than that hide the sentence that they stand in. */
const mostNamed = 4;

export const claimPhrases: Readonly<Record<ClaimWord, readonly [one: string, many: string]>> = {
  holds: ['holds', 'hold'],
  refuted: ['is refuted', 'are refuted'],
  artefact: ['is an artefact', 'are artefacts'],
  undecided: ['is undecided', 'are undecided'],
  'not run': ['was not run', 'were not run'],
};

export function claimBalance({ claims }: Pick<RunResult, 'claims'>): string | null {
  if (claims.length === 0) return null;
  const words = Object.keys(claimPhrases) as ClaimWord[];
  const phrases = words.flatMap((word) => {
    const n = claims.filter(({ verdict }) => verdict === word).length;
    return n === 0 ? [] : [`${n} ${claimPhrases[word][n === 1 ? 0 : 1]}`];
  });
  return `of ${counted(claims.length, 'claim')} ${list(phrases)}`;
}

/** Response times first where there are any: jobs are the lab's, requests are everybody's. */
const telling: readonly Metric[] = ['throughput', 'jobMean'];

function bestSetting({ plan, comparisons }: RunResult): string | null {
  // Where requests come by the clock, throughput is what was asked for: only the response time can differ.
  const isOpen = plan.cells.every(({ load }) => load.kind === 'rate' || load.kind === 'poisson');
  const order: readonly Metric[] = isOpen ? ['p50', 'p99', ...telling] : telling;
  const metric =
    order.find((one) => comparisons.some((other) => other.metric === one)) ?? comparisons[0]?.metric;
  if (metric === undefined) return null;
  const grid = cellGrid(plan);
  const those = comparisons.filter((one) => one.metric === metric);
  const { label, better } = metrics[metric];
  const gain = ({ ratio }: Comparison) => (better === 'higher' ? ratio.value : 1 / ratio.value);
  const winners = those
    .filter(({ word }) => word === 'better')
    .toSorted((one, other) => gain(other) - gain(one));
  const [most] = winners;
  if (most !== undefined) {
    // Of settings that are as good as the best, the smallest: the top of several equals is chance.
    const place = ({ cell }: Comparison) => grid.axis.levels.indexOf(grid.levelOf(cell, grid.axis));
    const best = winners
      .filter((one) => one.baseline === most.baseline && gain(one) * (1 + most.delta) >= gain(most))
      .reduce((smallest, next) => (place(next) < place(smallest) ? next : smallest));
    const pair = [best.cell, best.baseline];
    const notes = [
      grid.common(pair),
      `${(best.confidence * 100).toFixed(0)} % interval ${range(best.ratio)}`,
      best === most ? '' : `none was measured more than ${(most.delta * 100).toFixed(0)} % above it`,
    ];
    return (
      `${grid.labelAmong(best.cell, pair)} has ${ratioTexts(best.ratio).value} times the ${label} of ` +
      `${grid.labelAmong(best.baseline, pair)} (${notes.filter((note) => note !== '').join('; ')})`
    );
  }
  const words: readonly Word[] = ['equivalent', 'worse', 'undecided'];
  const balance = words.flatMap((word) => {
    const n = those.filter((one) => one.word === word).length;
    return n === 0 ? [] : [`${n} ${word}`];
  });
  const several = new Set(those.map(({ baseline }) => baseline)).size > 1;
  const rival = several ? 'its baseline' : grid.label(those[0]?.baseline ?? plan.baseline);
  const taken = those.filter(({ withheld }) => withheld !== undefined).length;
  if (taken === those.length) {
    return `nothing is said of ${label}: a validity check withholds every word`;
  }
  return `no setting was found to beat ${rival} in ${label} (${balance.join(', ')})`;
}

/** The command that measures the same again, in the same order. */
export function repeatCommand(plan: Plan): string {
  if (plan.asked.length > 0) return ['chokepoint', ...withSeed(plan).map(quoted)].join(' ');
  const { subject } = plan;
  const order = [`--blocks ${plan.blocks}`, `--seed ${plan.seed}`];
  if (subject.kind !== 'command') return [`chokepoint lab ${plan.name} --${plan.scale}`, ...order].join(' ');
  const [cell] = plan.cells;
  return [
    `chokepoint ${plan.name}`,
    ...(cell === undefined ? [] : requestOptions(cell)),
    ...plan.factors.map(({ key, levels }) => `--vary ${quoted(`${key}=${levels.join(',')}`)}`),
    ...(plan.duration === null ? [] : [`--duration ${plan.duration}ms`]),
    `--warmup ${plan.warmup}ms`,
    ...order,
    '--',
    ...subject.command.map(quoted),
  ].join(' ');
}

/** The words as they were typed; the seed was drawn if it was not among them. */
function withSeed({ asked, seed }: Plan): string[] {
  if (asked.some((word) => /^--seed(=|$)/.test(word))) return asked;
  const at = asked.includes('--') ? asked.indexOf('--') : asked.length;
  return [...asked.slice(0, at), '--seed', String(seed), ...asked.slice(at)];
}

/** A scenario came from a file, whose name a plan does not keep. */
function requestOptions({ load, requests }: Cell): string[] {
  const [request] = requests;
  if (request === undefined || requests.length > 1)
    return ['--scenario FILE', `--load ${describeLoad(load)}`];
  const { url, method, headers, body } = request;
  return [
    `--url ${quoted(url)}`,
    ...(method === 'GET' ? [] : [`--method ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}:${value}`)}`),
    ...(body === undefined ? [] : [`--body ${quoted(body)}`]),
    `--load ${describeLoad(load)}`,
  ];
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
