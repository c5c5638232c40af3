/** The head of the report: what was run, what came out in one sentence, and how to run it again. */
import { describeLoad, type Plan } from '../model/plan.ts';
import { metrics, type ClaimWord, type Comparison, type RunResult, type Word } from '../model/verdict.ts';
import { cellGrid } from './cells.ts';
import { counted, date, range } from './number.ts';

export function title({ run, plan, trials }: RunResult): { title: string; byline: string } {
  const subject = plan.subject.kind === 'command' ? plan.subject.command.join(' ') : plan.name;
  return {
    title: plan.subject.kind === 'command' ? `${capital(plan.name)}: ${subject}` : `Lab: ${plan.name}`,
    byline: [
      `run ${run.id}`,
      date(run.createdAt),
      plan.scale,
      `${counted(trials.length, 'trial')} in ${counted(plan.blocks, 'block')}`,
      run.status === 'finished' ? '' : `${run.status}: ${run.reason}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

/** One sentence: the claims' balance where claims were judged, and the best setting where settings were compared. */
export function headline(result: RunResult): string {
  if (result.measurements.length === 0) return 'Nothing was measured: no trial gave a result.';
  const parts = [claimBalance(result), bestSetting(result)].filter((part) => part !== null);
  if (parts.length === 0)
    return 'Measured, but nothing was compared: there is no second setting with enough trials.';
  return `${parts.map((part, i) => (i === 0 ? capital(part) : part)).join('; ')}.`;
}

const claimPhrases: Readonly<Record<ClaimWord, readonly [one: string, many: string]>> = {
  holds: ['holds', 'hold'],
  refuted: ['is refuted', 'are refuted'],
  artefact: ['is an artefact', 'are artefacts'],
  undecided: ['is undecided', 'are undecided'],
  'not run': ['was not run', 'were not run'],
};

function claimBalance({ claims }: RunResult): string | null {
  if (claims.length === 0) return null;
  const words = Object.keys(claimPhrases) as ClaimWord[];
  const phrases = words.flatMap((word) => {
    const n = claims.filter(({ verdict }) => verdict === word).length;
    return n === 0 ? [] : [`${n} ${claimPhrases[word][n === 1 ? 0 : 1]}`];
  });
  return `of ${counted(claims.length, 'claim')} ${list(phrases)}`;
}

function bestSetting({ plan, comparisons }: RunResult): string | null {
  const metric = comparisons.some((one) => one.metric === 'throughput')
    ? 'throughput'
    : comparisons[0]?.metric;
  if (metric === undefined) return null;
  const grid = cellGrid(plan);
  const those = comparisons.filter((one) => one.metric === metric);
  const { label, better } = metrics[metric];
  const gain = ({ ratio }: Comparison) => (better === 'higher' ? ratio.value : 1 / ratio.value);
  const best = those.filter(({ word }) => word === 'better').toSorted((a, b) => gain(b) - gain(a))[0];
  if (best !== undefined) {
    return (
      `${grid.label(best.cell)} has ${best.ratio.value.toFixed(2)} times the ${label} of ${grid.label(best.baseline)} ` +
      `(${(best.confidence * 100).toFixed(0)} % interval ${range(best.ratio)})`
    );
  }
  const words: readonly Word[] = ['equivalent', 'worse', 'undecided'];
  const balance = words.flatMap((word) => {
    const n = those.filter((one) => one.word === word).length;
    return n === 0 ? [] : [`${n} ${word}`];
  });
  return `no setting beats ${grid.label(plan.baseline)} in ${label} (${balance.join(', ')})`;
}

/** The command that measures the same again, in the same order. */
export function repeatCommand(plan: Plan): string {
  const { subject } = plan;
  const seed = `--seed ${plan.seed}`;
  if (subject.kind === 'workload') return `chokepoint lab ${plan.name} --${plan.scale} ${seed}`;
  const [cell] = plan.cells;
  const url = cell?.requests[0]?.url ?? '';
  return [
    `chokepoint ${plan.name}`,
    `--url ${quoted(url)}`,
    ...plan.factors.map(({ key, levels }) => `--vary ${quoted(`${key}=${levels.join(',')}`)}`),
    cell === undefined ? '' : `--load ${describeLoad(cell.load)}`,
    `--blocks ${plan.blocks}`,
    seed,
    '--',
    ...subject.command.map(quoted),
  ].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
