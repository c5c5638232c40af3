import type { Arguments, OptionName } from './options/table.ts';

/** A verb of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: readonly string[];
  /** What to know before using it. */
  readonly notes?: readonly string[];
  readonly options: readonly OptionName[];
  /** @returns the exit code */
  readonly run: (args: Arguments) => Promise<number>;
}
