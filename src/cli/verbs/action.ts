/** `action FILE`: tells GitHub what a gate came to: annotation, summary and outputs of the job, comment of the pull request. */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { oneLine } from '../../format/printable.ts';
import { message, say, type Message } from '../../messages/message.ts';
import { exitCodes, problem, problemData } from '../../messages/problem.ts';
import {
  failureSummary,
  gateComment,
  gateVerdict,
  runOf,
  type GateDocument,
} from '../../report/formats/comment.ts';
import { markdown } from '../../report/report.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { whyUnread } from '../options/read-input.ts';
import { keepComment } from '../output/pull-request.ts';
import { print } from '../output/terminal.ts';

/** What the runner of GitHub says to each step, and what action.yml adds. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The verdict is the exit code of the step before: whatever fails here is told, and changes nothing. */
export async function action({ words: [file = ''] }: Arguments): Promise<Work> {
  return async () => {
    const env: Environment = process.env;
    const document = read(file);
    const verdict = gateVerdict(document);
    annotate(verdict === 'fail' ? 'error' : verdict === 'pass' ? 'notice' : 'warning', sentenceOf(document));
    append(env['GITHUB_OUTPUT'], `verdict=${verdict}\n`);
    const run = runOf(document);
    const figures = run ? markdown(run) : '';
    append(
      env['GITHUB_STEP_SUMMARY'],
      [failureSummary(document), figures].filter((part) => part !== '').join('\n'),
    );
    const [level, said] = await comment(document, env);
    annotate(level, say(said));
    return exitCodes.fine;
  };
}

function read(file: string): GateDocument {
  try {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof document === 'object' && document !== null) return document;
    throw new TypeError('it is no object');
  } catch (error) {
    return { problem: problemData(problem('GATE_WITHOUT_RESULT', { file, why: whyUnread(error) })) };
  }
}

function sentenceOf({ gate, problem: failure }: GateDocument): string {
  return failure ? `${failure.what} ${failure.why} [${failure.code}]` : gate ? say(gate.sentence) : '';
}

async function comment(
  document: GateDocument,
  env: Environment,
): Promise<readonly ['notice' | 'warning', Message]> {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_TOKEN: token = '', GATE_PULL: pull = '' } = env;
  if (!/^[1-9]\d*$/.test(pull) || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    return ['notice', message('action.no-pull')];
  // One with a line break or a space is none, and fetch would repeat it in its error.
  if (!/^[\x21-\x7E]+$/.test(token)) return ['notice', message('action.no-token')];
  const { GITHUB_WORKFLOW: workflow, GITHUB_JOB: job, GATE_NAME: name = '', GATE_COMMIT: commit = '' } = env;
  const key = createHash('sha256')
    .update(JSON.stringify([workflow, job, name]))
    .digest('hex')
    .slice(0, 16);
  const marker = `<!-- chokepoint gate ${key} -->`;
  const number = Number(pull);
  const head = /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  const api = env['GITHUB_API_URL'] ?? '';
  const body = gateComment(document, { marker, name, commit: head, url: pageOf(repository, env) });
  const done = await keepComment({ api, repository, number, token }, marker, body);
  return done.did === 'nothing'
    ? ['warning', message('action.not-commented', { why: done.why })]
    : ['notice', message('action.commented', { isNew: done.did === 'created', number })];
}

/** The page of the job's run, which has its summary and the report. */
function pageOf(
  repository: string,
  { GITHUB_SERVER_URL: server = '', GITHUB_RUN_ID: run = '' }: Environment,
): string | null {
  return /^https?:\/\/[\w.:-]+$/.test(server) && /^\d+$/.test(run)
    ? `${server}/${repository}/actions/runs/${run}`
    : null;
}

function append(file: string | undefined, text: string): void {
  if (file && text !== '') appendFileSync(file, text);
}

/** A command of the log, whose text can begin no other one. */
function annotate(level: 'error' | 'warning' | 'notice', words: string): void {
  const text = oneLine(words).replaceAll('%', '%25').replaceAll('##[', '## [');
  if (text !== '') print(`::${level} title=chokepoint::${text}`);
}
