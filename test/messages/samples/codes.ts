/** The codes of the catalogue, and with what each is said. */
import { allTexts } from '../../../build/texts.ts';
import type { AnyMessage, MessageCode } from '../../../src/messages/message.ts';
import { samplesBy } from './all.ts';

/** Only other texts name them. */
const within = new Set(
  `claim.names claim.apis diagnosis.busy find.gain function.place headline.gain model.settling pool-starved-of-cpu.kinds pool-too-small.blind
  pool.kind predict.gain thread.state function.hot`.split(/\s+/),
);

const all = allTexts('en');

/** All but those of problems, and what others say. */
export const codes = [...all.keys()].filter(
  (code) => code !== 'text' && !within.has(code) && code !== code.toUpperCase(),
) as MessageCode[];

/** What a code is said with; a fixed text needs nothing. */
export function given(code: MessageCode): readonly AnyMessage[] {
  const isFixed = [...(all.get(code)?.values() ?? [])].every((uses) => uses.size === 0);
  return isFixed ? [{ code, params: {} }] : (samplesBy.get(code) ?? []);
}
