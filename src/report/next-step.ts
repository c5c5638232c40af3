/** The one thing to do after a run, for every verb and every form: what decides that is open, else what the answer leads to. */
import { hasCode, message, type Message } from '../messages/message.ts';
import { program } from '../messages/program.ts';
import { startedUnder } from '../model/apply/apply.ts';
import type { CapacityResult } from '../model/capacity.ts';
import { verbToResume } from '../model/plan.ts';
import type { Recommendation } from '../model/tune.ts';
import type { GateResult } from '../model/verdict.ts';
import { again, longerCommand, onward, processesCommand, repeatCommand } from './outline/command.ts';
import { failures, type Failure } from './outline/failures.ts';
import { bestComparison, tellingComparisons } from './outline/headline.ts';
import { gatePrice, priceOf } from './outline/price.ts';
import type { ShownRun } from './outline/shown-run.ts';
import type { Step } from './page.ts';

/** With fewer the report warns of wide intervals. */
const fewestBlocks = 4;

/** @returns null where there is nothing to be done */
export function nextStep(result: ShownRun): Step | null {
  const { plan, run, gate, claims, recommendation, capacity } = result;
  const repeated = repeatCommand(plan);
  if (mainFailure(result)) return step(repeated, message('next.fixed'));
  if (run.status === 'interrupted') {
    const line = gate ? repeated : `${program()} ${verbToResume(plan)} --resume ${run.id}`;
    return step(line, message('next.resume'));
  }
  if (isWithheld(result)) return step(repeated, message('next.quiet'));
  if (recommendation) return afterSearch(result, recommendation);
  if (capacity) return afterCapacity(capacity, plan);
  if (gate) return afterGate(result, gate);
  if (claims.some(({ undecided }) => undecided?.kind === 'noise'))
    return step(`${program()} lab --resume ${run.id}`, message('next.decide'));
  if (plan.subject.kind !== 'command') return step(`${program()} -- node server.js`, message('next.own'));
  return afterSweep(result);
}

const step = (command: string, why: Message): Step => ({ command, why });

/** What most trials ended with, where none counts; null where something was measured. */
export function mainFailure(result: ShownRun): Failure | null {
  if (result.summaries.some(({ trials }) => trials > 0)) return null;
  return failures(result).toSorted((one, other) => other.trials.length - one.trials.length)[0] ?? null;
}

/** A validity check took verdicts away: more of the same would be no better. */
function isWithheld(result: ShownRun): boolean {
  const { claims, gate, recommendation, capacity } = result;
  if (recommendation || capacity) return false;
  if (gate) return gate.because.code === 'gate.withheld';
  if (claims.length > 0) return claims.some(({ undecided }) => undecided?.kind === 'withheld');
  return bestComparison(result) === null && tellingComparisons(result).some(({ withheld }) => withheld);
}

/** What makes the answer of a search certain; else what limits the server then, or what may matter instead. */
function afterSearch({ plan, host, checks }: ShownRun, found: Recommendation): Step {
  const { verdict, stopped, kept, withheld, id, keepsDefault } = found;
  const other = stopped === 'pool unused' ? processesCommand(plan, host.effectiveCpus) : null;
  if (other !== null) return step(other, message('next.processes'));
  // Whatever is in force instead of what was asked for: once more would find the same.
  const isVoid = checks.some(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  const isKnown = verdict === 'certified' || (kept !== null && withheld === undefined);
  if (!isKnown && plan.asked.length > 0 && !isVoid)
    return stopped === 'budget'
      ? step(longerCommand(plan), message('next.longer'))
      : step(again(plan), message('next.quiet'));
  const setting = (!keepsDefault && plan.cells.find((cell) => cell.id === id)?.setting) || {};
  const isCluster = plan.subject.kind === 'command' && startedUnder(setting, plan.subject.command).isCluster;
  return step(onward('doctor', plan, { setting }), message('next.limit', { isCluster }));
}

/** Of the time: from it on it is the CPU that requests wait for, as the text of the limit says. */
const waitsForCpu = 0.1;

/** What makes the answer better, or what limits the server. */
function afterCapacity({ findings }: CapacityResult, plan: ShownRun['plan']): Step {
  const last = findings.at(-1);
  const found = last?.about ?? last?.kept ?? null;
  const doctor = (rate: number | null, why: Message): Step => {
    const options = rate === null ? {} : { load: `poisson:${Math.max(1, Math.round(rate))}` };
    const setting = plan.cells.length > 1 ? (last?.setting ?? {}) : {};
    return step(onward('doctor', plan, { options, setting }), why);
  };
  // The doctor sees what requests wait for behind the server; where they are too many, it is plain.
  const limit = last && hasCode(last.limit, 'capacity.limit') ? last.limit.params : null;
  if (limit?.limit === null && limit.loopWaits < waitsForCpu)
    return doctor(last?.broken ?? found, message('next.behind'));
  // More time makes no better generator.
  const isThin = findings.some(
    ({ word, notes }) =>
      (word === 'bracketed' || word === 'unmeasured') &&
      notes.every(({ code }) => code !== 'capacity.note.mostly-late'),
  );
  if (isThin && plan.asked.length > 0) return step(again(plan, { budget: '10m' }), message('next.longer'));
  return doctor(found && 0.95 * found, message('next.limit', { isCluster: false }));
}

/** A gate that passed asks for nothing. */
function afterGate(result: ShownRun, gate: GateResult): Step | null {
  const { plan } = result;
  if (gate.verdict === 'pass') return null;
  if (gate.verdict === 'fail') return step(onward('doctor', plan), message('next.loss'));
  const more = gate.verdict === 'undecided' ? gatePrice(gate, result) : null;
  return more
    ? step(repeatCommand(plan, blocksOf(result) + more.blocks), message('next.decide'))
    : step(repeatCommand(plan), message('next.quiet'));
}

function afterSweep(result: ShownRun): Step {
  const { plan, run } = result;
  if (plan.name === 'predict')
    return step(`${program()} predict --run ${run.id} --what-if pool=8`, message('next.predict'));
  const compared = tellingComparisons(result);
  if (plan.name === 'sweep' && compared.length === 0 && plan.cells.length > 1)
    return step(repeatCommand(plan, fewestBlocks), message('next.decide'));
  const price = bestComparison(result) === null ? priceOf(compared, result) : null;
  return price
    ? step(repeatCommand(plan, blocksOf(result) + price.blocks), message('next.decide'))
    : step(onward('tune', plan), message('next.tune'));
}

const blocksOf = ({ trials }: ShownRun) => new Set(trials.map(({ block }) => block)).size;
