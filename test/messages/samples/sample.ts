/** Figures with which each text of the catalogue is said once in the tests, and pinned (test/golden/english.txt). */
import type { AnyMessage, MessageCode, ParamsOf } from '../../../src/messages/message.ts';

/** One or more cases for each code of a family whose text has parameters; its fixed texts need none. */
export type Samples<Pattern extends string> = {
  // As one mapped type: of an `Extract` of two thousand codes the compiler says that it is too complex (TS2859).
  readonly [
    Code in MessageCode as Code extends Pattern
      ? ParamsOf<Code> extends Readonly<Record<string, never>>
        ? never
        : Code
      : never
  ]: readonly ParamsOf<Code>[];
};

/** Cases for codes of several families; `english.test.ts` names the codes that have none. */
export type SomeSamples = { readonly [Code in MessageCode]?: readonly ParamsOf<Code>[] };

export function messagesOf(samples: Readonly<Record<string, readonly object[]>>): AnyMessage[] {
  return Object.entries(samples).flatMap(([code, cases]) => cases.map((params) => ({ code, params })));
}
