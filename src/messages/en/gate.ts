/** What a gate decided, what it rests on, and what differs between two runs. */
import { counted, percent, ratioTexts } from '../../format/number.ts';
import { capital, listed } from '../../format/words.ts';
import type { Nested, Numbers, Strings } from '../nested.ts';

type Interval = Numbers<'value' | 'low' | 'high'>;

/** Bounds of the loss, and the loss that is allowed. */
type Limits = Numbers<'low' | 'high' | 'threshold'>;

const interval = ({ low, high }: Limits) => `the interval of the loss (${percent(low)} to ${percent(high)})`;
const allowed = ({ threshold }: Limits) => `the allowed ${percent(threshold)}`;

/** `head has 0.89 times the throughput of base (0.86 to 0.93): at least 7% lost, 5% allowed; 9 blocks.` */
function figuresText({ ratio, loss, label, better, threshold, blocks }: GateFigures): string {
  const [lost, won, none] =
    better === 'higher' ? ['lost', 'gained', 'nothing lost'] : ['more', 'less', 'no more than before'];
  const change = (share: number) => `${percent(Math.abs(share))} ${share < 0 ? won : lost}`;
  const range =
    loss.low > threshold
      ? `at least ${change(loss.low)}`
      : loss.high >= threshold
        ? `between ${change(loss.low)} and ${change(loss.high)}`
        : loss.high <= 0
          ? none
          : `at most ${change(loss.high)}`;
  const { value, low, high } = ratioTexts(ratio);
  return `head has ${value} times the ${label} of base (${low} to ${high}): ${range}, ${percent(threshold)} allowed; ${counted(blocks, 'block')}.`;
}

type GateFigures = Numbers<'threshold' | 'blocks'> &
  Record<'ratio' | 'loss', Interval> & { label: string; better: 'higher' | 'lower' };

export const gate = {
  'gate.sentence': ({
    verdict,
    figures,
    because,
  }: {
    verdict: string;
    figures: GateFigures | null;
    because: Nested | null;
  }) =>
    [`Gate: ${verdict.toUpperCase()}.`, ...(figures ? [figuresText(figures)] : []), because ?? '']
      .join(' ')
      .trimEnd(),
  'gate.no-interval': ({ label }: { label: string }) =>
    `There is no interval for the ${label}: too few valid trials, or too few requests in them.`,
  'gate.unjudged': 'It was not judged.',
  'gate.fail': (limits: Limits) => `${capital(interval(limits))} lies completely above ${allowed(limits)}.`,
  'gate.pass': (limits: Limits) => `${capital(interval(limits))} lies completely below ${allowed(limits)}.`,
  'gate.undecided': (limits: Limits & { ended: Nested | null }) =>
    `No decision is possible: ${interval(limits)} contains ${allowed(limits)} (${limits.ended ?? 'the run has not ended'}).`,
  'gate.withheld': ({ withheld }: { withheld: Nested }) => `The verdict is withheld. ${withheld}`,
  'gate.revision': ({ name, commit }: Strings<'name' | 'commit'>) => `${name} (${commit})`,
  'gate.working-tree': ({ isUnchanged }: { isUnchanged: boolean }) =>
    isUnchanged ? 'the working tree, unchanged' : 'the working tree',
  'gate.run': ({ run, cell }: { run: string; cell: string | null }) =>
    `run ${run}${cell === null ? '' : ` (${cell})`}`,
  'gate.same-files':
    'Base and head are the same files: any difference that this gate finds is measurement noise.',
  'gate.settings': ({ names }: { names: readonly string[] }) =>
    `The change has other settings (${listed(names)} in chokepoint.json): those of the base were used.`,
  'gate.run-removed': ({ run }: { run: string }) => `The run ${run} is no longer in the store.`,
  'gate.earlier': ({ run, withheld }: { run: string; withheld: Nested }) => `Run ${run}: ${withheld}`,
  'gate.other-machine': ({ key, a, b }: { key: string; a: string | number; b: string | number }) =>
    `That run was measured on another machine (${key}: ${a}, now ${b}).`,
  'gate.not-together': ({ from, to }: Strings<'from' | 'to'>) =>
    `The two were not measured together, so this ratio includes what changed on the machine between ${from} and ${to}. With --against REVISION both are measured in one job.`,
  'gate.not-the-same': ({ difference }: { difference: Nested }) => `The two differ in: ${difference}.`,
  'gate.decision': ({ base, head }: Record<'base' | 'head', Nested>) => `Base: ${base}. Head: ${head}.`,

  'runs.differ': ({ key, a, b }: { key: string; a: string | number; b: string | number }) =>
    `${key}: ${a} against ${b}`,
  'runs.subject': 'the server that was measured, or its work',
  'runs.unlike': ({ settings }: { settings: number }) =>
    `load, requests or window of ${counted(settings, 'setting')}, which are therefore not compared`,
  'runs.missing': ({ settings }: { settings: number }) =>
    `${counted(settings, 'setting')} that only the first run has`,
};
