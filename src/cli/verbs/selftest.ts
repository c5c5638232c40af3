import { exitCodes, problem } from '../../model/problem.ts';
import { pad } from '../../format/width.ts';
import { selftest, type SelftestCheck } from '../../selftest.ts';
import { jsonText } from '../../report/terminal/printable.ts';
import { interruptible } from '../interruptible.ts';
import type { Arguments } from '../options/table.ts';

/** Asked, true and reported side by side, a line as each is known. @returns the exit code. @throws Problem SELFTEST_FAILED */
export async function runSelftest({ values }: Arguments): Promise<number> {
  const checks: SelftestCheck[] = [];
  await interruptible(async (signal) => {
    for await (const check of selftest({ quick: values.quick ?? false, signal })) {
      checks.push(check);
      if (!values.json) process.stdout.write(`${line(check)}\n`);
    }
  });
  const failed = checks.filter((check) => !check.pass);
  if (values.json) process.stdout.write(`${jsonText({ schema: 1, checks })}\n`);
  else process.stdout.write(`\n${checks.length - failed.length} of ${checks.length} pass.\n`);
  if (failed.length === 0) return exitCodes.fine;
  const error = problem('SELFTEST_FAILED', { failed: failed.map(({ title }) => title).join('; ') });
  if (!values.json) throw error;
  return error.exit;
}

function line({ title, asked, unit, truth, reported, tolerance, pass }: SelftestCheck): string {
  const figure = (value: number) => `${Number(value.toPrecision(4))}`;
  const allowed = tolerance === 0 ? 'exactly' : `± ${figure(tolerance)}`;
  return [
    `${pass ? 'pass' : 'FAIL'}  ${title}`,
    `      asked     ${asked}`,
    `      true      ${pad(`${figure(truth)} ${unit}`, 24, 'left')}(${allowed})`,
    `      reported  ${figure(reported)} ${unit}`,
  ].join('\n');
}
