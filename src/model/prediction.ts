/** What a model of the server predicts, and what it was told: plain data, printed, stored, drawn. */
import type { Message, MessageCode } from '../messages/message.ts';
import type { Load } from './plan.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';

/** What one request asks of each resource, on average: CPU in milliseconds of a thread that runs alone. */
export interface RequestDemands {
  readonly loopCpu: Milliseconds;
  /** All pool jobs of a request together: computing, and holding a thread without a CPU. */
  readonly poolCpu: Milliseconds;
  readonly poolWait: Milliseconds;
  /** Pool jobs that a request starts at once; 1 where they were not counted, which makes no difference if they follow each other. */
  readonly jobs: number;
  /** Of other threads: garbage collectors, compilers. Nobody waits for it. */
  readonly otherCpu: Milliseconds;
  /** Of the load generator, which shares the machine; 0 where it has CPUs of its own. */
  readonly generatorCpu: Milliseconds;
  /** Sockets, timers, other servers: what the response takes beyond all of that. */
  readonly delay: Milliseconds;
  /** Coefficient of variation of every demand: what makes the measured p99 of the measured mean. */
  readonly variation: Ratio;
}

/** C(n), as in queueing/capacity.ts. */
export interface CapacityData {
  readonly cpus: number;
  readonly points: readonly (readonly [threads: number, speed: number])[];
  readonly source: 'measured' | 'guessed from the number of CPUs';
  /** When it was measured, ISO 8601; the same is used whenever this machine is asked about. */
  readonly date?: string;
  /** Why it had to be guessed on the machine that it is of, as a clause. */
  readonly disturbed?: string;
}

export interface ModelSetting {
  readonly processes: number;
  readonly pool: number;
  readonly cpus: number;
  readonly load: Load;
  /** How processes get connections: node:cluster hands them out in turn. Absent: at random, as kernels do. */
  readonly connections?: 'in turn';
}

/** Of one setting, measured or predicted. A percentile is null where too few requests lie beyond it. */
export interface ModelFigures {
  readonly throughput: PerSecond;
  readonly mean: Milliseconds;
  readonly p50: Milliseconds | null;
  readonly p99: Milliseconds | null;
}

/** Another calibration that gives the measured figures too. */
export interface ModelVariant {
  readonly demands: RequestDemands;
  /** Absent: as that of the calibration. */
  readonly capacity?: CapacityData;
  /** What is different, as a clause. */
  readonly because: Message<Extract<MessageCode, `equivalent-fit.${string}` | 'text'>>;
}

/** A setting that the same run measured, and what it was: as it was in force, not as it was asked for. */
export interface MeasuredSetting extends ModelFigures {
  readonly cell: string;
  readonly setting: ModelSetting;
  readonly trials: number;
  /** Of the throughput, relative. */
  readonly spread?: Ratio;
}

/** The document of `predict --json`, and what `predict --demands` reads. */
export interface Calibration {
  readonly schema: 1;
  readonly from: {
    readonly run: string;
    readonly cell: string;
    /** ISO 8601. */
    readonly date: string;
    readonly machine: string;
    readonly server: string;
    /** What was started; absent where it is a server of the lab. */
    readonly command?: readonly string[];
    /** What it was loaded with, `closed:32`. */
    readonly load: string;
    readonly trials: number;
  };
  readonly setting: ModelSetting;
  readonly capacity: CapacityData;
  readonly demands: RequestDemands;
  readonly measured: ModelFigures;
  /** The same setting as the model has it. */
  readonly reproduced: ModelFigures;
  /** How far a prediction may be off at the calibrated setting itself, and why; further away it is further off. */
  readonly band: { readonly throughput: Ratio; readonly mean: Ratio; readonly because: Message };
  /** What else explains the measured figures. */
  readonly variants: readonly ModelVariant[];
  /** Other settings of the same run, under the same kind of load. */
  readonly others: readonly MeasuredSetting[];
  /** Part of the CPUs that other programs took while it was measured, if that was not next to nothing. */
  readonly foreign?: Ratio;
  /** What the reader has to know before believing it. */
  readonly notes: readonly Message[];
}

export type LimitMessage = Message<Extract<MessageCode, `limit.${string}`>>;

export interface PredictedSetting extends ModelFigures {
  readonly label: string;
  readonly setting: ModelSetting;
  readonly utilisation: { readonly loop: Ratio; readonly pool: Ratio; readonly cpu: Ratio };
  /** What limits it, as a clause. */
  readonly limit: LimitMessage;
  /** What the reader has to know of this setting before believing it. */
  readonly note?: Message;
  /** In our runs 9 of 10 measured figures lay in it. */
  readonly range: FigureRanges;
  /** What the same run measured there. */
  readonly measuredThere?: MeasuredSetting;
}

export type Range = readonly [low: number, high: number];

/** Null as the figure itself is. */
export interface FigureRanges {
  readonly throughput: Range;
  readonly mean: Range;
  readonly p50: Range | null;
  readonly p99: Range | null;
}

/** A setting that the model does not answer for. */
export interface RefusedSetting {
  readonly label: string;
  readonly setting: ModelSetting;
  readonly refused: Message;
}

/** The model behind the measurement of a run. */
export interface RunModel {
  /** The cells that its demands were taken from: one for each kind of server and load. */
  readonly from: readonly string[];
  readonly cells: readonly (ModelFigures & { readonly cell: string; readonly limit: LimitMessage })[];
  /** Median of |predicted / measured − 1| over the other cells; null where there is none. */
  readonly error: { readonly throughput: Ratio | null; readonly mean: Ratio | null };
  /** From what it was predicted and how well, in one sentence; or why not. */
  readonly sentence: Message<Extract<MessageCode, `run-model.${string}`>>;
}
