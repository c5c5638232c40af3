/** What a model of the server predicts, and what it was told: plain data, printed, stored, drawn. */
import { z } from 'zod';
import { message, type Message, type MessageCode } from '../messages/message.ts';
import { loadSchema } from './plan.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';

const amount = z.number().min(0).finite();
const time: z.ZodType<Milliseconds> = amount;
const share: z.ZodType<Ratio> = amount;
const perSecond: z.ZodType<PerSecond> = amount;
const atLeastOne = z.number().min(1).finite();

const messageSchema = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()) })
  .transform((found) => found as Message);

/** What one request asks of each resource, on average: CPU in milliseconds of a thread that runs alone. */
const demandsSchema = z
  .object({
    loopCpu: time,
    /** Times of all pool jobs of a request together: computing, and holding a thread without a CPU. */
    poolCpu: time,
    poolWait: time,
    /** Pool jobs that a request starts at once; 1 where they were not counted, which makes no difference if they follow each other. */
    jobs: atLeastOne,
    /** Time at the service that it calls most, on one of the connections to it; absent: no call was seen. */
    service: time.exactOptional(),
    /** CPU time of other threads, garbage collectors and compilers, for which nobody waits. */
    otherCpu: time,
    /** CPU time of the load generator, which shares the machine; 0 where it has CPUs of its own. */
    generatorCpu: time,
    /** Time that the response takes beyond all of that: sockets, timers, other servers. */
    delay: time,
    /** Coefficient of variation of every demand, such that the measured mean gives the measured p99. */
    variation: share,
  })
  .refine(
    ({ loopCpu, poolCpu, poolWait, delay, service = 0 }) =>
      loopCpu + poolCpu + poolWait + delay + service > 0,
  )
  .readonly();
export type RequestDemands = z.infer<typeof demandsSchema>;

/** C(n), as in queueing/capacity.ts: speeds by threads, ascending. */
const capacitySchema = z
  .object({
    cpus: atLeastOne,
    points: z
      .array(z.tuple([amount, z.number().positive().finite()]).readonly())
      .min(1)
      .refine((points) => points.every(([threads], i) => threads > (points[i - 1]?.[0] ?? 0)))
      .readonly(),
    source: z.enum(['measured', 'guessed from the number of CPUs']),
    /** When it was measured, ISO 8601; the same is used whenever this machine is asked about. */
    date: z.string().exactOptional(),
    /** Why it had to be guessed on its own machine, as a clause. */
    disturbed: z.string().exactOptional(),
  })
  .readonly();
export type CapacityData = z.infer<typeof capacitySchema>;

const modelSettingSchema = z
  .object({
    processes: atLeastOne,
    pool: atLeastOne,
    cpus: atLeastOne,
    load: loadSchema,
    /** Connections of each process to the service that it calls most; null: they were never all in use. Absent: no call was seen. */
    service: z.object({ to: z.string(), connections: atLeastOne.nullable() }).readonly().exactOptional(),
    /** How processes get connections: node:cluster hands them out in turn. Absent: at random, as kernels do. */
    connections: z.literal('in turn').exactOptional(),
  })
  .readonly();
export type ModelSetting = z.infer<typeof modelSettingSchema>;

const figures = { throughput: perSecond, mean: time, p50: time.nullable(), p99: time.nullable() };
/** Figures of one setting, measured or predicted, in requests a second and ms. A percentile is null if too few lie beyond it. */
const figuresSchema = z.object(figures).readonly();
export type ModelFigures = z.infer<typeof figuresSchema>;

/** Another calibration that gives the measured figures too. */
const variantSchema = z
  .object({
    demands: demandsSchema,
    /** Its capacity; absent: that of the calibration. */
    capacity: capacitySchema.exactOptional(),
    /** What is different, as a clause. */
    because: messageSchema.transform(
      (found) => found as Message<Extract<MessageCode, `equivalent-fit.${string}` | 'text'>>,
    ),
  })
  .readonly();
export type ModelVariant = z.infer<typeof variantSchema>;

/** A setting that the same run measured, and what it was: as it was in force, not as it was asked for. */
const measuredSchema = z
  .object({
    ...figures,
    cell: z.string(),
    setting: modelSettingSchema,
    trials: amount,
    /** Relative spread of the throughput. */
    spread: share.exactOptional(),
    /** Where it lies in the range of its prediction: 1 at an end of it. Absent: not predicted, or of a single trial. */
    reach: z.object({ throughput: share, mean: share }).exactOptional(),
  })
  .readonly();
export type MeasuredSetting = z.infer<typeof measuredSchema>;

/** The document of `predict --json`, and what `predict --demands` reads, perhaps of another version. */
const calibrationSchema = z
  .object({
    schema: z.literal(1),
    from: z
      .object({
        run: z.string(),
        cell: z.string(),
        /** Date of the run, ISO 8601. */
        date: z.string(),
        machine: z.string(),
        server: z.string(),
        /** The command that was started; absent where it is a server of the lab. */
        command: z.array(z.string()).readonly().exactOptional(),
        /** The load under which it was measured, `closed:32`. */
        load: z.string(),
        trials: amount,
      })
      .readonly(),
    setting: modelSettingSchema,
    capacity: capacitySchema,
    demands: demandsSchema,
    measured: figuresSchema,
    /** The model's figures for the same setting. */
    reproduced: figuresSchema,
    /** How far a prediction may be off at the calibrated setting itself, and why; further away it is further off. */
    band: z.object({ throughput: share, mean: share, because: messageSchema }).readonly(),
    /** Other calibrations that explain the measured figures too. */
    variants: z.array(variantSchema).readonly(),
    /** Other settings of the same run, under the same kind of load. */
    others: z.array(measuredSchema).readonly(),
    /** Part of the CPUs that other programs took while it was measured, if that was not next to nothing. */
    foreign: share.exactOptional(),
    /** What the reader has to know before believing it. */
    notes: z.array(messageSchema).readonly(),
  })
  .readonly();
export type Calibration = z.infer<typeof calibrationSchema>;

/** @returns what a file held, or why it holds no calibration */
export function readCalibration(data: unknown): Calibration | { readonly refused: Message } {
  const found = calibrationSchema.safeParse(data);
  if (found.success) return found.data;
  const [key] = found.error.issues[0]?.path ?? [];
  if (key === undefined) return { refused: message('demands-file.not-an-object') };
  if (key !== 'schema') return { refused: message('demands-file.lacks', { key: String(key) }) };
  return {
    refused: message('demands-file.schema', { schema: String((data as { schema?: unknown }).schema) }),
  };
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
  /** Ranges in which 9 of 10 measured figures lay in our runs. */
  readonly range: FigureRanges;
  /** What the same run measured at this setting. */
  readonly measuredThere?: MeasuredSetting;
}

export type Range = readonly [low: number, high: number];

/** Ranges of the figures; null where the figure itself is null. */
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
  /** What it was predicted from and how well, in one sentence; or why it was not. */
  readonly sentence: Message<Extract<MessageCode, `run-model.${string}`>>;
}
