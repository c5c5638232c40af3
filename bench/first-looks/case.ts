/** A first look of this checkout at a server of docs/cases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered, askProgram, requestWords, type Diagnosed } from '../cases/ask-doctor.ts';
import { isRight, type NamedCase } from '../cases/case.ts';
import { installed } from '../cases/install.ts';
import { commandOf, environmentOf, freePorts, startBeside } from '../cases/start.ts';
import type { FirstLookRecord } from './records.ts';

/** Of the JSON document; a problem where there is no diagnosis. */
interface Document {
  readonly problem?: { readonly code: string; readonly what: string };
  readonly diagnosis?: Diagnosed;
  readonly proof?: {
    readonly verdict: string;
    readonly setting: Readonly<Record<string, unknown>>;
    readonly ratio: { readonly value: number; readonly low: number; readonly high: number } | null;
    readonly because: { readonly text: string } | null;
  } | null;
}

interface Look {
  readonly code: number;
  readonly took: number;
  readonly said: Document;
}

/** Without another word; where the case asks for something else than `GET /`, with its request after that. */
export async function lookAtCase(one: NamedCase): Promise<FirstLookRecord> {
  const folder = await installed(one);
  const { path } = one.request;
  const words = [...(path === '/' ? [] : ['--path', path]), ...requestWords(one)];
  const bare = await look(one, folder, []);
  const said = words.length === 0 ? bare : await look(one, folder, words);
  return recorded(one, said, words, bare, folder);
}

async function look(one: NamedCase, folder: string, words: readonly string[]): Promise<Look> {
  const ports = await freePorts();
  await using _ = await startBeside(one, folder, ports);
  const out = mkdtempSync(join(tmpdir(), 'chokepoint-look-'));
  try {
    const places = ['--out', join(out, 'report'), '--store', join(out, 'runs.db')];
    const own = ['--json', ...places, '--start-timeout', '60s', ...words, '--', ...commandOf(one, ports)];
    const env = { ...environmentOf(one, ports), CI: 'true' };
    const { code, took, stdout } = await askProgram(own, folder, env);
    return { code, took, said: stdout === '' ? {} : (JSON.parse(stdout) as Document) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function recorded(
  one: NamedCase,
  { code, took, said }: Look,
  words: string[],
  bare: Look,
  folder: string,
): FirstLookRecord {
  const { diagnosis, proof, problem } = said;
  // Where a folder lies differs on each machine.
  const clean = (text: string) => text.replaceAll(`${folder}/`, '');
  const answer = diagnosis && answered(diagnosis, clean);
  return {
    name: one.name,
    words,
    bare: { code: bare.code, took: Math.round(bare.took), problem: bare.said.problem?.code ?? null },
    code,
    word: answer?.isDisturbed ? 'disturbed' : answer && isKnown(one, answer) ? 'as known' : 'other',
    found: answer?.finding?.rule ?? answer?.status ?? problem?.code ?? 'nothing',
    title: answer?.finding?.title ?? problem?.what ?? '',
    proof: proof ? proofText(proof) : '',
    took: Math.round(took),
  };
}

function isKnown(one: NamedCase, answer: ReturnType<typeof answered>): boolean {
  const isOfKnee = one.person.atKnee?.some((rule) => rule === answer.finding?.rule) ?? false;
  return isOfKnee || isRight(one, answer) === true;
}

function proofText({ verdict, setting, ratio, because }: NonNullable<Document['proof']>): string {
  const name = Object.entries(setting)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(' ');
  const interval = ratio && ` ${ratio.value.toFixed(2)}× (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`;
  return `${name}:${interval ?? ''} ${verdict}${because ? `: ${because.text}` : ''}`;
}
