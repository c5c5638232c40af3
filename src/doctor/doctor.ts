/**
 * The doctor on one page: it watches a running server and judges what it sees, again and again during the watch, and
 * once over the whole at the end. It sends nothing to the server, and puts nothing into it, unless the user asks for that.
 */
import { diagnose } from './diagnose.ts';
import { openWatch, type WatchOptions } from '../observe/session/watch.ts';
import type { Diagnosis, DoctorEvent } from '../model/diagnosis.ts';
import { hiddenError, redactRequest } from '../redact/redact-plan.ts';
import { redactText, redactWords } from '../redact/redact.ts';
import { Secrets } from '../redact/secrets.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Watch, WatchTarget } from '../model/watch.ts';
import type { ServiceVitals } from '../model/vitals.ts';

export { diagnose } from './diagnose.ts';
export { adviceOf, otherAdvice } from './advice.ts';
export { clientsBeyond, findKnee } from './find-knee.ts';
export { findTarget, type FoundTarget, type NamedTarget } from '../observe/session/named-target.ts';
export { pm2Apps } from '../observe/session/pm2-apps.ts';
export { originsOf } from '../observe/session/port-target.ts';
export { payload } from '../observe/attach/payload.ts';
export type DoctorOptions = WatchOptions;

/**
 * Time between two diagnoses: at least `judgedEvery`, and `rest` times as long as one takes. Each costs some milliseconds of the
 * watched machine for each process; once in two seconds is often enough for a reader.
 */
const judgedEvery: Milliseconds = 2000;
const rest = 150;
/** The time that each diagnosis on the way covers. */
const recent: Milliseconds = 5000;

/**
 * Watches a server, and says what holds it back. The last event is `ended`, also when `signal` ends it early.
 * @throws Problem: LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, NOT_A_NODE, OWN_PROCESS, OTHER_USER, PID_NAMESPACE_OTHER; for a command
 *   SERVER_COMMAND_NOT_FOUND, SERVER_FILE_NOT_FOUND, PORT_TAKEN, SERVER_EXITED, SERVER_NOT_READY, NO_NODE_PROCESS
 */
export async function* doctor(options: DoctorOptions): AsyncGenerator<DoctorEvent> {
  const { target, secrets } = redactWatch(options);
  const { onLine } = options;
  await using watch = await openWatch({
    ...options,
    ...(onLine && { onLine: (line: string) => onLine(secrets.hide(line)) }),
  }).catch((error) => Promise.reject(hiddenError(error, secrets)));
  const hidden = (seen: Watch): Watch => {
    const { load } = seen.target;
    const shown = { ...target, ...(load !== undefined && { load }) };
    return secrets.hideIn({ ...seen, target: shown, load: hiddenLoad(seen, secrets) });
  };
  const stretches = new Stretches(recent);
  // One look is not enough for a verdict.
  let next = 1000;
  for await (const news of watch.events()) {
    if (news.type !== 'pulse') {
      yield secrets.hideIn(news);
      continue;
    }
    let diagnosis: Diagnosis | null = null;
    if (news.at >= next) {
      const start = performance.now();
      const seen = hidden(watch.seen(recent));
      diagnosis = diagnose(seen);
      stretches.take(news.at, diagnosis, seen);
      const own = rest * (performance.now() - start);
      // On a busy machine a diagnosis takes long; but no time may lie between two looks that neither covers.
      next = news.at + Math.min(recent, Math.max(judgedEvery, own));
    }
    yield { ...secrets.hideIn(news), diagnosis };
  }
  const whole = hidden(await watch.end());
  const { worst } = stretches;
  const seen = worst === null ? whole : { ...whole, worst };
  yield { type: 'ended', watch: seen, diagnosis: diagnose(seen) };
}

/** Hides secrets in what is shown of the target. @returns it with the secrets that this process was given */
function redactWatch({ target, url = null, job = null }: DoctorOptions) {
  const secrets = new Secrets();
  const take = (value: string) => secrets.take(value);
  secrets.takeFrom(process.env);
  if (url !== null) redactText(url, take);
  for (const request of job?.requests ?? []) redactRequest(request, null, secrets);
  const shown: WatchTarget =
    target.type === 'command' ? { ...target, command: redactWords(target.command, take) } : target;
  return { target: shown, secrets };
}

/** Hides secrets in the examples of wrong answers: they may repeat what was sent to the server. */
function hiddenLoad({ load }: Watch, secrets: Secrets): Watch['load'] {
  const errorExamples = load?.errorExamples.map((text) => secrets.hide(redactText(text))) ?? [];
  return load && { ...load, errorExamples };
}

type Stretch = NonNullable<Watch['worst']>;

interface KneeLook {
  /** Time since the watch began. */
  readonly at: Milliseconds;
  /** Length of the time that the look covers. */
  readonly back: Milliseconds;
  readonly held: number;
  readonly seen: Watch;
}

interface LookRange {
  readonly first: KneeLook;
  readonly last: KneeLook;
  readonly fullest: KneeLook;
  /** Times of the look before the first, and of the one before the last. */
  readonly after: Milliseconds;
  readonly until: Milliseconds;
}

/** Parts of a watch in which every look found a bottleneck: a mean over the whole watch would hide them. */
export class Stretches {
  readonly #recent: Milliseconds;
  #now: LookRange | null = null;
  /** Time of the look before. */
  #before: Milliseconds = 0;
  /** The longest stretch; null if none was found by two looks. */
  worst: Stretch | null = null;

  /** @param back longest time that a look covers */
  constructor(back: Milliseconds) {
    this.#recent = back;
  }

  /** @param at time of the look since the watch began */
  take(at: Milliseconds, { status, service }: Pick<Diagnosis, 'status' | 'service'>, seen: Watch): void {
    const last = this.#before;
    this.#before = at;
    if (status !== 'bottleneck') {
      this.#now = null;
      return;
    }
    const look = { at, back: Math.min(at, this.#recent), held: heldBack(service), seen };
    const before = this.#now;
    const { first = look, fullest = look, after = last } = before ?? {};
    this.#now = {
      first,
      last: look,
      fullest: look.held > fullest.held ? look : fullest,
      after,
      until: last,
    };
    // A single look may be an accident.
    if (before === null) return;
    const stretch = stretchOf(this.#now);
    if (stretch.to - stretch.from > length(this.worst)) this.worst = stretch;
  }
}

/**
 * The part that was held back. The first and the last look cover other times too, so each counts for a part as large as its load
 * against that of the fullest look. The figures of the stretch are those of the fullest look.
 */
function stretchOf({ first, last, fullest, after, until }: LookRange): Stretch {
  const part = ({ held }: KneeLook) => (fullest.held > 0 ? held / fullest.held : 1);
  const from = Math.max(after, first.at - first.back * part(first));
  const to = Math.max(until, last.at - last.back * (1 - part(last)));
  return { from, to, seen: fullest.seen };
}

/** Requests in flight; for a server without requests, the CPUs that it uses. */
function heldBack({ requests, used }: ServiceVitals): number {
  return requests?.mean ? (requests.rate * requests.mean) / 1000 : used;
}

const length = (stretch: Stretch | null) => (stretch ? stretch.to - stretch.from : 0);
