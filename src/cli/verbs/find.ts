/** `chokepoint -- COMMAND`: starts a server as it is, finds what limits it, and proves the advice where that is a setting. */
import type { Problem } from '../../messages/problem.ts';
import { redactWords } from '../../redact/redact.ts';
import { message, say } from '../../messages/message.ts';
import { findHead, watchPage } from '../../report/pages/find.ts';
import { headText } from '../../report/render/terminal.ts';
import { inMemory, openStore } from '../../store/store.ts';
import { diagnosed, proved } from '../first-look.ts';
import { interruptible } from '../interruptible.ts';
import { findArguments, limits, type FindRequest } from '../options/find.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { findView } from '../output/find-view.ts';
import { whyNoReports } from '../output/reports.ts';
import { textOptions } from '../output/terminal.ts';
import { writeWatch } from '../output/watch-output.ts';
import { reportFolder, storeFile } from '../run.ts';
import { cutShort, finishWatch, tellFailure } from '../watching.ts';

export function find(args: Arguments): Work {
  const request = findArguments(args);
  const unkept = whyNoReports(args.values.out);
  return () => findAndTell(request, args.values, unkept);
}

async function findAndTell(request: FindRequest, values: Values, unkept: Problem | null): Promise<number> {
  const output: string[] = [];
  const begun = performance.now();
  // Opened first: whoever cannot keep what is measured need not measure it.
  using store = openStore(unkept ? (values.store ?? inMemory) : storeFile(values), 'write');
  using view = findView(values);
  const target = { type: 'command', command: redactWords(request.command) } as const;
  view.done(headText(findHead(target, null), textOptions(values)));
  view.note(say(message('find.announcement', { ms: limits.usual, most: limits.most })));
  try {
    const found = await interruptible(async (signal) => {
      const look = { request, values, view, signal };
      const seen = await diagnosed(look, output);
      const judged = { ...seen, deeper: null };
      const dir = unkept ? null : reportFolder(values, seen.watch.id);
      // Whatever happens to the proof: what was seen stays.
      if (dir !== null) await writeWatch(judged, watchPage(judged), dir);
      const { failure, ...proof } = await proved(look, seen, begun, store);
      return { ...proof, judged, dir, failure: cutShort(request.options, seen) ?? failure };
    });
    view.pause();
    const { judged, look, ...rest } = found;
    const { failOn } = request;
    return await finishWatch({ ...judged, look }, { ...rest, values, output, unkept, failOn, isBegun: true });
  } catch (error) {
    view.pause();
    return tellFailure(error, values, output);
  }
}
