/** One request to a server that is coming up: whether it answers at all, and with what. */
import type { IncomingMessage } from 'node:http';
import type { Request } from '../model/plan.ts';
import type { Milliseconds } from '../model/units.ts';

/** `status` null: no HTTP answer came, and `why` says in a few words what happened. */
export interface HttpAnswer {
  readonly status: number | null;
  readonly why: string;
  /** Target of a redirect, as the server wrote it. */
  readonly location?: string;
}

export const nobody = 'nothing listened there';
/** Longest time that the body is read; then it is cut off: an event stream has no end. */
const bodyTimeout: Milliseconds = 200;

export type AskedRequest = Pick<Request, 'url'> & Partial<Pick<Request, 'method' | 'headers' | 'body'>>;

/** Sends one request. Never rejects. @param timeout for the head of the answer */
export async function ask(
  { url, method = 'GET', headers = {}, body }: AskedRequest,
  timeout: Milliseconds,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { request: begin } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  return new Promise((resolve) => {
    const settle = (answer: HttpAnswer) => {
      clearTimeout(enough);
      resolve(answer);
      request.destroy();
    };
    let enough: NodeJS.Timeout | undefined;
    const late = AbortSignal.timeout(Math.ceil(timeout));
    const options = {
      agent: false,
      rejectUnauthorized: false,
      method,
      headers,
      signal: AbortSignal.any([signal, late]),
    } as const;
    const request = begin(url, options, (response: IncomingMessage) => {
      const { statusCode = 0, headers: told } = response;
      const { location } = told;
      const answer: HttpAnswer = {
        status: statusCode,
        why: `it answered ${statusCode}`,
        ...(location !== undefined && { location }),
      };
      // A short body is taken whole: a server may take an early end for an error.
      enough = setTimeout(() => settle(answer), bodyTimeout);
      const end = () => settle(answer);
      response.resume().once('error', end).once('end', end);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const why = late.aborted
        ? 'it took the connection, and did not answer'
        : error.code === 'ECONNREFUSED'
          ? nobody
          : error.message;
      settle({ status: null, why });
    });
    request.end(body);
  });
}
