/** The verbs as functions. Each resolves with what the command would report, and rejects with the problem that it would tell. */
import { commands } from '../cli/commands.ts';
import { readOptions, type Arguments, type OptionToken } from '../cli/options/parse.ts';
import { capacityArguments } from '../cli/options/capacity.ts';
import { doctorArguments } from '../cli/options/doctor.ts';
import { findArguments } from '../cli/options/find.ts';
import { predictArguments } from '../cli/options/predict.ts';
import { sweepArguments } from '../cli/options/sweep.ts';
import { tuneArguments } from '../cli/options/tune.ts';
import { options as table, type Option } from '../cli/options/table.ts';
import { kebab } from '../cli/options/values.ts';
import type { Verb } from '../cli/options/verb-options.ts';
import { judgedIn, storeFile } from '../cli/run.ts';
import { judging } from '../cli/verbs/check.ts';
import { firstLook } from '../cli/verbs/find.ts';
import { watched } from '../cli/watching.ts';
import { lab } from '../lab/lab.ts';
import { problemOf } from '../run/failure.ts';
import type { Diagnosis, DoctorEvent } from '../model/diagnosis.ts';
import type { RunEvent } from '../model/event.ts';
import type { CapacityResult } from '../model/capacity.ts';
import type { Plan } from '../model/plan.ts';
import type { Calibration, PredictedSetting, RefusedSetting } from '../model/prediction.ts';
import type { FirstLook } from '../model/proof.ts';
import type { PublishedCheck } from '../model/published.ts';
import { compareRuns } from '../judge/compare-runs.ts';
import type { Recommended, RunPair, RunResult } from '../model/verdict.ts';
import type { Watch } from '../model/watch.ts';
import { calibrateRun } from '../predict/predict.ts';
import { answersOf, usualAnswers } from '../predict/what-if.ts';
import { judge as judgeRun } from '../run/judge.ts';
import { run as runPlan, type RunOptions } from '../run/run.ts';
import { openStore, type Store, type StoredRun } from '../store/store.ts';
import type {
  CapacityOptions,
  CheckOptions,
  DoctorOptions,
  FindOptions,
  Following,
  PredictOptions,
  SweepOptions,
  TuneOptions,
} from './options.ts';

/** What was seen of a server, and what limits it. */
export interface Diagnosed {
  readonly watch: Watch;
  readonly diagnosis: Diagnosis;
}

/** What a first look found: what limits the server, and what was measured of the advice, or why nothing was. */
export interface Found extends Diagnosed, FirstLook {
  /** The run that this rests on. */
  readonly run: RunResult | null;
}

/** What a search found, and the run that it rests on. */
export type Tuned = RunResult & { readonly recommendation: Recommended };

/** The highest rate that keeps an objective, and the run that it rests on. */
export type WithCapacity = RunResult & { readonly capacity: CapacityResult };

/** What one server would do under other settings. */
export interface Predicted {
  /** The model of the server, and what it was made of. */
  readonly calibration: Calibration;
  /** Each setting that was asked about: figures with their ranges, or why none are given. */
  readonly settings: readonly (PredictedSetting | RefusedSetting)[];
}

const never = new AbortController().signal;

/**
 * Starts a server as it is, finds what limits it under load, and measures the advice where that is a setting: `chokepoint find`.
 * @throws Problem as `doctor`, PATH_REFUSED, NO_ANSWER, WATCH_CUT_SHORT, WATCH_INTERRUPTED, INTERRUPTED
 */
export async function find(options: FindOptions & Following<DoctorEvent | RunEvent>): Promise<Found> {
  const { signal = never, onEvent } = options;
  const args = argumentsOf('find', options);
  const { values } = args;
  const request = findArguments(args);
  using store = openStore(storeFile(values), 'write');
  const nothing = () => {};
  const view = { doing: nothing, done: nothing, note: nothing, pause: nothing, [Symbol.dispose]: nothing };
  const measure = (plan: Plan) => ran(args, plan, store, options);
  const asked = { request, values, view, signal, store, output: [], onEvent, measure };
  const { judged, look, failure, ...proved } = await firstLook(asked);
  if (failure) throw failure;
  const { watch, diagnosis } = judged;
  return { watch, diagnosis, ...look, ...proved };
}

/**
 * Judges result files of k6, oha, vegeta, autocannon, wrk or ab by the checks of an own run, and compares two settings:
 * `chokepoint check`. It sends nothing.
 * @throws Problem RESULT_FILE_UNREADABLE, RESULT_FILE_UNKNOWN, RESULT_FILE_FAILED, RESULT_FILE_CONTRADICTED
 */
export async function check({ settings, ...options }: CheckOptions): Promise<PublishedCheck> {
  const args = argumentsOf('check', { ...options, command: [] });
  const judged = judging(args, settings);
  args.faults.end();
  return judged();
}

/**
 * Watches a server, and says what limits it and what to change: `chokepoint doctor`. A server that runs is only read,
 * unless `attach` or a load is given; a command is started, loaded, and ended.
 * @throws Problem PROCESS_NOT_FOUND, NOT_A_NODE, OTHER_USER, LOOK_NEEDS_LINUX, SERVER_EXITED, SERVER_NOT_READY and others
 */
export async function doctor(options: DoctorOptions & Following<DoctorEvent>): Promise<Diagnosed> {
  const { signal = never, onEvent: show = () => {} } = options;
  const args = argumentsOf('doctor', options);
  const request = doctorArguments(args);
  if (request.type !== 'watch') throw new Error('the doctor was asked for something else than a watch');
  const shown = { values: args.values, output: [], show, print: () => {} };
  return await watched({ ...request.options, signal }, shown);
}

/**
 * Measures every setting of a grid in fresh processes and random blocks, and compares them: `chokepoint sweep`.
 * @throws Problem NOTHING_MEASURED, INTERRUPTED, SETTING_VOID, what a trial failed with if all did, and others
 */
export async function sweep(options: SweepOptions & Following<RunEvent>): Promise<RunResult> {
  return await planned('sweep', sweepArguments, options);
}

/**
 * Searches for the best setting of a server: `chokepoint tune`. `recommendation` says what to set, whether that is certified,
 * and what it would take otherwise.
 * @throws Problem as `sweep`, and SETTING_WITHOUT_EFFECT
 */
export async function tune(options: TuneOptions & Following<RunEvent>): Promise<Tuned> {
  const result = await planned('tune', tuneArguments, options);
  if (result.answer.kind !== 'tune') throw new Error('a search ended without a recommendation');
  return { ...result, recommendation: result.answer.recommendation };
}

/**
 * Finds the highest request rate that keeps an objective: `chokepoint capacity`. `capacity` says it with its interval, or why
 * there is none.
 * @throws Problem as `sweep`
 */
export async function capacity(options: CapacityOptions & Following<RunEvent>): Promise<WithCapacity> {
  const result = await planned('capacity', capacityArguments, options);
  if (result.answer.kind !== 'capacity') throw new Error('a search for a capacity ended without one');
  return { ...result, capacity: result.answer.capacity };
}

/**
 * Says what a server would do under other settings, machines and loads, by a queueing model: `chokepoint predict`.
 * @throws Problem RUN_NOT_FOUND, CELL_UNKNOWN, DEMANDS_UNKNOWN, WHAT_IF_INVALID, and for a command as `sweep`
 */
export async function predict(options: PredictOptions & Following<RunEvent>): Promise<Predicted> {
  const args = argumentsOf('predict', options);
  const { source, asked, isElsewhere } = predictArguments(args);
  if (source.kind === 'demands') throw new Error('demands are read from a file by the command line only');
  const { signal = never } = options;
  using store = openStore(storeFile(args.values), source.kind === 'run' ? 'read' : 'write');
  const id = source.kind === 'run' ? source.id : (await measured(args, source.plan, store, options)).run.id;
  const cell = source.kind === 'run' ? source.cell : null;
  const calibration = await calibrateRun(store.read(id), cell, signal);
  const settings =
    Object.keys(asked).length > 0
      ? answersOf(calibration, asked, isElsewhere)
      : usualAnswers(calibration, isElsewhere);
  return { calibration, settings };
}

/**
 * Runs a plan, or goes on with a stored run, and judges it. Each trial is stored before its event is sent.
 * @param what a plan, or a run that `store.read` returned
 * @throws Problem as the verbs that make such plans
 */
export function run(what: Plan | StoredRun, store: Store, options: RunOptions): AsyncGenerator<RunEvent> {
  return runPlan(what, store, { lab, ...options });
}

/**
 * Judges a stored run: the same data always give the same result.
 * @param base run that its gate compares with
 */
export function judge(stored: StoredRun, base: StoredRun | null = null): RunResult {
  return judgeRun(stored, base, lab);
}

/** Two stored runs side by side, judged: the ratios of the second to the first, as far as the checks of both allow a word. */
export function judgePair(a: StoredRun, b: StoredRun): RunPair {
  return compareRuns(judge(a), judge(b));
}

async function planned(
  verb: Verb,
  planOf: (args: Arguments) => Plan,
  options: Following<RunEvent>,
): Promise<RunResult> {
  const args = argumentsOf(verb, options);
  const plan = planOf(args);
  using store = openStore(storeFile(args.values), 'write');
  return await measured(args, plan, store, options);
}

async function measured(
  args: Arguments,
  plan: Plan,
  store: Store,
  following: Following<RunEvent>,
): Promise<RunResult> {
  const result = await ran(args, plan, store, following);
  const failure = problemOf(args.verb, result);
  if (failure) throw failure;
  return result;
}

function ran(
  { values }: Arguments,
  plan: Plan,
  store: Store,
  { signal = never, onEvent }: Following<RunEvent>,
): Promise<RunResult> {
  return judgedIn(run(plan, store, { signal, allowsPublic: values.yes ?? false }), onEvent);
}

/** What a program gives besides the options of the command line. */
interface ProgramOptions extends Following<never> {
  readonly command?: readonly string[];
  readonly target?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the arguments of a verb, with the defaults, limits and problems of the command line */
function argumentsOf(verb: Verb, given: ProgramOptions): Arguments {
  const { command = [], target, headers = {}, signal: _signal, onEvent: _onEvent, ...options } = given;
  const header = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const tokens = Object.entries({ ...options, header }).flatMap(([name, value]) =>
    tokensOf(kebab(name), value),
  );
  const words = target === undefined ? [] : [String(target)];
  const known = commands.find(({ name }) => name === verb);
  if (!known) throw new Error(`there is no verb ${verb}`);
  return readOptions(
    known,
    { tokens, words, server: command.length > 0 ? command : null },
    { verbs: commands },
  );
}

/** The command line reads a bare number as seconds, a program gives milliseconds. */
function tokensOf(name: string, value: unknown): OptionToken[] {
  if (Array.isArray(value)) return value.flatMap((one) => tokensOf(name, one));
  if (value === undefined || value === false) return [];
  const rawName = `--${name}`;
  if (value === true) return [{ name, rawName }];
  const isTime = (table as Readonly<Record<string, Option>>)[name]?.value === 'TIME';
  return [
    { name, rawName, value: `${value as string | number}${typeof value === 'number' && isTime ? 'ms' : ''}` },
  ];
}
