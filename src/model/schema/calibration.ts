/** Calibrations in files: `predict --json` writes them, `predict --demands` reads them, perhaps of another version. */
import { z } from 'zod';
import { message, type Message } from '../../messages/message.ts';
import { loadSchema } from '../plan.ts';
import type { Calibration } from '../prediction.ts';

const amount = z.number().min(0).finite();
const atLeastOne = z.number().min(1).finite();

const messageSchema = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()) })
  .transform((found) => found as Message);

const figures = z.object({
  throughput: amount,
  mean: amount,
  p50: amount.nullable(),
  p99: amount.nullable(),
});

const setting = z.object({
  processes: atLeastOne,
  pool: atLeastOne,
  cpus: atLeastOne,
  load: loadSchema,
  connections: z.literal('in turn').exactOptional(),
});

const demands = z
  .object({
    loopCpu: amount,
    poolCpu: amount,
    poolWait: amount,
    jobs: atLeastOne,
    otherCpu: amount,
    generatorCpu: amount,
    delay: amount,
    variation: amount,
  })
  .refine(({ loopCpu, poolCpu, poolWait, delay }) => loopCpu + poolCpu + poolWait + delay > 0);

const capacity = z.object({
  cpus: atLeastOne,
  points: z
    .array(z.tuple([amount, z.number().positive().finite()]))
    .min(1)
    .refine((points) => points.every(([threads], i) => threads > (points[i - 1]?.[0] ?? 0))),
  source: z.enum(['measured', 'guessed from the number of CPUs']),
  date: z.string().exactOptional(),
  disturbed: z.string().exactOptional(),
});

const calibrationSchema = z.object({
  schema: z.literal(1),
  from: z.object({
    run: z.string(),
    cell: z.string(),
    date: z.string(),
    machine: z.string(),
    server: z.string(),
    command: z.array(z.string()).exactOptional(),
    load: z.string(),
    trials: amount,
  }),
  setting,
  capacity,
  demands,
  measured: figures,
  reproduced: figures,
  band: z.object({ throughput: amount, mean: amount, because: messageSchema }),
  variants: z.array(z.object({ demands, capacity: capacity.exactOptional(), because: messageSchema })),
  others: z.array(
    figures.extend({ cell: z.string(), setting, trials: amount, spread: amount.exactOptional() }),
  ),
  foreign: amount.exactOptional(),
  notes: z.array(messageSchema),
});

/** @returns what a file held, or why it holds no calibration */
export function readCalibration(data: unknown): Calibration | { readonly refused: Message } {
  const found = calibrationSchema.safeParse(data);
  if (found.success) return found.data as Calibration;
  const [key] = found.error.issues[0]?.path ?? [];
  if (key === undefined) return { refused: message('demands-file.not-an-object') };
  if (key !== 'schema') return { refused: message('demands-file.lacks', { key: String(key) }) };
  return {
    refused: message('demands-file.schema', { schema: String((data as { schema?: unknown }).schema) }),
  };
}
