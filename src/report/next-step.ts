/** The one thing to do next, for every verb and every form: what decides that is open, else what the answer leads to. */
import { hasCode, message, type Message } from '../messages/message.ts';
import { program } from '../messages/program.ts';
import { startedUnder } from '../model/apply/apply.ts';
import type { CapacityResult } from '../model/capacity.ts';
import { commandLine, optionWords, readCommandLine, type OptionValues } from '../model/command-line.ts';
import type { Diagnosis, Finding } from '../model/diagnosis.ts';
import { loadOptions } from '../model/load-text.ts';
import { verbToResume, type Setting } from '../model/plan.ts';
import type { FirstLook, Proof } from '../model/proof.ts';
import type { Recommendation } from '../model/tune.ts';
import type { GateResult } from '../model/verdict.ts';
import type { Watch, WatchTarget } from '../model/watch.ts';
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
  const settingOf = (cell: string | null) => plan.cells.find((one) => one.id === cell)?.setting ?? {};
  const now = settingOf(plan.baseline);
  // Only what changes is set.
  const changes = Object.entries(settingOf(id)).filter(([key, level]) => now[key] !== level);
  const setting: Setting = keepsDefault ? {} : Object.fromEntries(changes);
  const isCluster = plan.subject.kind === 'command' && startedUnder(setting, plan.subject.command).isCluster;
  return step(onward('doctor', plan, { setting }), message('next.limit', { isCluster }));
}

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
  if (limit?.limit === null && !limit.isForCpu) return doctor(last?.broken ?? found, message('next.behind'));
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

/** A watch that was judged: what every report of it is made from. */
export interface JudgedWatch {
  readonly watch: Watch;
  readonly diagnosis: Diagnosis;
  /** The command that would see more; null if there is none. */
  readonly deeper: string | null;
  /** Absent: it was no first look. */
  readonly look?: FirstLook;
}

/** The command of a server that the doctor started. */
const commandOf = ({ target }: Watch) => (target.type === 'command' ? target.command : []);

/** @returns null where nothing is left to do */
export function nextOfWatch(judged: JudgedWatch): Step | null {
  const { watch, look } = judged;
  const { target } = watch;
  const { options } = readCommandLine(target.request ?? []);
  if (look) return afterLook(judged, look, options);
  return afterWatch(judged, { ...options, ...(target.load !== undefined && loadOptions(target.load)) });
}

/** The same look once more, after the change; with a load, where there was none; deeper, where something is open. */
function afterWatch(judged: JudgedWatch, asked: OptionValues): Step | null {
  const { watch, diagnosis } = judged;
  const { status, findings, sentence } = diagnosis;
  const { target } = watch;
  const [first] = findings;
  const command = commandOf(watch);
  if (hasCode(sentence, 'diagnosis.no-traffic')) {
    const { port } = sentence.params;
    if (target.type === 'command')
      return step(commandLine('doctor', { ...asked, load: undefined }, { command }), message('next.load'));
    return port === null ? null : step(`${program()} doctor :${port} -c 32 --path /`, message('next.route'));
  }
  if (status !== 'bottleneck' || first === undefined) return deeperStep(judged);
  if (target.type === 'pid') {
    return step(
      commandLine('doctor', asked, { words: [runningName(target, diagnosis)] }),
      message('next.restart'),
    );
  }
  const service = serviceStep(first, asked);
  if (service) return service;
  if (!hasCode(first.title, 'pool-too-small.title'))
    return step(commandLine('doctor', asked, { command }), message('next.again'));
  const { size, advised } = first.title.params;
  const vary = `pool=${size},${advised}`;
  return step(commandLine('sweep', { ...asked, vary }, { command }), message('next.measure'));
}

/** What names a server that runs, also after a restart: as it was typed, or else the one port where it listens. */
function runningName({ app, port }: Extract<WatchTarget, { type: 'pid' }>, { processes }: Diagnosis): string {
  const open = processes.flatMap(({ sockets }) => sockets?.listening ?? []);
  const ports = [...new Set(open.map(({ address }) => address.slice(address.lastIndexOf(':') + 1)))];
  const only = port ?? (ports.length === 1 ? ports[0] : undefined);
  return app ?? (only === undefined ? 'PID' : `:${only}`);
}

/** After a change that keeps the server running: another one would find its port taken. */
function serviceStep({ changes: [first] }: Finding, asked: OptionValues): Step | null {
  const app = first && hasCode(first.what, 'change.more-processes-pm2') ? first.what.params.app : null;
  return typeof app === 'string'
    ? step(commandLine('doctor', asked, { words: [app] }), message('next.again'))
    : null;
}

/** Whoever has an answer needs no deeper look, and of what has ended nothing more can be seen. */
export function deeperStep({ watch, diagnosis: { status, processes }, deeper }: JudgedWatch): Step | null {
  const withoutProbe = processes.some((one) => one.withoutProbe !== null && one.role !== 'launcher');
  const isOpen = status === 'cannot tell' || (status !== 'no traffic' && withoutProbe);
  return deeper === null || watch.end === 'ended' || !isOpen ? null : step(deeper, message('next.deeper'));
}

/** The first change of the first finding was tried; else what it advises stays to be done. */
export function isOfFirst(proof: Proof | null, { findings: [first] }: Diagnosis): boolean {
  const isOfFinding = proof?.reason.from === 'finding' && proof.reason.rule === first?.rule;
  return isOfFinding && first?.changes[0]?.setting !== undefined;
}

/** What was tried beside the diagnosis, and gave nothing, is no result: the diagnosis is. */
export function isResult(proof: Proof, diagnosis: Diagnosis): boolean {
  return isOfFirst(proof, diagnosis) ? proof.verdict !== 'unmeasured' : proof.verdict === 'proved';
}

/** The same request under the command that answers the next question. */
function afterLook(
  { watch, diagnosis }: JudgedWatch,
  { proof }: FirstLook,
  asked: OptionValues,
): Step | null {
  const { status, sentence, findings } = diagnosis;
  const isFlat = sentence.code === 'diagnosis.flat';
  if ((status === 'cannot tell' && !isFlat) || status === 'no traffic') return null;
  const command = commandOf(watch);
  const clients = watch.approach?.clients ?? 0;
  const to = (verb: string, why: Message, options: OptionValues = {}) =>
    step(commandLine(verb, { ...options, ...asked }, { command }), why);
  if (proof?.verdict === 'undecided' && proof.reason.from === 'finding') {
    const vary = Object.entries(proof.setting).map(
      ([key, level]) => `${key}=${proof.today[key] ?? ''},${level}`,
    );
    return to('sweep', message('next.decide'), { vary, clients });
  }
  if (isFlat && proof?.verdict !== 'proved')
    return to('doctor', message('next.clients'), { clients: 4 * clients });
  if (status === 'healthy') return to('capacity', message('next.capacity'), { slo: 'p99<200ms' });
  if (status === 'bottleneck' && !(proof && isResult(proof, diagnosis)))
    return (findings[0] && serviceStep(findings[0], { clients, ...asked })) ?? to('', message('next.again'));
  // A search over pool sizes would find at once that no job enters the pool.
  const subject = { kind: 'command' as const, command: [...command], cwd: '' };
  const words = ['tune', ...optionWords({ clients, ...asked }), '--', ...command];
  const many =
    proof?.setting['pool'] === undefined
      ? processesCommand({ asked: words, subject }, watch.host.effectiveCpus)
      : null;
  return many === null
    ? to('tune', message('next.tune'), { clients })
    : step(many, message('next.processes'));
}
