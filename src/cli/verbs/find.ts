/** `chokepoint -- COMMAND`: starts a server as it is, finds what limits it, and proves the advice where that is a setting. */
import { exitCodes, type Problem } from '../../messages/problem.ts';
import { redactWords } from '../../redact/redact.ts';
import { message, say } from '../../messages/message.ts';
import { findHead, type FindReport } from '../../report/pages/find.ts';
import { headText } from '../../report/render/terminal.ts';
import { inMemory, openStore } from '../../store/store.ts';
import { diagnosed, proved, type Proved } from '../first-look.ts';
import { interruptible } from '../interruptible.ts';
import { findArguments, limits, type FindRequest } from '../options/find.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { keepDiagnosis, printFind, writeFind } from '../output/find-output.ts';
import { findView } from '../output/find-view.ts';
import { whyNoReports } from '../output/reports.ts';
import { textOptions } from '../output/terminal.ts';
import { reportFolder, storeFile } from '../run.ts';
import { cutShort, exitCode, finishWatch, tellFailure, type Seen } from '../watching.ts';

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
      // Whatever happens to the proof: what was seen stays.
      if (!unkept) await keepDiagnosis(seen, reportFolder(values, seen.watch.id));
      return { seen, ...(await proved(look, seen, begun, store)) };
    });
    view.pause();
    return await finish({ ...found, unkept }, request, values, output);
  } catch (error) {
    view.pause();
    return tellFailure(error, values, output);
  }
}

/** @returns the exit code */
function finish(
  { seen, failure, unkept, ...rest }: Proved & { readonly seen: Seen; readonly unkept: Problem | null },
  { options, failOn, shown }: FindRequest,
  values: Values,
  output: readonly string[],
): Promise<number> {
  const report: FindReport = { ...seen, ...rest, deeper: null, asked: shown };
  const code = exitCode(seen.diagnosis, failOn);
  // A setting that was proved is an answer, also where nothing says what it relieves.
  const isProved = code === exitCodes.unmeasured && rest.proof?.verdict === 'proved';
  return finishWatch({
    values,
    output,
    unkept,
    failure: cutShort(options, seen) ?? failure,
    code: isProved ? exitCodes.fine : code,
    write: () => (unkept ? null : writeFind(report, reportFolder(values, seen.watch.id))),
    show: (file, why) => printFind(report, file, why, values),
  });
}
