/** What an incident is: a server, the load that shows what is wrong with it, and what the doctor must say. Plain data. */
import type { RuleId, Verb } from '../../src/model/diagnosis.ts';
import type { Milliseconds, PerSecond } from '../../src/model/units.ts';

/** Requests of one kind, by clients of their own. */
export interface IncidentLoad {
  readonly path: string;
  /** So many at a time, one after the other; or so many a second, whatever the server does; or all at once, again and again. */
  readonly clients?: number;
  readonly perSecond?: PerSecond;
  /** So many a second as are this share of what the server does on this machine at most, which is measured before. */
  readonly share?: number;
  readonly batch?: number;
  /** So many connections that stay open, with a request each about every second. */
  readonly connections?: number;
  /** A new connection for each request. */
  readonly closes?: boolean;
  /** An answer is not expected: clients wait as long as the test takes. */
  readonly hangs?: boolean;
}

/** One way to start the server. */
export interface Variant {
  readonly argv?: readonly (string | number)[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A process that the server needs beside it. */
export type Companion =
  | { readonly type: 'disk'; readonly files: number; readonly latency: Milliseconds }
  | { readonly type: 'upstream'; readonly latency: Milliseconds; readonly isUnix?: true }
  | { readonly type: 'names'; readonly latency: Milliseconds }
  | { readonly type: 'postgres' }
  | { readonly type: 'redis' };

/** The change that helps, made: the same server and load, started so. */
export interface Fix extends Variant {
  /** Of these requests (one of `load`). */
  readonly path: string;
  /** At least so many times the throughput; and at most this share of the response time of before. */
  readonly throughput?: number;
  readonly response?: number;
  /** It is what does not help: at most so many times the throughput. */
  readonly atMost?: number;
}

/** A rule that speaks, and what is to be done: `pool-hog: bound`. */
export type Verdict = `${RuleId}: ${Verb}`;

export interface Incident extends Variant {
  /** A sentence: what the server does wrong. */
  readonly title: string;
  /** The public incident, or the document that warns of it; absent where it is everybody's. */
  readonly from?: string;
  /** In `servers/`. */
  readonly server: string;
  readonly load: readonly IncidentLoad[];
  readonly beside?: Companion;
  /** CPUs that it may use, of those that the test has. */
  readonly cpus?: number;
  /** Of a control group of its own, in CPUs. */
  readonly quota?: number;
  /** It hardly uses a CPU: it may be watched together with others. */
  readonly isQuiet?: boolean;
  /** The probe is brought in: the verdict needs what only it can tell. */
  readonly attach?: boolean;
  /** How long it is watched, where that is longer than usual. */
  readonly watched?: Milliseconds;
  /** The first finding; null: none above `info`. Several: either would have helped. */
  readonly expected: readonly Verdict[] | null;
  /** In the first finding's text: a name, a number that is set. */
  readonly says?: readonly RegExp[];
  readonly fix?: Fix;
  /** It knows nothing of these tests: it listens at PORT, and says nothing. */
  readonly asksForPort?: boolean;
  /** It compiles a library. */
  readonly needsCompiler?: boolean;
  /** Needs so many CPUs. */
  readonly needsCpus?: number;
}

export const threads = (size: number | '') => ({ env: { UV_THREADPOOL_SIZE: String(size) } });
export const heap = (mebibytes: number) => ({ env: { NODE_OPTIONS: `--max-old-space-size=${mebibytes}` } });

/** @param text `/a 24, /b 10/s, /c 55%`: clients, requests a second, a share of what it can do; behind it what else they are */
function loadOf(text: string): IncidentLoad[] {
  return Array.from(
    text.matchAll(/(\/\w*) ([\d.]+)(\/s|%|)( connections| batch|)( closes|)( hangs|)/g),
    (found) => {
      const [, path = '', amount, unit = '', kind = '', closes, hangs] = found;
      const figure = Number(amount);
      const rate = unit === '%' ? { share: figure / 100 } : { perSecond: figure };
      const how = unit ? rate : { [kind.trim() || 'clients']: figure };
      return { path, ...how, ...(closes && { closes: true }), ...(hangs && { hangs: true }) };
    },
  );
}

/** @param program its file in `servers/`, and its arguments */
export function incident(
  title: string,
  program: string,
  load: string,
  expected: Incident['expected'],
  more: Partial<Incident> = {},
): Incident {
  const [server = '', ...argv] = program.split(' ');
  return { title, server, load: loadOf(load), expected, ...(argv.length > 0 && { argv }), ...more };
}
