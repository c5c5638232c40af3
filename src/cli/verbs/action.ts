/** `action FILE`: tells GitHub what a gate came to: annotation, summary and outputs of the job, comment of the pull request. */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { oneLine } from '../../format/printable.ts';
import { message, say, type Message } from '../../messages/message.ts';
import { exitCodes, problem, problemData, reasonOf } from '../../messages/problem.ts';
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
import { print } from '../output/terminal.ts';
import type { Milliseconds } from '../../model/units.ts';

/** Variables that GitHub's runner sets for each step, and those that action.yml adds. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Tells what a gate came to. The verdict is the exit code of the step before: what fails here is told, and changes nothing. */
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
  // A text with a line break or a space is no token, and fetch would repeat it in its error.
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

/** Prints a workflow command. Its text is escaped, so that it can begin no other one. */
function annotate(level: 'error' | 'warning' | 'notice', words: string): void {
  const text = oneLine(words).replaceAll('%', '%25').replaceAll('##[', '## [');
  if (text !== '') print(`::${level} title=chokepoint::${text}`);
}

interface PullRequest {
  /** Address of the API: `https://api.github.com`. */
  readonly api: string;
  /** `owner/name` */
  readonly repository: string;
  readonly number: number;
  /** The token of the job. It goes into one header of requests to `api`, and nowhere else. */
  readonly token: string;
}

/** What was done with the comment, or why nothing was. */
type Commented = { readonly did: 'created' | 'edited' } | { readonly did: 'nothing'; readonly why: Message };

/** Longest time for one request: a job waits for it. */
const timeout: Milliseconds = 15_000;
const pageSize = 100;
/** Most pages of comments that are searched: three thousand comments. */
const mostPages = 30;
/** The author of comments that a job's own token writes. Anybody may write the marker into a comment of theirs. */
const author = 'github-actions[bot]';

/**
 * Edits the comment that begins with the marker, or writes the first one. Never throws for what the API says or does not say:
 * a gate has its verdict whatever becomes of the comment.
 * @param marker an HTML comment: the first line of `body`
 */
async function keepComment(pull: PullRequest, marker: string, body: string): Promise<Commented> {
  if (!isTrusted(pull.api)) return { did: 'nothing', why: message('action.address') };
  try {
    const found = await findComment(pull, marker);
    if (found !== null) {
      const edited = await ask(pull, `/issues/comments/${found}`, { method: 'PATCH', body });
      // Somebody has removed the comment since.
      if (edited.status !== 404) return told(edited, 'edited');
    }
    return told(await ask(pull, `/issues/${pull.number}/comments`, { method: 'POST', body }), 'created');
  } catch (error) {
    if (error instanceof RefusedByApi) return { did: 'nothing', why: error.why };
    const { cause = error } = error as Error;
    return { did: 'nothing', why: message('action.unreachable', { reason: reasonOf(cause) }) };
  }
}

/** Thrown for an answer of the API that is no success. */
class RefusedByApi extends Error {
  override readonly name = 'Refused';
  readonly why: Message;

  constructor(response: Response) {
    super(`status ${response.status}`);
    this.why = whyOf(response);
  }
}

/** Whether a token may be sent there: nobody can read it on the way. */
function isTrusted(api: string): boolean {
  if (!URL.canParse(api)) return false;
  const { protocol, hostname } = new URL(api);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

interface Comment {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: { readonly login?: string } | null;
}

async function findComment(pull: PullRequest, marker: string): Promise<number | null> {
  for (let page = 1; page <= mostPages; page++) {
    const path = `/issues/${pull.number}/comments?per_page=${pageSize}&page=${page}`;
    const response = await ask(pull, path, { method: 'GET' });
    if (!response.ok) throw new RefusedByApi(response);
    const comments = (await response.json()) as readonly Comment[];
    const own = comments.find(({ body, user }) => user?.login === author && body?.startsWith(marker));
    if (own && Number.isSafeInteger(own.id)) return own.id;
    if (comments.length < pageSize) return null;
  }
  return null;
}

interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly body?: string;
}

function ask(
  { api, repository, token }: PullRequest,
  path: string,
  { method, body }: ApiRequest,
): Promise<Response> {
  return fetch(`${api.replace(/\/$/, '')}/repos/${repository}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'chokepoint',
      'x-github-api-version': '2022-11-28',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
    // The API has no reason to send a token elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
}

function told(response: Response, did: 'created' | 'edited'): Commented {
  return response.ok ? { did } : { did: 'nothing', why: whyOf(response) };
}

/** A rate limit is a 429, or a 403 with one of two headers (docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api). */
function whyOf({ status, headers }: Response): Message {
  const wait = headers.get('retry-after');
  const isLimited = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
  if (isLimited || (status === 403 && wait !== null))
    return message('action.limited', {
      status,
      seconds: wait !== null && /^\d+$/.test(wait) ? Number(wait) : null,
    });
  // A token that may not write to something is told that it does not exist.
  if (status === 401 || status === 403 || status === 404) return message('action.refused', { status });
  return message('action.answered', { status });
}
