/**
 * The options of the verbs for programs: those of the command line (`chokepoint help sweep`) in camel case, with the same defaults.
 * Times are in milliseconds, shares from 0 to 1.
 */
import type { GivenOptions } from '../cli/options/table.ts';
import type { Verb, verbOptions } from '../cli/options/verb-options.ts';

/** What every verb can be told while it works. */
export interface Following<Event> {
  /** Ends the work early; everything that was started ends with it. */
  readonly signal?: AbortSignal;
  /** Is told what goes on, as it happens. */
  readonly onEvent?: (event: Event) => void;
}

/** Of a command line alone: how a result is shown, stored runs that go on, gates. */
type TypedOnly =
  | 'header'
  | 'out'
  | 'open'
  | 'resume'
  | 'trust-store'
  | 'take-over'
  | 'against'
  | 'fail-if-worse'
  | 'undecided'
  | 'metric'
  | 'prepare'
  | 'summary'
  | 'junit'
  | 'pid'
  | 'watch'
  | 'replay'
  | 'prometheus'
  | 'print-payload'
  | 'fail-on'
  | 'demands';

type OptionsOf<Name extends Verb> = GivenOptions<Exclude<(typeof verbOptions)[Name][number], TypedOnly>> & {
  /** `@FILE` and `$VARIABLE` are read as values, as on the command line. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A server that is started for each trial, in the current folder. */
export interface ServerCommand {
  /** Program and arguments: `['node', 'server.js']`. No shell reads them. */
  readonly command: readonly string[];
}

export type SweepOptions = ServerCommand &
  OptionsOf<'sweep'> & {
    /** `pool=1,4,16`, `processes=1,cores`, `env:NAME=a,b`: every combination is measured. */
    readonly vary: readonly string[];
  };

export type TuneOptions = ServerCommand & OptionsOf<'tune'>;

export type CapacityOptions = ServerCommand & OptionsOf<'capacity'>;

/** A server is measured, or a stored run tells its demands. */
export type PredictOptions = (ServerCommand | { readonly run: string }) & OptionsOf<'predict'>;

/** A server that runs, or one that is started. */
export type DoctorTarget =
  | {
      /** A PID, a port (`':3000'`), or the name of an app of PM2. */
      readonly target: number | string;
    }
  | ServerCommand;

/** A server that runs is asked only where `clients`, `rate` or `load` is given. */
export type DoctorOptions = DoctorTarget & OptionsOf<'doctor'>;
