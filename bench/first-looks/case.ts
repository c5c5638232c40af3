/** A first look of this checkout at a server of docs/cases. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NamedCase } from '../cases/case.ts';
import { installed } from '../cases/install.ts';
import { commandOf, environmentOf, freePorts, startBeside, type Ports } from '../cases/start.ts';
import type { FirstLookRecord } from './records.ts';

const program = join(import.meta.dirname, '../../dist/cli/main.js');

interface Said {
  readonly code: string;
  readonly text: string;
}

/** Of the JSON document; a problem where there is no diagnosis. */
interface Document {
  readonly problem?: { readonly code: string; readonly message: string };
  readonly diagnosis?: {
    readonly status: string;
    readonly findings: readonly {
      readonly rule: string;
      readonly title: Said;
      readonly because: Said;
      readonly evidence: readonly { readonly label: string; readonly value: string | Said }[];
      readonly changes: readonly { readonly what: Said }[];
    }[];
  };
  readonly proof?: {
    readonly verdict: string;
    readonly setting: Readonly<Record<string, unknown>>;
    readonly ratio: { readonly value: number; readonly low: number; readonly high: number } | null;
  } | null;
}

interface Look {
  readonly code: number;
  readonly took: number;
  readonly said: Document;
}

/** Without another word; where the case asks for something else than `GET /`, with its request after that. */
export async function lookAtCase(one: NamedCase): Promise<FirstLookRecord> {
  if (!existsSync(program)) throw new Error('npm run build first: the command of the package is asked');
  const folder = await installed(one);
  const words = requestWords(one);
  const bare = await look(one, folder, []);
  if (words.length === 0) return recorded(one, bare, words, bare, folder);
  return recorded(one, await look(one, folder, words), words, bare, folder);
}

function requestWords({ request }: NamedCase): string[] {
  const { path, method, headers = {}, body } = request;
  return [
    ...(path === '/' ? [] : ['--path', path]),
    ...(method === undefined ? [] : ['-m', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === undefined ? [] : ['-b', body]),
  ];
}

async function look(one: NamedCase, folder: string, words: readonly string[]): Promise<Look> {
  const ports = await freePorts();
  await using _ = await startBeside(one, folder, ports);
  const out = mkdtempSync(join(tmpdir(), 'chokepoint-look-'));
  try {
    const own = [
      '--json',
      '--out',
      join(out, 'report'),
      '--store',
      join(out, 'runs.db'),
      '--start-timeout',
      '60s',
    ];
    return await asked([program, ...own, ...words, '--', ...commandOf(one, ports)], one, folder, ports);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function asked(args: string[], one: NamedCase, cwd: string, ports: Ports): Promise<Look> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const env = { ...environmentOf(one, ports), CI: 'true' };
    const child = execFile(
      process.execPath,
      args,
      { cwd, env, timeout: 240_000, maxBuffer: 1e8 },
      (_error, stdout) =>
        resolve({
          code: child.exitCode ?? -1,
          took: performance.now() - begun,
          said: stdout === '' ? {} : (JSON.parse(stdout) as Document),
        }),
    );
  });
}

function recorded(
  one: NamedCase,
  { code, took, said }: Look,
  words: string[],
  bare: Look,
  folder: string,
): FirstLookRecord {
  const { diagnosis, proof, problem } = said;
  const [finding] = diagnosis?.findings ?? [];
  const isOfOthers = finding?.title.code === 'cpu-saturated.others.title';
  return {
    name: one.name,
    words,
    bare: { code: bare.code, took: Math.round(bare.took), problem: bare.said.problem?.code ?? null },
    code,
    word: isOfOthers ? 'disturbed' : isKnown(one, said) ? 'as known' : 'other',
    found: finding?.rule ?? diagnosis?.status ?? problem?.code ?? 'nothing',
    // Where a folder lies differs on each machine.
    title: (finding?.title.text ?? problem?.message ?? '').replaceAll(`${folder}/`, ''),
    proof: proof ? proofText(proof) : '',
    took: Math.round(took),
  };
}

function isKnown({ person }: NamedCase, { diagnosis }: Document): boolean {
  const [finding] = diagnosis?.findings ?? [];
  if (person.rules.length === 0) return diagnosis?.status === 'healthy';
  if (!finding) return false;
  if (person.atKnee?.some((rule) => rule === finding.rule)) return true;
  const text = [
    finding.title.text,
    finding.because.text,
    ...finding.evidence.map(
      ({ label, value }) => `${label}: ${typeof value === 'string' ? value : value.text}`,
    ),
    ...finding.changes.map(({ what }) => what.text),
  ].join('\n');
  return person.rules.some((rule) => rule === finding.rule) && (person.names?.test(text) ?? true);
}

function proofText({ verdict, setting, ratio }: NonNullable<Document['proof']>): string {
  const name = Object.entries(setting)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(' ');
  const interval = ratio && ` ${ratio.value.toFixed(2)}× (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`;
  return `${name}:${interval ?? ''} ${verdict}`;
}
