/** The one thing to do next, for every verb and every form: what decides that is open, else what the answer leads to. */
import { hasCode, message, type Message } from '../messages/message.ts';
import { startedUnder } from '../apply/apply.ts';
import type { CapacityResult } from '../model/capacity.ts';
import {
  commandLine,
  optionWords,
  readCommandLine,
  type OptionValues,
  optionOfLoad,
} from '../messages/command-line.ts';
import type { Diagnosis, Finding } from '../model/diagnosis.ts';
import { openPorts } from '../model/vitals.ts';
import { verbToResume, type Setting } from '../model/plan.ts';
import type { FirstLook, Proof } from '../model/proof.ts';
import type { Recommendation } from '../model/tune.ts';
import type { GateResult } from '../model/verdict.ts';
import type { Watch, WatchTarget } from '../model/watch.ts';
import { again, longerCommand, onward, processesCommand, repeatCommand } from './outline/command.ts';
import { mainFailure } from './outline/failures.ts';
import { priceOfRun } from './outline/price.ts';
import type { ShownRun } from './outline/shown-run.ts';
import type { Step } from './page.ts';

/** Fewest blocks for which the report does not warn of wide intervals. */
const fewestBlocks = 4;

/** @returns the next step after a run; null where there is nothing to be done */
export function nextStep(result: ShownRun): Step | null {
  const { plan, run, answer, focus } = result;
  const repeated = repeatCommand(plan);
  if (mainFailure(result)) return step(repeated, message('next.fixed'));
  if (run.status === 'interrupted') {
    const line = answer.kind === 'gate' ? repeated : commandLine(verbToResume(plan), { resume: run.id });
    return step(line, message('next.resume'));
  }
  const quiet = step(repeated, message('next.quiet'));
  switch (answer.kind) {
    case 'tune':
      return afterSearch(result, answer.recommendation);
    case 'capacity':
      return afterCapacity(answer.capacity, result);
    case 'gate':
      return answer.gate.because.code === 'gate.withheld' ? quiet : afterGate(result, answer.gate);
    case 'lab': {
      const open = new Set(answer.claims.map(({ undecided }) => undecided?.kind));
      // A validity check took verdicts away: more of the same would be no better.
      if (open.has('withheld')) return quiet;
      return open.has('noise')
        ? step(commandLine('lab', { resume: run.id }), message('next.decide'))
        : step(commandLine('', {}, { command: ['node', 'server.js'] }), message('next.own'));
    }
    case 'sweep': {
      const isWithheld = focus.best === null && focus.comparisons.some(({ withheld }) => withheld);
      return isWithheld ? quiet : afterSweep(result);
    }
  }
}

const step = (command: string, why: Message): Step => ({ command, why });

/** Whether other programs took what the server needed. */
const isDisturbed = (checks: ShownRun['checks']) =>
  checks.some(({ id, outcome }) => id === 'M1' && outcome === 'fail');

/** The step after a search: what makes its answer certain; else what limits the server then, or what may matter instead. */
function afterSearch({ plan, host, checks }: ShownRun, found: Recommendation): Step {
  const { verdict, stopped, kept, withheld, id, keepsDefault } = found;
  const other = stopped === 'pool unused' ? processesCommand(plan, host.effectiveCpus) : null;
  if (other !== null) return step(other, message('next.processes'));
  // What was asked for was not in force: without a fix, once more would find the same.
  if (stopped === 'not in force')
    return step(plan.asked.length > 0 ? again(plan) : repeatCommand(plan), message('next.fixed'));
  const isVoid = checks.some(({ outcome, effect }) => outcome === 'fail' && effect === 'void');
  const isKnown = verdict === 'certified' || (kept !== null && withheld === undefined);
  if (!isKnown && plan.asked.length > 0 && !isVoid)
    return stopped === 'budget'
      ? step(longerCommand(plan), message('next.longer', { isDisturbed: isDisturbed(checks) }))
      : step(again(plan), message('next.quiet'));
  const settingOf = (cell: string | null) => plan.cells.find((one) => one.id === cell)?.setting ?? {};
  const now = settingOf(plan.baseline);
  // Only what changes is set.
  const changes = Object.entries(settingOf(id)).filter(([key, level]) => now[key] !== level);
  const setting: Setting = keepsDefault ? {} : Object.fromEntries(changes);
  const isCluster = plan.subject.kind === 'command' && startedUnder(setting, plan.subject.command).isCluster;
  return step(onward('doctor', plan, { setting }), message('next.limit', { isCluster }));
}

/** The step after a search for a capacity: what makes its answer better, or what limits the server. */
function afterCapacity({ findings, sentence }: CapacityResult, { plan, checks }: ShownRun): Step {
  const last = findings.at(-1);
  const found = last?.about ?? last?.kept ?? null;
  const doctor = (rate: number | null, why: Message): Step => {
    const options = rate === null ? {} : { load: `poisson:${Math.max(1, Math.round(rate))}` };
    const setting = plan.cells.length > 1 ? (last?.setting ?? {}) : {};
    return step(onward('doctor', plan, { options, setting }), why);
  };
  // Requests wait for something behind the server. The doctor sees it at a rate that was too high, where it is plain.
  const limit = last && hasCode(last.limit, 'capacity.limit') ? last.limit.params : null;
  if (limit?.limit === null && !limit.isForCpu) return doctor(last?.broken ?? found, message('next.behind'));
  // More time makes no better generator.
  const isThin = findings.some(
    ({ word, notes }) =>
      (word === 'bracketed' || word === 'unmeasured') &&
      notes.every(({ code }) => code !== 'capacity.note.mostly-late'),
  );
  if (isThin && plan.asked.length > 0)
    return step(again(plan, { budget: '10m' }), message('next.longer', { isDisturbed: isDisturbed(checks) }));
  const isOpen = hasCode(sentence, 'capacity.at-least') && sentence.params.isDisturbed;
  if (isOpen || (last?.word === 'at least' && isDisturbed(checks)))
    return step(repeatCommand(plan), message('next.quiet'));
  return doctor(found && 0.95 * found, message('next.limit', { isCluster: false }));
}

/** The step after a gate; null for one that passed. */
function afterGate(result: ShownRun, { verdict }: GateResult): Step | null {
  const { plan } = result;
  if (verdict === 'pass') return null;
  if (verdict === 'fail') return step(onward('doctor', plan), message('next.loss'));
  return moreBlocks(result) ?? step(repeatCommand(plan), message('next.quiet'));
}

function afterSweep(result: ShownRun): Step {
  const { plan, run, focus } = result;
  if (plan.name === 'predict')
    return step(commandLine('predict', { run: run.id, 'what-if': 'pool=8' }), message('next.predict'));
  if (plan.name === 'sweep' && focus.comparisons.length === 0 && plan.cells.length > 1)
    return step(repeatCommand(plan, fewestBlocks), message('next.decide'));
  const more = focus.best === null ? moreBlocks(result) : null;
  // A search chooses sizes of the pool, and numbers of processes; what else was varied has its answer.
  const isSize = plan.factors.some(({ key }) => key === 'pool' || key === 'processes');
  if (more || isSize || plan.name !== 'sweep')
    return more ?? step(onward('tune', plan), message('next.tune'));
  const { setting = {} } = plan.cells.find(({ id }) => id === (focus.best?.cell ?? plan.baseline)) ?? {};
  return step(onward('doctor', plan, { setting }), message('next.limit', { isCluster: false }));
}

/** The step that measures more blocks; null where they decide nothing. */
function moreBlocks(result: ShownRun): Step | null {
  const price = priceOfRun(result);
  const { size } = new Set(result.trials.map(({ block }) => block));
  return price && step(repeatCommand(result.plan, size + price.blocks), message('next.decide'));
}

/** A watch that was judged: what every report of it is made from. */
export interface JudgedWatch {
  readonly watch: Watch;
  readonly diagnosis: Diagnosis;
  /** The command that would see more; null if there is none. */
  readonly deeper: string | null;
  /** What a first look did; absent: it was none. */
  readonly look?: FirstLook;
}

/** The command of a server that the doctor started. */
const commandOf = ({ target }: Watch) => (target.type === 'command' ? target.command : []);

/** @returns the next step after a watch; null where nothing is left to do */
export function nextOfWatch(judged: JudgedWatch): Step | null {
  const { watch, look } = judged;
  const { target } = watch;
  const { options } = readCommandLine(target.request ?? []);
  if (look) return afterLook(judged, look, options);
  return afterWatch(judged, { ...options, ...(target.load !== undefined && optionOfLoad(target.load)) });
}

/** The step after a doctor's watch: the same after the change, with a load where there was none, or deeper where something is open. */
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
    if (port === null) return null;
    const there = commandLine('doctor', { clients: 32, path: '/' }, { words: [`:${port}`] });
    return step(there, message('next.route'));
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

/** The name of a running server, good after a restart too: as it was typed, or else the one port where it listens. */
function runningName({ app, port }: Extract<WatchTarget, { type: 'pid' }>, { processes }: Diagnosis): string {
  const ports = openPorts(processes);
  const only = port ?? (ports.length === 1 ? ports[0] : undefined);
  return app ?? (only === undefined ? 'PID' : `:${only}`);
}

/** The step after a change that keeps the server running: another one would find its port taken. Null for any other change. */
function serviceStep({ changes: [first] }: Finding, asked: OptionValues): Step | null {
  const app = first && hasCode(first.what, 'change.more-processes-pm2') ? first.what.params.app : null;
  return typeof app === 'string'
    ? step(commandLine('doctor', asked, { words: [app] }), message('next.again'))
    : null;
}

/** The step to a deeper look; null where there is an answer, or where the server has ended, so that nothing more can be seen. */
export function deeperStep({ watch, diagnosis: { status, processes }, deeper }: JudgedWatch): Step | null {
  const withoutProbe = processes.some((one) => one.withoutProbe !== null && one.role !== 'launcher');
  const isOpen = status === 'cannot tell' || (status !== 'no traffic' && withoutProbe);
  return deeper === null || watch.end === 'ended' || !isOpen ? null : step(deeper, message('next.deeper'));
}

/** Whether the first change of the first finding was tried; if not, what it advises stays to be done. */
export function isOfFirst(proof: Proof | null, { findings: [first] }: Diagnosis): boolean {
  const isOfFinding = proof?.reason.from === 'finding' && proof.reason.rule === first?.rule;
  return isOfFinding && first?.changes[0]?.setting !== undefined;
}

/** Whether a proof is the result of a look: what was tried beside the diagnosis, and gave nothing, is not. */
export function isResult(proof: Proof, diagnosis: Diagnosis): boolean {
  return isOfFirst(proof, diagnosis) ? proof.verdict !== 'unmeasured' : proof.verdict === 'proved';
}

/** The step after a first look: the same request under the command that answers the next question. */
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
  const [[key, level] = ['', '']] = Object.entries(proof?.setting ?? {});
  const size = key.startsWith('env:') ? Number(level) : NaN;
  // The size of a pool of connections: it was raised to what these clients can use.
  if (size > 1) {
    const vary = [`${key}=${[size / 2, size, size * 2, size * 4].map(Math.ceil).join(',')}`];
    return to('tune', message('next.tune'), { clients: 4 * clients, vary });
  }
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
