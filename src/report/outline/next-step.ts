/** What a run comes to: its sentence, why, what to paste, what its open questions cost, and the next command. */
import { foundIn } from '../../model/verdict.ts';
import { typedAgain } from '../../model/redact/redact-asked.ts';
import { verbToResume } from '../../model/plan.ts';
import { message, type AnyMessage, type Message } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { applications, startedUnder } from '../../model/apply/apply.ts';
import type { Recommendation } from '../../model/tune.ts';
import { columnFormat } from '../../format/number.ts';
import { failures, type Failure } from './failures.ts';
import {
  bestComparison,
  bestSetting,
  claimBalance,
  costOfGain,
  headline,
  tellingComparisons,
} from './headline.ts';
import { longerCommand, onward, processesCommand, repeatCommand } from './command.ts';
import { bestCell, type Picture } from './picture.ts';
import { gatePrice, priceOf } from './price.ts';
import type { ShownRun } from './shown-run.ts';

/** With fewer the report warns of wide intervals. */
const fewestBlocks = 4;

export interface Step {
  readonly command: string;
  readonly why: Message;
  /** Without it the command would promise too much. */
  readonly needsWhy?: true;
}

/** The best setting before the balance of the claims: the claims have a place of their own. */
export function resultSentence(result: ShownRun): AnyMessage {
  const { gate, claims } = result;
  const { answer } = foundIn(result);
  if (gate) return gate.sentence;
  if (answer) return answer;
  if (claims.length === 0 || mainFailure(result)) return headline(result);
  return bestSetting(result) ?? claimBalance(result) ?? headline(result);
}

/** What most trials ended with, where none counts; null where something was measured. */
export function mainFailure(result: ShownRun): Failure | null {
  if (result.summaries.some(({ trials }) => trials > 0)) return null;
  return failures(result).toSorted((one, other) => other.trials.length - one.trials.length)[0] ?? null;
}

/** What the best setting does to the CPU that a request costs: the first thing to look at in a pool or a cluster. */
export function whyOf(result: ShownRun, picture: Picture | null): AnyMessage[] {
  return [costOfGain(result), cheaperOf(result, picture)].filter((one) => one !== null);
}

function cheaperOf({ gate, claims }: ShownRun, picture: Picture | null): AnyMessage | null {
  // The sentence of a gate that decided nothing has the reason in it.
  if (gate?.verdict === 'undecided' || gate?.verdict === 'unmeasured') return null;
  if (gate) return gate.because;
  if (picture === null || claims.length > 0) return null;
  const best = bestCell(picture);
  const costOf = (cell: string) => {
    const row = picture.rows.find((one) => one.cell === cell);
    const cost = row?.summary.metrics.cpuPerRequest?.value;
    return row && cost !== undefined ? { label: row.label, cost } : null;
  };
  const [before, after] = [costOf(picture.baseline), costOf(best)];
  if (best === picture.baseline || !before || !after) return null;
  const format = columnFormat([before.cost, after.cost]);
  const name = (label: string) => (picture.factor.includes(' ') ? label : `${picture.factor} ${label}`);
  return message('terminal.cpu', {
    baseline: name(before.label),
    setting: name(after.label),
    before: format(before.cost),
    after: format(after.cost),
  });
}

/** The line that starts the server under the best setting; null where none is better. */
export function applyLine(result: ShownRun): string | null {
  const { plan, gate } = result;
  const best = bestComparison(result);
  if (plan.subject.kind !== 'command' || gate || !best) return null;
  const setting = plan.cells.find(({ id }) => id === best.cell)?.setting;
  if (!setting) return null;
  return (
    applications(setting, plan.subject.command).ways.find(({ place }) => place === 'shell')?.text ?? null
  );
}

/** What a comparison of settings leaves open costs; claims tell theirs themselves. */
export function openPrice(result: ShownRun): Message | null {
  const { claims, gate } = result;
  if (claims.length > 0 || gate?.because.code === 'gate.withheld') return null;
  if (gate) {
    const more = gate.verdict === 'undecided' ? gatePrice(gate, result) : null;
    if (more) return message('terminal.gate-noise', more);
    return gate.verdict === 'undecided' ? message('terminal.gate-on-the-line') : null;
  }
  const price = priceOf(tellingComparisons(result), result);
  if (!price) return null;
  const { open, blocks, seconds } = price;
  return message('terminal.settings-noise', { settings: open, blocks, seconds });
}

/** A validity check took verdicts away: more of the same would be no better. */
export function isWithheld(result: ShownRun): boolean {
  const { claims, gate, recommendation } = result;
  if (recommendation) return false;
  if (gate) return gate.because.code === 'gate.withheld';
  if (claims.length > 0) return claims.some(({ undecided }) => undecided?.kind === 'withheld');
  return bestComparison(result) === null && tellingComparisons(result).some(({ withheld }) => withheld);
}

/** What decides the claims that noise leaves open; null where a run leaves none, or more of the same would not help. */
export function claimsStep(result: ShownRun): Step | null {
  const { run, claims } = result;
  const isOpen = claims.some(({ undecided }) => undecided?.kind === 'noise');
  if (!isOpen || run.status === 'interrupted' || mainFailure(result) || isWithheld(result)) return null;
  return { command: `${program()} lab --resume ${run.id}`, why: message('terminal.next-decide') };
}

/** What decides what is open, unless it is claims; else the step that the run leads to. */
export function nextStep(result: ShownRun): Step {
  const { plan, run, gate, trials } = result;
  const { subject } = plan;
  const decide = (command: string): Step => ({ command, why: message('terminal.next-decide') });
  if (mainFailure(result))
    return { command: repeatCommand(plan), why: message('terminal.next-fixed'), needsWhy: true };
  if (run.status === 'interrupted' && gate) return decide(repeatCommand(plan));
  if (run.status === 'interrupted') return decide(`${program()} ${verbToResume(plan)} --resume ${run.id}`);
  if (isWithheld(result))
    return { command: repeatCommand(plan), why: message('tune-page.next-quiet'), needsWhy: true };
  if (subject.kind !== 'command')
    return { command: `${program()} -- node server.js`, why: message('terminal.next-own') };
  if (plan.name === 'predict')
    return {
      command: `${program()} predict --run ${run.id} --what-if pool=8`,
      why: message('terminal.next-predict'),
    };
  const blocks = new Set(trials.map(({ block }) => block)).size;
  const more = gate?.verdict === 'undecided' ? gatePrice(gate, result) : null;
  if (more) return decide(repeatCommand(plan, blocks + more.blocks));
  if (gate)
    return { command: `${program()} runs show ${run.id} --verbose`, why: message('terminal.next-all') };
  const compared = tellingComparisons(result);
  if (plan.name === 'sweep' && compared.length === 0 && plan.cells.length > 1)
    return decide(repeatCommand(plan, fewestBlocks));
  const price = priceOf(compared, result);
  if (price && bestComparison(result) === null) return decide(repeatCommand(plan, blocks + price.blocks));
  return { command: onward('tune', plan), why: message('terminal.next-tune') };
}

/** What makes the answer of a search certain; else what limits the server then, or what may matter instead. */
export function tuneStep(result: ShownRun, found: Recommendation): Step {
  const { run, plan, host } = result;
  const { verdict, stopped, kept, withheld } = found;
  if (mainFailure(result)) return nextStep(result);
  if (run.status === 'interrupted')
    return { command: `${program()} tune --resume ${run.id}`, why: message('tune-page.next-resume') };
  const other = stopped === 'pool unused' ? processesCommand(plan, host.effectiveCpus) : null;
  if (other !== null) return { command: other, why: message('tune-page.next-processes') };
  // Whatever is in force instead of what was asked for: once more would find the same.
  const isVoid = result.checks.some(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  const isKnown = verdict === 'certified' || (kept !== null && withheld === undefined);
  if (isKnown || plan.asked.length === 0 || isVoid) return limitStep(result, found);
  if (stopped === 'budget') return { command: longerCommand(plan), why: message('tune-page.next-budget') };
  return { command: typedAgain(plan.asked), why: message('tune-page.next-quiet') };
}

/** What limits the server under the setting that was found, or the one that it keeps. */
function limitStep({ plan }: ShownRun, { id, keepsDefault }: Recommendation): Step {
  const best = keepsDefault ? undefined : plan.cells.find((cell) => cell.id === id);
  const setting = best?.setting ?? {};
  const isCluster = plan.subject.kind === 'command' && startedUnder(setting, plan.subject.command).isCluster;
  return {
    command: onward('doctor', plan, { setting }),
    why: message(isCluster ? 'tune-page.next-limit-cluster' : 'tune-page.next-limit'),
  };
}
