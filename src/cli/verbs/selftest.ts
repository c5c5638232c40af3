import { exitCodes, problem } from '../../messages/problem.ts';
import { pad } from '../../format/width.ts';
import { selftest, type SelftestCheck } from '../../selftest.ts';
import { say } from '../../messages/message.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { print, printJson, printProblem } from '../output/terminal.ts';

/** `selftest`: asked, true and reported side by side, a line as each is known. */
export async function runSelftest({ values }: Arguments): Promise<Work> {
  return async () => {
    const checks: SelftestCheck[] = [];
    await interruptible(async (signal) => {
      for await (const check of selftest({ quick: values.quick ?? false, signal })) {
        checks.push(check);
        if (!values.json) print(line(check));
      }
    });
    const failed = checks.filter((check) => !check.pass);
    if (values.json) printJson({ schema: 1, checks });
    else print(`\n${checks.length - failed.length} of ${checks.length} pass.`);
    if (failed.length === 0) return exitCodes.fine;
    const error = problem('SELFTEST_FAILED', { failed: failed.map(({ title }) => say(title)).join('; ') });
    return values.json ? error.exit : printProblem(error);
  };
}

function line({ title, asked, unit, truth, reported, tolerance, pass }: SelftestCheck): string {
  const figure = (value: number) => `${Number(value.toPrecision(4))}`;
  const allowed = tolerance === 0 ? 'exactly' : `± ${figure(tolerance)}`;
  return [
    `${pass ? 'pass' : 'FAIL'}  ${say(title)}`,
    `      asked     ${say(asked)}`,
    `      true      ${pad(`${figure(truth)} ${unit}`, 24, 'left')}(${allowed})`,
    `      reported  ${figure(reported)} ${unit}`,
  ].join('\n');
}
