/**
 * Runs the steps of action.yml as the runner of GitHub does: its YAML is read, expressions become variables, and each `run` is
 * given to bash as it stands there. Only what these steps use of the expressions is known here; another one fails.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { finished, root, type Finished } from '../cli/chokepoint.ts';
import type { EmptyPlace } from '../kit/place.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const file = join(root, 'action.yml');
export const action = parse(readFileSync(file, 'utf8')) as Action;

type Outputs = Readonly<Record<string, string>>;

export interface Job {
  /** Where the repository of the user is checked out. */
  readonly workspace: string;
  /** The runner's own folder. */
  readonly temp: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The number of the pull request; null: it is none. */
  readonly pull: number | null;
  readonly api: string;
  /** That of the job. */
  readonly token: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where the action itself is checked out. */
  readonly home?: string;
  /** Only these steps; what the others have put out is given. */
  readonly only?: readonly string[];
  readonly given?: Readonly<Record<string, Outputs>>;
}

export interface JobResult {
  /** Of the first step that failed, else 0. */
  readonly code: number;
  readonly steps: Readonly<Record<string, Finished>>;
  readonly outputs: Outputs;
  readonly summary: string;
}

const sha = '0123456789abcdef0123456789abcdef01234567';

/** @returns the folders that a runner has, in a place */
export function runnerFolders({ folder }: EmptyPlace): Pick<Job, 'workspace' | 'temp'> {
  const folders = { workspace: join(folder, 'workspace'), temp: join(folder, 'temp') };
  for (const path of Object.values(folders)) mkdirSync(path);
  return folders;
}

export async function runAction(job: Job): Promise<JobResult> {
  const { workspace, temp, only, given = {}, home = root } = job;
  const outputs: Record<string, Outputs> = { ...given };
  const inputs: Record<string, string> = {};
  const context = { inputs, outputs, pull: job.pull, token: job.token, temp };
  for (const [name, { default: value = '' }] of Object.entries(action.inputs))
    inputs[name] = job.inputs[name] ?? expanded(value, context);
  const steps: Record<string, Finished> = {};
  let code = 0;
  let summary = '';
  for (const [index, step] of action.runs.steps.entries()) {
    const id = step.id ?? `step-${index}`;
    if (step.run === undefined || (only && !only.includes(id))) continue;
    const { if: condition = 'success()' } = step;
    if (code !== 0 && !condition.includes('!cancelled()')) continue;
    if (evaluate(condition.replace(/^\$\{\{|\}\}$/g, '').trim(), context) === '') continue;
    const folder = join(temp, `_runner-${id}`);
    mkdirSync(folder);
    const files = { output: join(folder, 'output'), summary: join(folder, 'summary') };
    for (const path of Object.values(files)) writeFileSync(path, '');
    const script = join(folder, 'script.sh');
    writeFileSync(script, step.run);
    const values = Object.entries(step.env ?? {}).map(([name, text]) => [name, expanded(text, context)]);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: resolve(workspace, expanded(step['working-directory'] ?? '.', context)),
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        HOME: temp,
        NO_COLOR: '1',
        CHOKEPOINT_LANG: 'en',
        GITHUB_ACTION_PATH: home,
        GITHUB_API_URL: job.api,
        GITHUB_ENV: '/dev/null',
        GITHUB_JOB: 'http-files',
        GITHUB_OUTPUT: files.output,
        GITHUB_PATH: '/dev/null',
        GITHUB_REPOSITORY: 'someone/shop',
        GITHUB_RUN_ID: '4711',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_STATE: '/dev/null',
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: job.token,
        ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:1/',
        ACTIONS_RUNTIME_TOKEN: job.token,
        ACTIONS_RUNTIME_URL: 'http://127.0.0.1:1/',
        ACTIONS_RESULTS_URL: 'http://127.0.0.1:1/',
        GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_WORKFLOW: 'gate',
        RUNNER_TEMP: temp,
        RUNNER_TOOL_CACHE: temp,
        ...job.env,
        ...Object.fromEntries(values),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    steps[id] = await finished(child);
    code ||= steps[id].code ?? 1;
    const lines = readFileSync(files.output, 'utf8').split('\n').filter(Boolean);
    outputs[id] = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    summary += readFileSync(files.summary, 'utf8');
  }
  const told = Object.entries(action.outputs).map(([name, { value }]) => [name, expanded(value, context)]);
  return { code, steps, outputs: Object.fromEntries(told), summary };
}

interface Context {
  readonly inputs: Outputs;
  readonly outputs: Readonly<Record<string, Outputs>>;
  readonly pull: number | null;
  readonly token: string;
  readonly temp: string;
}

const expanded = (text: string, context: Context) =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression.trim(), context));

/** @returns the text of an expression; empty for what is false */
function evaluate(expression: string, context: Context): string {
  const either = expression.split('||').map((part) => part.trim());
  if (either.length > 1)
    return either.map((part) => evaluate(part, context)).find((text) => text !== '') ?? '';
  const all = expression.split('&&').map((part) => part.trim());
  if (all.length > 1) return all.every((part) => evaluate(part, context) !== '') ? 'true' : '';
  const [, compared] = /^(\S+) != ''$/.exec(expression) ?? [];
  if (compared !== undefined) return evaluate(compared, context);
  const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
  if (input !== undefined) return context.inputs[input] ?? unknown(expression);
  const [, step = '', output = ''] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
  if (step !== '') return context.outputs[step]?.[output] ?? '';
  switch (expression) {
    case 'success()':
    case '!cancelled()':
      return 'true';
    case 'github.event.pull_request.number':
      return context.pull === null ? '' : String(context.pull);
    case 'github.event.pull_request.head.sha':
      return context.pull === null ? '' : sha;
    case 'github.sha':
      return sha;
    case 'runner.temp':
      return context.temp;
    case 'github.token':
      return context.token;
    default:
      return unknown(expression);
  }
}

function unknown(expression: string): never {
  throw new Error(`the test does not know the expression ${expression}`);
}
