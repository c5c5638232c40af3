/** `chokepoint -- COMMAND`: starts a server as it is, finds what limits it, and proves the advice where that is a setting. */
import { Problem } from '../../messages/problem.ts';
import { redactWords } from '../../redact/redact.ts';
import { message, say, type Message } from '../../messages/message.ts';
import {
  diagnosedStep,
  findHead,
  loadStep,
  proofPrice,
  proofStep,
  shortSetting,
  startedStep,
  watchPage,
  type DoneStep,
} from '../../report/pages/find.ts';
import { headText, stepText } from '../../report/render/terminal.ts';
import { inMemory, openStore, type Store } from '../../store/store.ts';
import { interruptible } from '../interruptible.ts';
import { findArguments, limits, type FindRequest } from '../options/find.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { findView, type FindView } from '../output/find-view.ts';
import { whyNoReports } from '../output/reports.ts';
import { textOptions } from '../output/terminal.ts';
import { writeWatch } from '../output/watch-output.ts';
import { measure, reportFolder, storeFile } from '../run.ts';
import { interrupted, problemOf } from '../../run/failure.ts';
import { cutShort, finishWatch, tellFailure, watched, type WatchOutcome } from '../watching.ts';
import { adviceOf, clientsBeyond, findKnee, otherAdvice, type DoctorOptions } from '../../doctor/doctor.ts';
import type { Approach } from '../../model/approach.ts';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import type { Plan } from '../../model/plan.ts';
import type { Advice, FirstLook, Proof } from '../../model/proof.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { RunResult } from '../../model/verdict.ts';
import type { Watch } from '../../model/watch.ts';
import type { JudgedWatch } from '../../report/next-step.ts';
import { planProof, proofBlocks, proofOf } from '../../run/proof.ts';

export function find(args: Arguments): Work {
  const request = findArguments(args);
  const unkept = whyNoReports(args.values.out);
  return () => findAndTell(request, args.values, unkept);
}

async function findAndTell(request: FindRequest, values: Values, unkept: Problem | null): Promise<number> {
  const output: string[] = [];
  // Opened first: whoever cannot keep what is measured need not measure it.
  using store = openStore(unkept ? (values.store ?? inMemory) : storeFile(values), 'write');
  using view = findView(values);
  const target = { type: 'command', command: redactWords(request.server.command) } as const;
  view.done(headText(findHead(target, null), textOptions(values)));
  view.note(say(message('find.announcement', { ms: limits.usual, most: limits.most })));
  const asked = { request, values, view, store, output };
  const folderOf = ({ watch }: WatchOutcome) => (unkept ? null : reportFolder(values, watch.id));
  try {
    const { judged, look, ...rest } = await interruptible((signal) =>
      firstLook({
        ...asked,
        signal,
        measure: (plan) => measure(plan, store, values, signal),
        async keep(seen) {
          const dir = folderOf(seen);
          if (dir !== null) await writeWatch(seen, watchPage(seen), dir);
        },
      }),
    );
    view.pause();
    const ending = { ...rest, values, output, unkept, failOn: request.failOn, dir: folderOf(judged) };
    return await finishWatch({ ...judged, look }, { ...ending, isBegun: true });
  } catch (error) {
    view.pause();
    return tellFailure(error, values, output);
  }
}

export interface Look {
  readonly request: FindRequest;
  readonly values: Values;
  readonly view: FindView;
  readonly signal: AbortSignal;
  readonly store: Store;
  /** Takes the last lines of the server. */
  readonly output: string[];
  /** Is told what the watch tells. */
  readonly onEvent?: ((event: DoctorEvent) => void) | undefined;
  /** Runs the proof. */
  readonly measure: (plan: Plan) => Promise<RunResult>;
  /** Takes what was seen before anything happens to the proof. */
  readonly keep?: (seen: JudgedWatch) => Promise<void>;
}

/** Diagnoses the server, and measures the advice. @throws Problem as `doctor` and `findKnee`, WATCH_INTERRUPTED */
export async function firstLook(look: Look): Promise<Proved & { readonly judged: JudgedWatch }> {
  const begun = performance.now();
  const seen = await diagnosed(look);
  const judged = { ...seen, deeper: null };
  await look.keep?.(judged);
  const { failure, ...proof } = await proved(look, seen, begun);
  return { ...proof, judged, failure: cutShort(look.request.options, seen) ?? failure };
}

/** Starts the server, raises the load to its knee, and watches it under twice as many clients. */
function diagnosed({ request, values, view, signal, output, onEvent }: Look): Promise<WatchOutcome> {
  const { options } = request;
  const show = (step: DoneStep) => view.done(stepText(step, textOptions(values)));
  let clients = 0;
  const approach: DoctorOptions['approach'] = async ({ first, send, clock }): Promise<Approach> => {
    show(startedStep(first));
    view.doing(say(message('find.warming')), true);
    const knee = await findKnee(send, {
      clock,
      url: `${first.origin}${first.path}`,
      onStep: (step) => view.doing(say(message('find.raising', step))),
    });
    show(loadStep(knee));
    clients = clientsBeyond(knee);
    return { first, knee, clients };
  };
  const { duration: all } = options;
  view.doing(say(message('find.starting')), true);
  const print = (line: string) => view.note(line);
  return watched(
    { ...options, approach, signal },
    {
      values,
      output,
      print,
      show(event) {
        onEvent?.(event);
        if (event.type === 'pulse') view.doing(say(message('find.watching', { clients, at: event.at, all })));
        // Where it was found is part of a step.
        if (event.type === 'note' && event.note.code !== 'note.found')
          print(say(message('cli.note', { note: event.note })));
        if (event.type === 'ended' && event.watch.end === 'time') show(diagnosedStep(event));
      },
    },
  );
}

interface Proved {
  readonly look: FirstLook;
  /** The judged run that its proof rests on. */
  readonly run: RunResult | null;
  /** Why it was cut off. */
  readonly failure: Problem | null;
}

/**
 * The advised setting against the one that runs now, as far as it can be set from outside; and where that is no gain, the
 * setting of another finding.
 * @param begun when the whole look began
 */
async function proved(look: Look, seen: WatchOutcome, begun: Milliseconds): Promise<Proved> {
  const { request, values, view, signal } = look;
  const { watch, diagnosis } = seen;
  const without = (unproved: Message): Proved => ({
    look: { proof: null, unproved, price: null },
    run: null,
    failure: null,
  });
  const told = (answer: Proved): Proved => {
    view.pause();
    view.done(stepText(proofStep(answer.look), textOptions(values)));
    return answer;
  };
  if (watch.end !== 'time' || signal.aborted) return without(message('find.unproved.interrupted'));
  const start = { command: request.server.command, env: process.env };
  const advice = adviceOf(diagnosis, start);
  if ('code' in advice) return told(without(advice));
  const tried = async (one: Advice, part: number): Promise<Proved> => {
    try {
      return told(await measured(look, watch, one, begun, part));
    } catch (error) {
      // The diagnosis holds without a proof.
      if (!(error instanceof Problem)) throw error;
      return told(without(message('find.because.problem', { what: error.what, code: error.code })));
    }
  };
  const other = otherAdvice(diagnosis, start, advice);
  const first = await tried(advice, other ? 0.5 : 1);
  if (!other || !isVain(first.look.proof) || signal.aborted) return first;
  const second = await tried(other, 1);
  const [found, vain] = second.look.proof?.verdict === 'proved' ? [second, first] : [first, second];
  return { ...found, look: { ...found.look, vain: vain.look.proof }, failure: second.failure };
}

const isVain = (proof: Proof | null) => proof?.verdict === 'worse' || proof?.verdict === 'same';

/** To judge, to write the reports and to print: part of the time that is promised. */
const reserve: Milliseconds = 4500;
/** Of each trial of a proof at the very least, beside the start of the server. */
const shortest: Milliseconds = 2300;

/** @param part of the time that is left */
async function measured(
  { request, view, store, ...look }: Look,
  { approach }: Watch,
  advice: Advice,
  begun: Milliseconds,
  part: number,
): Promise<Proved> {
  const clients = approach?.clients ?? 1;
  const ready = approach?.first.readyAfter ?? 0;
  const answer = approach ? (1000 * clients) / Math.max(1e-3, approach.knee.throughput) : 0;
  const left = Math.max(
    part * (limits.most - reserve - (performance.now() - begun)),
    2 * proofBlocks.least * (ready + shortest),
  );
  const load = { kind: 'closed', clients } as const;
  const plan = planProof({ ...request.server, advice, left, ready, answer, load });
  const [now, what] = [shortSetting(advice.today), shortSetting(advice.setting)];
  view.doing(say(message('find.proving', { what, now, ms: Math.min(plan.expected, left) })), true);
  view.pause();
  const run = await look.measure(plan);
  const stopped =
    store.file === inMemory ? interrupted(run, message('interrupted.todo')) : problemOf('sweep', run);
  const failure = run.run.status === 'interrupted' ? stopped : null;
  const proof = proofOf(run, advice);
  return { look: { proof, unproved: null, price: proofPrice(proof, run) }, run, failure };
}
