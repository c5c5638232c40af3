/** Figures with which each text of the catalogue is said once in the tests, and pinned (test/golden/english.txt). */
import type { AnyMessage, MessageCode, ParamsOf } from '../../../src/messages/message.ts';

/** The codes whose text has parameters. */
type Spoken = {
  [Code in MessageCode]: ParamsOf<Code> extends Readonly<Record<string, never>> ? never : Code;
}[MessageCode];

/** One or more cases for each code of a family; its fixed texts need none. */
export type Samples<Pattern extends string> = {
  readonly [Code in Extract<Spoken, Pattern>]: readonly ParamsOf<Code>[];
};

export function messagesOf(samples: Readonly<Record<string, readonly object[]>>): AnyMessage[] {
  return Object.entries(samples).flatMap(([code, cases]) => cases.map((params) => ({ code, params })));
}
