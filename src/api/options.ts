/**
 * The options of the verbs for programs: those of the command line (`chokepoint help sweep`) in camel case, with the same defaults.
 * Times are in milliseconds, shares from 0 to 1.
 */
import type { GivenOptions, groups } from '../cli/options/table.ts';
import type { Verb, verbOptions } from '../cli/options/verb-options.ts';

/** What every verb can be told while it works. */
export interface Following<Event> {
  /** Ends the work early; everything that was started ends with it. */
  readonly signal?: AbortSignal;
  /** Is told what goes on, as it happens. */
  readonly onEvent?: (event: Event) => void;
}

type Groups = typeof groups;
/** Of a command line alone: how a result is shown, stored runs that go on, gates. */
type TypedOnly =
  | Exclude<keyof Groups['gate'] | keyof Groups['output'], 'expect' | 'store'>
  | 'header'
  | 'resume'
  | 'trust-store'
  | 'take-over'
  | 'pid'
  | 'replay'
  | 'print-payload'
  | 'demands';

/** The build writes each out, with the help of each option as its comment (`build/option-comments.ts`). */
type OptionsOf<Name extends Verb> = GivenOptions<Exclude<(typeof verbOptions)[Name][number], TypedOnly>>;

/** What is sent with every request. */
export interface Sent {
  /** By name. `@FILE` and `$VARIABLE` are read as values, as on the command line. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that is started for each trial, in the current folder. */
export interface ServerCommand {
  /** Program and arguments: `['node', 'server.js']`. No shell reads them. */
  readonly command: readonly string[];
}

export type FindOptions = ServerCommand & Sent & OptionsOf<'find'>;

export type SweepOptions = ServerCommand &
  Sent &
  OptionsOf<'sweep'> & {
    /** `pool=1,4,16`, `processes=1,cores`, `env:NAME=a,b`: every combination is measured. */
    readonly vary: readonly string[];
  };

export type TuneOptions = ServerCommand & Sent & OptionsOf<'tune'>;

export type CapacityOptions = ServerCommand & Sent & OptionsOf<'capacity'>;

/** A server is measured, or a stored run tells its demands. */
export type PredictOptions = (ServerCommand | { readonly run: string }) & Sent & OptionsOf<'predict'>;

/** A server that runs, or one that is started. */
export type DoctorTarget =
  | {
      /** A PID, a port (`':3000'`), or the name of an app of PM2. */
      readonly target: number | string;
    }
  | ServerCommand;

/** A server that runs is asked only where `clients`, `rate` or `load` is given. */
export type DoctorOptions = DoctorTarget & Sent & OptionsOf<'doctor'>;

export type CheckOptions = OptionsOf<'check'> & {
  /** The files of one setting, or of two that are compared. Several of a setting are its runs: `[['a1', 'a2'], ['b1', 'b2']]`. */
  readonly settings: readonly (readonly string[])[];
};
