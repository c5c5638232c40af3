/**
 * Runs one tier of the tests: `node test/run.ts unit` or `node test/run.ts system`. More words choose the files whose path
 * has one of them in it.
 *
 *   NAME.test.ts     unit: passes however busy the machine is
 *   NAME.system.ts   system: servers, load, long simulations; may be inconclusive
 *
 * A file of the system tier in which a test failed is run once more. A test that failed and then passed has decided
 * nothing: it is inconclusive, as one is that says so itself.
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

// What is printed is compared in English, whatever the locale of the machine.
process.env['CHOKEPOINT_LANG'] = 'en';

const [tier = 'unit', ...words] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
// Each file is a process: what one has compiled, the others need not. A server that is measured starts as it does elsewhere.
if (tier === 'unit') process.env['NODE_COMPILE_CACHE'] = join(root, '.tmp/compiled');
/** Where one in ten tests is inconclusive, the machine was not fit for them. */
const mostInconclusive = 0.1;
/**
 * Folders whose unit tests start nothing and leave nothing behind in their process. They share one, which saves the start
 * of seventy.
 */
const pure = /^test\/(doctor|format|golden|judge|lab|model|predict|queueing|report|stats|tune)\//;
/**
 * Files of the system tier that are there for their length, and pass however busy the machine is: they wait for processes,
 * install packages, draw pages, look for secrets, or compute with seeds. As many run at once as there are CPUs, before
 * those that measure.
 */
const unmeasured = [
  'cli/canary',
  'cli/gate-refused',
  'cli/stored-run',
  'cli/terminal',
  'contestants/builds',
  'files.',
  'judge/machine-speed',
  'observe/attach/attach',
  'observe/attach/busy',
  'observe/attach/listen',
  'observe/attach/refusals',
  'package/',
  'predict/',
  'queueing/',
  'report/',
  'stats/',
  'store/',
  'tune/',
];

const files = globSync(tier === 'system' ? 'test/**/*.system.ts' : 'test/**/*.test.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
const together = tier === 'unit' ? files.filter((file) => pure.test(file)) : [];

interface Outcome {
  passed: number;
  /** Names of tests, each with its file. */
  readonly failed: Set<string>;
  readonly inconclusive: Set<string>;
  readonly failedFiles: Set<string>;
}

/** Where an event comes from. */
interface Place {
  readonly entryFile?: string;
  readonly file?: string;
}

/** Seconds of each file: a build server waits half an hour for all of them. */
const took = new Map<string, number>();

const none = (): Outcome => ({
  passed: 0,
  failed: new Set(),
  inconclusive: new Set(),
  failedFiles: new Set(),
});

/** All of them in one process; the report comes at the end. */
async function runTogether(): Promise<{ outcome: Outcome; text: string }> {
  const outcome = none();
  if (together.length === 0) return { outcome, text: '' };
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...options, ...together], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  outcome.passed = count('pass');
  const failed = Math.max(count('fail') + count('cancelled'), child.exitCode === 0 ? 0 : 1);
  for (let each = 0; each < failed; each++) outcome.failed.add(`one of the pure tests (${each})`);
  return { outcome, text };
}

async function runApart(chosen: readonly string[], atOnce: readonly string[]): Promise<Outcome> {
  const outcome = none();
  await runFiles(atOnce, outcome);
  // Two servers under load at once would be each other's noise.
  for (const file of chosen) if (!atOnce.includes(file)) await runFiles([file], outcome);
  return outcome;
}

async function runFiles(chosen: readonly string[], outcome: Outcome): Promise<void> {
  if (chosen.length === 0) return;
  const events = run({
    files: chosen.map((file) => join(root, file)),
    concurrency: availableParallelism(),
    timeout: 300_000,
    cwd: root,
  });
  /** The file that calls `test` may be a helper of the one that is run. */
  const fileOf = ({ entryFile, file = '' }: Place) => (entryFile ?? file).replace(`${root}/`, '');
  const named = (one: Place & { readonly name: string }) => `${fileOf(one)}: ${one.name}`;
  events.on('test:pass', (one) => {
    if (one.details.type === 'suite') return;
    if (typeof one.skip === 'string' && one.skip.startsWith(mark)) {
      outcome.inconclusive.add(`${named(one)} (${one.skip})`);
    } else outcome.passed++;
  });
  events.on('test:fail', (one) => {
    if (one.details.type === 'suite') return;
    outcome.failed.add(named(one));
    if (fileOf(one)) outcome.failedFiles.add(fileOf(one));
  });
  events.on('test:summary', ({ file, duration_ms: duration }) => {
    if (file !== undefined) took.set(fileOf({ file }), (took.get(fileOf({ file })) ?? 0) + duration / 1000);
  });
  await once(
    events.compose(spec).on('data', (chunk: Buffer) => process.stdout.write(chunk)),
    'end',
  );
}

const others = files.filter((file) => !together.includes(file));
const [{ outcome: first, text }, apart] = await Promise.all([
  runTogether(),
  runApart(
    others,
    tier === 'unit'
      ? others
      : others.filter((file) => unmeasured.some((one) => file.startsWith(`test/${one}`))),
  ),
]);
process.stdout.write(text);
const passed = first.passed + apart.passed;
let failed = first.failed.size + apart.failed.size;
const inconclusive = [...apart.inconclusive];
if (tier === 'system' && apart.failedFiles.size > 0) {
  console.log(`Run once more: ${[...apart.failedFiles].join(', ')}`);
  const again = await runApart([...apart.failedFiles], []);
  failed = again.failed.size;
  for (const name of apart.failed.difference(again.failed))
    inconclusive.push(`${name} (${mark}it failed, and then passed)`);
}
const share = inconclusive.length / Math.max(1, passed + inconclusive.length);
for (const one of inconclusive) console.log(one);
const longest = [...took].toSorted(([, one], [, other]) => other - one).slice(0, 12);
for (const [file, seconds] of longest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
if (tier === 'system')
  console.log(`${inconclusive.length} tests are inconclusive, ${Math.round(100 * share)}%`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0 || share > mostInconclusive) process.exitCode = 1;
