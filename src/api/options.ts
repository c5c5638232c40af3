/** The options of the verbs for programs: those of the command line, in camel case. Times are in milliseconds. */
import type { Objective } from '../model/tune.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';

/** What every verb can be told while it works. */
export interface Following<Event> {
  /** Ends the work early; everything that was started ends with it. */
  readonly signal?: AbortSignal;
  /** Is told what goes on, as it happens. */
  readonly onEvent?: (event: Event) => void;
}

/** How a server is asked. */
export interface RequestOptions {
  /** Where it listens: `http://127.0.0.1:3000/users`, or `3000`. Unless told, its port is found. Loopback only. */
  readonly url?: string;
  /** The path that is asked: `/health`. Default `/`. */
  readonly path?: string;
  /** Requests in flight: each client sends the next one when it has its answer. Default 32. */
  readonly clients?: number;
  /** Requests per second, however slow the answers are; in place of `clients`. */
  readonly rate?: number;
  /** Other loads in the words of `--load`: `poisson:200`, `closed:15x1`. */
  readonly load?: string;
  /** Default GET. */
  readonly method?: string;
  /** `@FILE` and `$VARIABLE` are read as values, as on the command line. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `@FILE` is read from that file. */
  readonly body?: string;
  /** What counts as an answer: `200,304`. Default 200 to 299. */
  readonly expectStatus?: string;
  /** A request without an answer after this time is an error. Default 30,000. */
  readonly timeout?: Milliseconds;
  /** A server that does not answer after this time is given up. Default 30,000. */
  readonly startTimeout?: Milliseconds;
  /** Load before the window, of which nothing is counted. Default 1000. */
  readonly warmup?: Milliseconds;
  /** The window. Default 5000; the doctor's is 10,000 for a command, and 4000 for a process. */
  readonly duration?: Milliseconds;
  /** Orders the trials, and seeds random loads. */
  readonly seed?: number;
}

/** A server that is started for each trial, in the current folder. */
export interface ServerOptions extends RequestOptions {
  /** Program and arguments: `['node', 'server.js']`. No shell reads them. */
  readonly command: readonly string[];
}

/** Who sends the load, if not chokepoint itself from this machine. */
export interface GeneratorOptions {
  /** Commands of a shell that reach generators: `ssh load1 npx chokepoint generate`. They share the load. */
  readonly generator?: readonly string[];
  /** Consent to load addresses that are neither loopback nor for private use. */
  readonly yes?: boolean;
}

/** Where runs are kept. */
export interface StoreOptions {
  /** Default `.chokepoint/runs.db`, in the current folder. */
  readonly store?: string;
}

export interface SweepOptions extends ServerOptions, StoreOptions, GeneratorOptions {
  /** `pool=1,4,16`, `processes=1,cores`, `env:NAME=a,b`: every combination is measured. */
  readonly vary: readonly string[];
  /** Trials of each setting. Unless told, as many as it takes, up to 28. */
  readonly blocks?: number;
  /** Goes on until every ratio is known within this share. */
  readonly precision?: Ratio;
  /** Time after which no further block begins. Default 600,000 where `blocks` is not given. */
  readonly budget?: Milliseconds;
}

export interface TuneOptions extends ServerOptions, StoreOptions, GeneratorOptions {
  /** One or two factors; default: pool sizes from 1 to 1024. */
  readonly vary?: readonly string[];
  /** What is made best. Default `throughput`. */
  readonly objective?: Objective;
  /** What a setting must keep: `p99<200ms,errors<1%`. */
  readonly subjectTo?: string;
  /** So near to the best is as good as the best. Default 0.05. */
  readonly within?: Ratio;
  /** Of the certificate. Default 0.95. */
  readonly confidence?: Ratio;
  /** Certifies every setting that is not far behind, and not the most promising few alone. */
  readonly certified?: boolean;
  /** Time of the whole search, at least 10,000. Default 300,000. */
  readonly budget?: Milliseconds;
}

/** The load is chosen by the search, so it has no `clients`, `duration` and the like. */
export interface CapacityOptions
  extends
    Omit<ServerOptions, 'clients' | 'rate' | 'load' | 'warmup' | 'duration'>,
    StoreOptions,
    GeneratorOptions {
  /** What has to be kept: `p99<200ms,errors<0.1%`. Unless told, the rate at which the server saturates. */
  readonly slo?: string;
  /** One factor of two levels, whose capacities are compared: `pool=4,64`. */
  readonly vary?: readonly string[];
  /** Requests per second that are needed. */
  readonly expect?: number;
  /** Goes on until the capacity is known within this share. Default 0.05. */
  readonly precision?: Ratio;
  /** Time after which no further block begins. Default 300,000. */
  readonly budget?: Milliseconds;
}

/** A server is measured, or a stored run tells its demands. */
export type PredictOptions = (ServerOptions | { readonly run: string; readonly cell?: string }) &
  StoreOptions & {
    /** `pool=4,8`, `cpus=8`, `clients=100`. Unless told, what people usually ask. */
    readonly whatIf?: readonly string[];
    /** The load would come from another machine. */
    readonly loadElsewhere?: boolean;
  };

/** A server that runs, or one that is started. */
export type DoctorTarget =
  | {
      /** A PID, a port (`':3000'`), or the name of an app of PM2. */
      readonly target: number | string;
      /** Brings the probe into the process, which opens its inspector for some milliseconds: SECURITY.md. */
      readonly attach?: boolean | 'unsure';
    }
  | { readonly command: readonly string[] };

/** Of a server that runs, it is asked only where `clients`, `rate` or `load` is given. */
export type DoctorOptions = DoctorTarget & RequestOptions;
