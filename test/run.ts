/**
 * Runs one tier of the tests: `node test/run.ts unit` or `node test/run.ts system`. More words choose the files whose path
 * has one of them in it.
 *
 *   NAME.test.ts     unit: passes however busy the machine is
 *   NAME.system.ts   system: servers, load, long simulations; may be inconclusive
 *
 * A test of the system tier that failed is run once more, alone. One that failed and then passed has decided nothing: it is
 * inconclusive, as one is that says so itself.
 *
 * Every command of this program that a test of the command line saw, in a terminal, a report or a JSON document, must be one that
 * the program takes.
 *
 * SKIPPED names a file for the tests that were skipped, one in each line: `test/skipped.ts` holds those of two runs against each other.
 *
 * Exit code 1 if a test failed, if none ran, or if more than a tenth were inconclusive. The last line counts them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { printedCommands, requireTaken } from './cli/printed-commands.ts';
import { mark } from './kit/inconclusive.ts';
import { emptyPlace } from './kit/place.ts';

// What is printed is compared in English, whatever the locale of the machine.
process.env['CHOKEPOINT_LANG'] = 'en';

const [tier = 'unit', ...words] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
// Each file is a process: what one has compiled, the others need not.
process.env['NODE_COMPILE_CACHE'] = join(root, '.tmp/compiled');
const seen = emptyPlace('printed');
const printed = join(seen.folder, 'printed');
writeFileSync(printed, '');
process.env['CHOKEPOINT_PRINTED'] = printed;
/** Where one in ten tests is inconclusive, the machine was not fit for them. */
const mostInconclusive = 0.1;
/**
 * Unit tests that start nothing and leave nothing behind in their process: they share two, which saves the start of two
 * hundred. The stored runs are judged once for all tests of the first.
 */
const pure = [
  [
    '(architecture|cases|glossary|readme)\\.',
    '(doctor|format|golden|judge|judges|lab|model|report|run|saturation)/',
    'cli/(doctor/doctor-deeper|gate/gate-exit|options/(meant|option-table)|progress)\\.',
    'messages/(?!shell)',
  ],
  [
    '(capacity|predict|published|queueing|stats|tune)/',
    'host/(capacity|host|pool-threads)\\.',
    'load/(fake-engine|http-parser|pacing|recorder)\\.',
    'load/k6/(csv|k6-process|samples|tally)\\.',
    'load/remote/(merge|place|protocol|remote-engine|script-part|split)\\.',
    'observe/(attach/(message|options-of)|external/(hostile|sandbox|socket-tally|summary)|probe/(shared-counters|windows)|session/ticks)\\.',
    'security/promises\\.',
    'store/(controller|older-newer|secrets)\\.',
  ],
].map((folders) => new RegExp(`^test/(${folders.join('|')})`));
/**
 * Files of the system tier run side by side: what they wait for comes, however busy the machine is. Those that measure run
 * alone after them: each that can be inconclusive, and these, which hold figures against limits.
 */
const measuring = [
  'cli/gate/gate.',
  'cli/mcp/skill',
  'cli/predict',
  'cli/tune.',
  'judge/checks/',
  'observe/external/wait',
  'observe/probe/profile',
  'observe/probe/readings',
  'package/first-look-elsewhere',
  'run/trial',
];
const measures = (file: string) =>
  measuring.some((one) => file.startsWith(`test/${one}`)) ||
  readFileSync(join(root, file), 'utf8').includes('inconclusive(');
/** They begin first, so that none of them is left alone at the end: the slowest of each tier, by the last lines of a run. */
const slow = [
  'package/',
  'action/',
  'cli/canary',
  'observe/attach/killed',
  'server/ready/find-address',
  'cli/options/bad-input',
  'host/fetched-nodes',
  'host/window-probe',
  'stats/sessions',
];
const isSlow = (file: string) => slow.some((one) => file.startsWith(`test/${one}`));
/** At once. Most of the time a test waits for a process to start. */
const concurrency = availableParallelism() + 1;

const files = globSync(tier === 'system' ? 'test/**/*.system.ts' : 'test/**/*.test.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
  .toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
const together = tier === 'unit' ? pure.map((own) => files.filter((file) => own.test(file))) : [];
const others = files.filter((file) => !together.flat().includes(file));

/** Names of tests, each with its file. */
interface Outcome {
  passed: number;
  readonly failed: Map<string, Failure>;
  readonly inconclusive: Set<string>;
}

interface Failure {
  readonly file: string;
  readonly title: string;
}

/** Where an event comes from. */
interface Place {
  readonly entryFile?: string;
  readonly file?: string;
}

/** Tests and suites that were skipped. */
const skipped = new Set<string>();

/** Seconds of each file: a build server waits half an hour for all of them. */
const took = new Map<string, number>();

const none = (): Outcome => ({
  passed: 0,
  failed: new Map(),
  inconclusive: new Set(),
});

/** All of them in one process; the report comes at the end. */
async function runTogether(chosen: readonly string[]): Promise<{ outcome: Outcome; text: string }> {
  const outcome = none();
  if (chosen.length === 0) return { outcome, text: '' };
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...options, ...chosen], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  outcome.passed = count('pass');
  const failed = Math.max(count('fail') + count('cancelled'), child.exitCode === 0 ? 0 : 1);
  for (let each = 0; each < failed; each++)
    outcome.failed.set(`one of the pure tests (${each})`, { file: '', title: '' });
  return { outcome, text };
}

async function runApart(): Promise<Outcome> {
  const outcome = none();
  const alone = tier === 'system' ? others.filter(measures) : [];
  await runFiles(
    others.filter((file) => !alone.includes(file)),
    outcome,
  );
  // A server that is measured starts as it does elsewhere, and two of them at once would be each other's noise.
  delete process.env['NODE_COMPILE_CACHE'];
  for (const file of alone) await runFiles([file], outcome);
  return outcome;
}

/** The tests of a file that failed, alone; all of them where what failed has no test's title. */
async function runAgain(file: string, titles: readonly string[], outcome: Outcome): Promise<void> {
  const all = () => outcome.passed + outcome.failed.size + outcome.inconclusive.size;
  const before = all();
  const patterns = titles.map((title) => new RegExp(`^${RegExp.escape(title)}$`));
  await runFiles([file], outcome, patterns);
  if (all() === before) await runFiles([file], outcome);
}

async function runFiles(
  chosen: readonly string[],
  outcome: Outcome,
  testNamePatterns?: RegExp[],
): Promise<void> {
  if (chosen.length === 0) return;
  const events = run({
    files: chosen.map((file) => join(root, file)),
    concurrency,
    timeout: 300_000,
    cwd: root,
    ...(testNamePatterns && { testNamePatterns }),
  });
  /** The file that calls `test` may be a helper of the one that is run. */
  const fileOf = ({ entryFile, file = '' }: Place) => (entryFile ?? file).replace(`${root}/`, '');
  const named = (one: Place & { readonly name: string }) => `${fileOf(one)}: ${one.name}`;
  events.on('test:pass', (one) => {
    const isInconclusive = typeof one.skip === 'string' && one.skip.startsWith(mark);
    if (one.skip !== undefined && !isInconclusive) skipped.add(named(one));
    if (one.details.type === 'suite') return;
    if (isInconclusive) {
      outcome.inconclusive.add(`${named(one)} (${one.skip})`);
    } else outcome.passed++;
  });
  events.on('test:fail', (one) => {
    if (one.details.type === 'suite') return;
    outcome.failed.set(named(one), { file: fileOf(one), title: one.name });
  });
  events.on('test:summary', ({ file, duration_ms: duration }) => {
    if (file !== undefined) took.set(fileOf({ file }), (took.get(fileOf({ file })) ?? 0) + duration / 1000);
  });
  await once(
    events.compose(spec).on('data', (chunk: Buffer) => process.stdout.write(chunk)),
    'end',
  );
}

const [apart, ...pureOnes] = await Promise.all([runApart(), ...together.map(runTogether)]);
for (const { text } of pureOnes) {
  process.stdout.write(text);
  for (const [, name = ''] of text.matchAll(/^ *﹣ (.*) \([\d.]+ms\)/gm)) skipped.add(name);
}
if (process.env['SKIPPED']) writeFileSync(process.env['SKIPPED'], [...skipped].toSorted().join('\n'));
const count = (of: (outcome: Outcome) => number) =>
  [apart, ...pureOnes.map(({ outcome }) => outcome)].reduce((sum, one) => sum + of(one), 0);
const passed = count((outcome) => outcome.passed);
let failed = count((outcome) => outcome.failed.size);
const inconclusive = [...apart.inconclusive];
if (tier === 'system' && apart.failed.size > 0) {
  const again = none();
  for (const [file, own] of Map.groupBy(apart.failed.values(), (one) => one.file)) {
    console.log(`Run once more: ${file}`);
    await runAgain(
      file,
      own.map(({ title }) => title),
      again,
    );
  }
  failed = again.failed.size;
  for (const name of apart.failed.keys())
    if (!again.failed.has(name)) inconclusive.push(`${name} (${mark}it failed, and then passed)`);
}
const commands = printedCommands(readFileSync(printed, 'utf8'));
let taken = 0;
for (const command of commands) {
  try {
    requireTaken(command);
    taken++;
  } catch (error) {
    failed++;
    console.log(`A test saw a command that is not taken: ${command}\n  ${String(error)}`);
  }
}
seen[Symbol.dispose]();
const share = inconclusive.length / Math.max(1, passed + inconclusive.length);
for (const one of inconclusive) console.log(one);
const longest = [...took].toSorted(([, one], [, other]) => other - one).slice(0, 12);
for (const [file, seconds] of longest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
if (tier === 'system')
  console.log(`${inconclusive.length} tests are inconclusive, ${Math.round(100 * share)}%`);
if (commands.length > 0) console.log(`${taken} of ${commands.length} commands that were printed are taken`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0 || share > mostInconclusive) process.exitCode = 1;
