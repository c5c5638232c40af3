/** What the doctor of this checkout says of a case: the command that everybody types, and the files of its report. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Milliseconds } from '../../src/model/units.ts';
import type { CaseRecord, NamedCase, RecordedFinding } from './case.ts';
import { clientsOf, commandOf, environmentOf, freePorts, startBeside, urlOf, type Ports } from './start.ts';

const program = join(import.meta.dirname, '../../dist/cli/main.js');

/** A message of the JSON document. */
interface Said {
  readonly code: string;
  readonly text: string;
}

/** What `--json` and `diagnosis.json` say of a server. */
export interface Diagnosed {
  readonly status: CaseRecord['status'];
  readonly findings: readonly (Pick<RecordedFinding, 'rule' | 'verb' | 'gain'> & {
    readonly title: Said;
    readonly because: Said;
    readonly expect: Said;
    readonly evidence: readonly { readonly label: string; readonly value: string | Said }[];
    readonly changes: readonly { readonly type: string; readonly what: Said; readonly text: string }[];
  })[];
}

/** What is sent besides the address and the path. */
export function requestWords({ request }: Pick<NamedCase, 'request'>): string[] {
  const { method, headers = {}, body } = request;
  return [
    ...(method === undefined ? [] : ['-m', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === undefined ? [] : ['-b', body]),
  ];
}

/** @param folder with its packages @throws Error where the doctor could not watch it */
export async function askDoctor(
  one: NamedCase,
  folder: string,
  seconds: number,
): Promise<Omit<CaseRecord, 'followed' | 'seen'>> {
  const ports = await freePorts();
  await using _ = await startBeside(one, folder, ports);
  const out = mkdtempSync(join(tmpdir(), 'chokepoint-case-'));
  try {
    const words = ['doctor', '--out', out, '-d', `${seconds}s`, '--start-timeout', '60s'];
    const load = ['--url', urlOf(one, ports), '-c', String(clientsOf(one)), ...requestWords(one)];
    const env = { ...environmentOf(one, ports), NO_COLOR: '1', COLUMNS: '120' };
    const command = commandOf(one, ports);
    const { stdout, stderr } = await askProgram([...words, ...load, '--', ...command], folder, env);
    const output = stdout || stderr;
    const file = join(out, 'diagnosis.json');
    if (!existsSync(file)) throw new Error(`the doctor has no answer:\n${output}`);
    const { diagnosis } = JSON.parse(readFileSync(file, 'utf8')) as { readonly diagnosis: Diagnosed };
    const clean = cleaner([folder, out], ports);
    return {
      node: process.versions.node,
      cpus: availableParallelism(),
      versions: versionsOf(folder),
      output: clean(output),
      ...answered(diagnosis, clean),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Asked {
  /** Part of the answer: 3 where it cannot tell. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly took: Milliseconds;
}

/** Asks the program as it is built here. */
export function askProgram(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Asked> {
  if (!existsSync(program)) throw new Error('npm run build first: the program of the package is asked');
  const begun = performance.now();
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: 240_000, maxBuffer: 1e8 };
    const child = execFile(process.execPath, [program, ...words], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr, took: performance.now() - begun }),
    );
  });
}

/** What a case keeps of a diagnosis, for `isRight`. */
export function answered(
  { status, findings }: Diagnosed,
  clean: (text: string) => string,
): Pick<CaseRecord, 'status' | 'finding' | 'isDisturbed'> {
  const [first] = findings;
  return {
    status,
    finding: recorded(first, clean),
    isDisturbed: first?.title.code === 'cpu-saturated.others.title',
  };
}

function recorded(
  finding: Diagnosed['findings'][number] | undefined,
  clean: (text: string) => string,
): RecordedFinding | null {
  if (!finding) return null;
  const { rule, verb, gain, title, because, expect, evidence, changes } = finding;
  return {
    rule,
    verb,
    title: clean(title.text),
    because: clean(because.text),
    evidence: evidence.map(({ label, value }) =>
      clean(`${label}: ${typeof value === 'string' ? value : value.text}`),
    ),
    changes: changes.map(({ type, what, text }) => ({ type, what: clean(what.text), text: clean(text) })),
    expect: clean(expect.text),
    gain,
  };
}

/** Where a folder lies differs on each machine, and so do numbers of processes and ports. */
function cleaner(folders: readonly string[], { own, beside }: Ports): (text: string) => string {
  return (text) => {
    let clean = text.replaceAll(process.execPath, 'node').replaceAll(`node ${program}`, 'chokepoint');
    for (const folder of folders) clean = clean.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
    return clean
      .replaceAll(String(own), '3000')
      .replaceAll(String(beside), '4000')
      .replaceAll(/\b(pid|process) \d+/g, '$1 4711')
      .replaceAll(/^.*report\.html.*$\n?/gm, '')
      .trim();
  };
}

function versionsOf(folder: string): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return dependencies;
}
