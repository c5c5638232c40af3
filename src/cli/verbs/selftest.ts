import { exitCodes, problem } from '../../messages/problem.ts';
import { pad } from '../../format/width.ts';
import { selftest, type SelftestCheck } from '../../selftest.ts';
import { message, say, type WordCode } from '../../messages/message.ts';
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
    if (values.json) printJson({ schema: 1, checks }, values);
    else
      print(
        `\n${say(message('cli.selftest.passed', { passed: checks.length - failed.length, all: checks.length }))}`,
      );
    if (failed.length === 0) return exitCodes.fine;
    const error = problem('SELFTEST_FAILED', { failed: failed.map(({ title }) => say(title)).join('; ') });
    return values.json ? error.exit : printProblem(error);
  };
}

const word = (code: WordCode, columns = 0) => pad(say(message(code)), columns, 'left');

function line({ title, asked, unit, truth, reported, tolerance, pass }: SelftestCheck): string {
  const figure = (value: number) => `${Number(value.toPrecision(4))}`;
  const allowed = tolerance === 0 ? word('word.exactly') : `± ${figure(tolerance)}`;
  const verdict = word(pass ? 'word.pass' : 'word.FAIL');
  return [
    `${verdict}  ${say(title)}`,
    `      ${word('word.asked', 10)}${say(asked)}`,
    `      ${word('word.true', 10)}${pad(`${figure(truth)} ${unit}`, 24, 'left')}(${allowed})`,
    `      ${word('word.reported', 10)}${figure(reported)} ${unit}`,
  ].join('\n');
}
