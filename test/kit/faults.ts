import { Problem, problemsOf } from '../../src/messages/problem.ts';

/** Every problem for which it is refused; none where it is not. Another error is thrown on. */
export async function refusals(run: () => unknown): Promise<readonly Problem[]> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemsOf(error);
  }
  return [];
}

/** The code of a problem with that of its reason, where it has one: `OPTION_INVALID value.time`. */
export function faultOf({ code, details: { why } }: Problem): string {
  const hasCode = typeof why === 'object' && why !== null && 'code' in why;
  return hasCode ? `${code} ${why.code.replace(/\.why$/, '')}` : code;
}
