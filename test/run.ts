/**
 * Runs one tier of the tests: `node test/run.ts unit` or `node test/run.ts system`. More words choose the files whose path
 * has one of them in it.
 *
 *   NAME.test.ts     unit: passes however busy the machine is
 *   NAME.system.ts   system: servers, load, long simulations; may be inconclusive
 *
 * Exit code 1 if a test failed, if none ran, or if more than a tenth were inconclusive. The last line counts them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { mark } from './kit/inconclusive.ts';

const [tier = 'unit', ...words] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
/** Where one in ten tests is inconclusive, the machine was not fit for them. */
const mostInconclusive = 0.1;
/**
 * Folders whose unit tests start nothing and leave nothing behind in their process. They share one, which saves the start
 * of seventy.
 */
const pure = /^test\/(diagnose|experiments|golden|model|queueing|report|stats)\//;

const files = globSync(tier === 'system' ? 'test/**/*.system.ts' : 'test/**/*.test.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
const together = tier === 'unit' ? files.filter((file) => pure.test(file)) : [];

const [passed, inconclusive] = [[] as string[], [] as string[]];
let failed = 0;

/** All of them in one process; its report comes at the end. */
async function runTogether(): Promise<string> {
  if (together.length === 0) return '';
  const child = spawn(
    process.execPath,
    ['--test', '--test-isolation=none', '--test-reporter=spec', ...together],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  passed.push(...Array.from({ length: count('pass') }, () => ''));
  failed += Math.max(count('fail') + count('cancelled'), child.exitCode === 0 ? 0 : 1);
  return text;
}

async function runApart(): Promise<void> {
  const apart = files.filter((file) => !together.includes(file)).map((file) => join(root, file));
  if (apart.length === 0) return;
  const events = run({
    files: apart,
    // Two servers under load at once would be each other's noise.
    concurrency: tier === 'system' ? 1 : availableParallelism(),
    timeout: 300_000,
    cwd: root,
  });
  events.on('test:pass', ({ name, skip, details }) => {
    if (details.type === 'suite') return;
    if (typeof skip === 'string' && skip.startsWith(mark)) inconclusive.push(`${name} (${skip})`);
    else passed.push(name);
  });
  events.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') failed++;
  });
  await once(
    events.compose(spec).on('data', (chunk: Buffer) => process.stdout.write(chunk)),
    'end',
  );
}

const [text] = await Promise.all([runTogether(), runApart()]);
process.stdout.write(text);
const share = inconclusive.length / Math.max(1, passed.length + inconclusive.length);
for (const one of inconclusive) console.log(one);
if (tier === 'system')
  console.log(`${inconclusive.length} tests are inconclusive, ${Math.round(100 * share)} %`);
console.log(`${passed.length} passed, ${failed} failed`);
if (failed > 0 || passed.length === 0 || share > mostInconclusive) process.exitCode = 1;
