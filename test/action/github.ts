/** As much of GitHub's API as the comment of a pull request needs: a real server, whose comments live as long as it does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serving } from '../kit/localhost.ts';

export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

export interface Api extends AsyncDisposable {
  readonly url: string;
  readonly comments: Comment[];
  /** `METHOD path` of each request. */
  readonly asked: readonly string[];
  /** Authorization headers that were sent. */
  readonly authorizations: readonly string[];
}

export const token = 'ghs_PlantedTokenOfTheJob0123456789abcdef';
export const own = 'github-actions[bot]';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Behaviour {
  readonly comments?: readonly { readonly login: string; readonly body: string }[];
  /** What is answered instead; null: what GitHub would. */
  readonly instead?: (request: string) => Answer | null;
}

export async function githubApi({
  comments: first = [],
  instead = () => null,
}: Behaviour = {}): Promise<Api> {
  const asked: string[] = [];
  const authorizations: string[] = [];
  const comments = first.map(({ login, body }, i): Comment => ({ id: 1000 + i, user: { login }, body }));
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    authorizations.push(request.headers.authorization ?? '');
    const other = instead(line);
    if (other) return other;
    if (request.headers.authorization !== `Bearer ${token}`) return { status: 401 };
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const ofPull = url.pathname === '/repos/someone/shop/issues/7/comments';
    const [, id] = /^\/repos\/someone\/shop\/issues\/comments\/(\d+)$/.exec(url.pathname) ?? [];
    if (request.method === 'GET' && ofPull) {
      const [size, page] = ['per_page', 'page'].map((name) => Number(url.searchParams.get(name)));
      const from = ((page ?? 1) - 1) * (size ?? 30);
      return { status: 200, body: JSON.stringify(comments.slice(from, from + (size ?? 30))) };
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { body } = JSON.parse(text) as { body: string };
    if (request.method === 'POST' && ofPull) {
      const made = { id: 2000 + comments.length, user: { login: own }, body };
      comments.push(made);
      return { status: 201, body: JSON.stringify(made) };
    }
    const found = comments.find((one) => String(one.id) === id);
    if (request.method !== 'PATCH' || !found) return { status: 404 };
    found.body = body;
    return { status: 200, body: JSON.stringify(found) };
  };
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers = {}, body = '{}' } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(body);
  };
  const server = await serving((request, response) => void reply(request, response));
  return {
    url: new URL(server.url).origin,
    comments,
    asked,
    authorizations,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
