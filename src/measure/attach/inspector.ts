/** A Node's inspector as it is needed here: found, asked once, and closed by what it was asked. */
import { Agent, get } from 'node:http';
import type { Clock } from '../../model/clock.ts';
import type { Milliseconds } from '../../model/units.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The inspector's own thread answers: the application's may be busy. */
const answerWithin: Milliseconds = 1000;
const longestAnswer = 1024 * 1024;

/** `127.0.0.1:9229`, `[::1]:9229` */
export function addressText({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The page's address of an inspector's target; null if what listens there is no inspector of Node, or is silent. */
export async function inspectorAt(address: Address): Promise<string | null> {
  const list = await json(address, '/json/list');
  const [first] = Array.isArray(list) ? (list as Partial<Record<string, unknown>>[]) : [];
  const url = first?.['webSocketDebuggerUrl'];
  if (first?.['type'] !== 'node' || typeof url !== 'string') return null;
  // The host in it is what the process was told to bind; the way there is the one that was found.
  return `ws://${addressText(address)}${new URL(url).pathname}`;
}

function json({ host, port }: Address, path: string): Promise<unknown> {
  return new Promise((resolve) => {
    // An agent of its own, so that no proxy of the environment comes between.
    const agent = new Agent();
    const request = get({ host, port, path, agent, timeout: answerWithin }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longestAnswer) request.destroy();
      });
      response.once('end', () => resolve(parsed(text)));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => {});
    request.once('close', () => {
      agent.destroy();
      resolve(null);
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Node loads its client at its first use: to be done while nothing is open yet. */
export function loadClient(): typeof WebSocket {
  return WebSocket;
}

/** What came of the first expression. */
export type Answer =
  | { readonly type: 'value'; readonly value: string }
  /** It was thrown. */
  | { readonly type: 'error'; readonly why: string }
  /** The connection ended without an answer: closing may be quicker than answering. */
  | { readonly type: 'none' }
  /** Nothing came in time; the expressions are on their way still, and will run once the main thread does. */
  | { readonly type: 'late' };

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: {
      readonly text: string;
      readonly exception?: { readonly description?: string };
    };
  };
}

/**
 * Sends the expressions at once, one behind the other, so that all of them run even if this process ends now, and
 * waits for the answer to the first; then the connection is closed.
 */
export async function evaluate(
  url: string,
  expressions: readonly string[],
  patience: Milliseconds,
  clock: Clock,
): Promise<Answer> {
  const socket = new WebSocket(url);
  const late = new AbortController();
  const answer = new Promise<Answer>((resolve) => {
    socket.addEventListener('open', () => {
      for (const [index, expression] of expressions.entries()) {
        const params = { expression, returnByValue: true, includeCommandLineAPI: true, silent: true };
        socket.send(JSON.stringify({ id: index + 1, method: 'Runtime.evaluate', params }));
      }
    });
    socket.addEventListener('message', ({ data }) => {
      const reply = (parsed(String(data)) ?? {}) as Reply;
      if (reply.id === 1) resolve(answerIn(reply));
    });
    for (const end of ['close', 'error']) socket.addEventListener(end, () => resolve({ type: 'none' }));
  });
  try {
    return await Promise.race([
      answer,
      clock.sleep(patience, late.signal).then(
        (): Answer => ({ type: 'late' }),
        (): Answer => ({ type: 'late' }),
      ),
    ]);
  } finally {
    late.abort();
    socket.close();
  }
}

function answerIn({ error, result }: Reply): Answer {
  const thrown = result?.exceptionDetails;
  if (error) return { type: 'error', why: error.message };
  if (thrown) return { type: 'error', why: thrown.exception?.description?.split('\n')[0] ?? thrown.text };
  return { type: 'value', value: String(result?.result?.value) };
}
