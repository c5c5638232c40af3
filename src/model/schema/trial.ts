/**
 * What a stored trial needs before anything of it is judged or shown: a store may have come with a repository. Texts have their
 * places, and stand escaped in every report; whatever else was measured is a number.
 */
import { z } from 'zod';
import { isMessage } from '../../messages/message.ts';
import { levelSchema, loadSchema, settingSchema } from '../plan.ts';
import type { Trial } from '../sample.ts';

/** Fields of a sample that hold words: all others hold figures. */
const worded: ReadonlySet<string> = new Set([
  'engine',
  'error',
  'errorExamples',
  'kind',
  'name',
  'purpose',
  'to',
]);

function isMeasured(value: unknown, field = ''): boolean {
  if (typeof value === 'string') return worded.has(field);
  if (Array.isArray(value)) return value.every((one) => isMeasured(one, field));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => isMeasured(one, name));
}

const measured = z.looseObject({}).refine((value) => isMeasured(value));

const problem = z.looseObject({
  // Another version may know other codes.
  code: z.string().regex(/^[A-Z][A-Z\d_]*$/),
  what: z.string(),
  why: z.string(),
  todo: z.string(),
  details: z.record(z.string(), z.union([levelSchema, z.custom(isMessage)])).optional(),
});

const schema = z.looseObject({
  ordinal: z.number(),
  block: z.number(),
  search: z.looseObject({ block: z.number(), state: z.looseObject({}).optional() }).optional(),
  cell: z.string(),
  setting: settingSchema,
  load: loadSchema,
  startedAt: z.number(),
  address: z.string().optional(),
  readyAfter: z.number().nullable(),
  duration: z.number(),
  effective: z.array(
    z.looseObject({
      pid: z.number(),
      command: z.string(),
      node: z.string().nullable(),
      env: z.record(z.string(), z.string().nullable()),
    }),
  ),
  host: measured,
  sample: measured.nullable(),
  facts: z.array(z.record(z.string(), z.union([levelSchema, z.boolean(), z.null()]))).optional(),
  problem: problem.nullable(),
  output: z.array(z.string()),
});

export const trialSchema = schema as unknown as z.ZodType<Trial>;
