/** What the doctor says of a running server: findings with evidence, or that it is healthy, or why it cannot tell. */
import type { Message, MessageCode } from '../messages/message.ts';
import type { Setting } from './plan.ts';
import type { ProbeReading } from './reading.ts';
import type { EpochMilliseconds, Milliseconds } from './units.ts';
import type { ServiceVitals, Vitals } from './vitals.ts';
import type { Note, SamplePoint, ProcessRole, Watch, WatchTarget } from './watch.ts';

/** What is to be done about the pool. `not the pool`: another resource is the limit. */
export type Verb = 'raise' | 'lower' | 'bound' | 'move' | 'bypass' | 'not the pool';

/** `critical`: requests wait for it now. `warning`: it costs something, or will. `info`: worth knowing. */
export const severities = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Id of a rule, which is permanent: scripts match on it, documents link to it. Each has a text `ID.rule`. */
export type RuleId = Extract<MessageCode, `${string}.rule`> extends `${infer Id}.rule` ? Id : never;

export type Resource =
  | 'pool'
  | 'slow I/O queue'
  | 'cpu'
  | 'event loop'
  | 'garbage collector'
  | 'memory'
  | 'processes'
  | 'worker threads'
  | 'listen queue'
  | 'downstream';

/** A figure that a finding rests on. */
export interface Figure {
  readonly label: string;
  /** The value with its unit, ready to read; a message where it has words. */
  readonly value: string | Message;
}

/** The exact change: a line to set, a sketch of code, a line of configuration, a command to run. */
export interface Change {
  readonly type: 'env' | 'code' | 'config' | 'command';
  /** What it does, in a few words. */
  readonly what: Message;
  readonly text: string;
  /** The change as levels of a sweep, if it is a setting from outside: `{ pool: 1 }`, `{ 'env:NODE_ENV': 'production' }`. */
  readonly setting?: Setting;
}

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly resource: Resource;
  /** The processes that it is about. */
  readonly pids: readonly number[];
  readonly verb: Verb;
  /** One sentence without its full stop, with the figure that matters most. */
  readonly title: Message;
  /** Why this follows from the evidence, and why not something else. */
  readonly because: Message;
  readonly evidence: readonly Figure[];
  /** Changes that would help; the first is the one to make. */
  readonly changes: readonly Change[];
  /** What to expect from it, and how that is known. */
  readonly expect: Message;
  /** Throughput after the first of the changes divided by that now; null where it is not predicted. */
  readonly gain: number | null;
  /** The experiment of the lab that shows the effect; null if there is none. */
  readonly experiment: string | null;
}

/** The answer of one rule, so that "healthy" can be doubted. */
export interface RuleAnswer {
  readonly rule: RuleId;
  /** What the rule looks for. */
  readonly title: Message;
  readonly status: 'finding' | 'fine' | 'cannot tell' | 'does not apply';
  readonly because: Message;
}

export interface Diagnosis {
  readonly schema: 2;
  readonly id: string;
  readonly target: WatchTarget;
  readonly startedAt: EpochMilliseconds;
  readonly duration: Milliseconds;
  /** `bottleneck`: at least one finding above `info`. `no traffic`: it had nothing to do, so nothing can be said of it. */
  readonly status: 'bottleneck' | 'healthy' | 'no traffic' | 'cannot tell';
  /** The part of the watch that all figures come from, with its times since the watch began; absent: the whole watch. */
  readonly stretch?: { readonly from: Milliseconds; readonly to: Milliseconds };
  /** The diagnosis in one sentence. */
  readonly sentence: Message;
  /** Findings, the one that explains most first; those that another finding explains away are left out. */
  readonly findings: readonly Finding[];
  readonly answers: readonly RuleAnswer[];
  readonly processes: readonly Vitals[];
  readonly service: ServiceVitals;
  readonly notes: readonly Note[];
}

/** What the doctor tells while it watches. The live view, the Prometheus page and the report are its listeners. */
export type DoctorEvent =
  /** The processes that are watched; sent again when one came or went. */
  | {
      readonly type: 'processes';
      readonly processes: readonly {
        readonly pid: number;
        readonly role: ProcessRole;
        readonly command: string;
      }[];
    }
  /** Something that the user should know now: a refusal, a reason why less is seen. */
  | { readonly type: 'note'; readonly note: Note }
  /** A pulse, at most four a second: the newest point of each process, and the diagnosis of the last seconds if it is new. */
  | {
      readonly type: 'pulse';
      readonly at: Milliseconds;
      readonly points: ReadonlyMap<number, SamplePoint>;
      /** Readings of each probe since the last pulse, for listeners that count over the whole watch. */
      readonly readings: ReadonlyMap<number, readonly ProbeReading[]>;
      readonly diagnosis: Diagnosis | null;
    }
  | { readonly type: 'ended'; readonly watch: Watch; readonly diagnosis: Diagnosis };
