/** What a watch.json needs before anything in it can be judged; what else it holds is as it was written. */
import { z } from 'zod';
import { isMessage } from '../../messages/message.ts';
import type { FirstLook } from '../proof.ts';
import type { Watch } from '../watch.ts';

const seen = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), why: z.custom(isMessage) }),
]);

const schema = z.looseObject({
  schema: z.literal(1, 'this version reads schema 1'),
  // It becomes the name of a folder.
  id: z.string().regex(/^(?!\.)[\w.-]{1,80}$/),
  target: z.looseObject({ type: z.enum(['pid', 'command']) }),
  startedAt: z.number(),
  duration: z.number(),
  host: z.looseObject({}),
  notes: z.array(z.custom(isMessage)),
  end: z.string(),
  processes: z.array(
    z.looseObject({ pid: z.number(), look: seen, sockets: seen, probe: seen, series: z.array(z.unknown()) }),
  ),
  diagnosis: z.undefined('it is a diagnosis; what it was made from is in watch.json beside it').optional(),
});

/** A watch as it is stored, with what came of the advice of a first look. */
export type StoredWatch = Watch & { readonly look?: FirstLook };

export const watchSchema = schema as unknown as z.ZodType<StoredWatch>;
