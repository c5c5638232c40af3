/** What an incident is: a server, the load that shows what is wrong with it, and what the doctor must say. Plain data. */
import type { RuleId, Verb } from '../../src/model/diagnosis.ts';
import type { Milliseconds, PerSecond } from '../../src/model/units.ts';

/** Requests of one kind, with their own clients. The load is one of `clients`, `perSecond`, `share`, `batch` and `connections`. */
export interface IncidentLoad {
  readonly path: string;
  /** Clients that each send one request after the other. */
  readonly clients?: number;
  /** A fixed rate, whatever the server does. */
  readonly perSecond?: PerSecond;
  /** The same, as a share of the highest throughput of the server on this machine, which is measured first. */
  readonly share?: number;
  /** So many requests at once, again and again. */
  readonly batch?: number;
  /** Connections that stay open, each with about one request a second. */
  readonly connections?: number;
  /** A new connection for each request. */
  readonly closes?: boolean;
  /** No answer is expected: clients wait as long as the test takes. */
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

/** The change that helps: the same server, under the same load, is started with it. */
export interface Fix extends Variant {
  /** Of these requests (one of `load`). */
  readonly path: string;
  /** Least factor of the throughput; and largest share of the response time before the change. */
  readonly throughput?: number;
  readonly response?: number;
  /** For a change that does not help: the largest factor of the throughput. */
  readonly atMost?: number;
}

/** A rule with a finding, and what it advises: `pool-hog: bound`. */
export type Verdict = `${RuleId}: ${Verb}`;

export interface Incident extends Variant {
  /** A sentence: what the server does wrong. */
  readonly title: string;
  /** The public incident, or the document that warns of it; absent where it is common. */
  readonly from?: string;
  /** In `servers/`. */
  readonly server: string;
  readonly load: readonly IncidentLoad[];
  readonly beside?: Companion;
  /** CPUs that it may use, of those that the test has. */
  readonly cpus?: number;
  /** CPU quota of its own cgroup, in CPUs. */
  readonly quota?: number;
  /** It hardly uses a CPU: it may be watched together with others. */
  readonly isQuiet?: boolean;
  /** The probe is attached: only the probe sees what the verdict needs. */
  readonly attach?: boolean;
  /** How long it is watched, where that is longer than usual. */
  readonly watched?: Milliseconds;
  /** The first finding; null: none above `info`. Several: either would have helped. */
  readonly expected: readonly Verdict[] | null;
  /** What the text of the first finding contains, such as a name or a size. */
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

/** @param text `/a 24, /b 10/s, /c 55%`: clients, requests a second, a share of the highest throughput; then ` batch`, ` closes` and so on */
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
