/** `mcp`: the verbs as tools for an agent. The package that speaks its protocol is brought by whoever wants that. */
import { exitCodes, problem } from '../../messages/problem.ts';
import type { Arguments, Work } from '../options/parse.ts';

/** @throws Problem MCP_PACKAGE_MISSING */
export async function mcp({ values }: Arguments): Promise<Work> {
  const { serve } = await import('../mcp/server.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw problem('MCP_PACKAGE_MISSING', {}, { cause: error });
  });
  return async () => {
    await serve(values.allow === 'start');
    return exitCodes.fine;
  };
}
