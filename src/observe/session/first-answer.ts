/** The answer of a server that has come up, before any load is sent to it: an error of a path is no work to be measured. */
import { problem } from '../../messages/problem.ts';
import type { FirstAnswer } from '../../model/approach.ts';
import type { Request } from '../../model/plan.ts';
import type { Milliseconds } from '../../model/units.ts';
import { ask } from '../../server/ask.ts';
import { isRight, refusal } from '../../server/find-address.ts';
import { endpointOf } from '../../format/address.ts';
import type { RunningServer } from '../../server/server.ts';

/** Longest wait for the first answer: a first page may be rendered, or fetched, for a while. */
const timeout: Milliseconds = 10_000;

/**
 * @param request the request as it will be sent, with the port that was found
 * @throws Problem PATH_REFUSED for an answer that the request does not expect, NO_ANSWER for none
 */
export async function firstAnswer(
  server: Pick<RunningServer, 'listeners'>,
  request: Request,
  signal: AbortSignal,
): Promise<Omit<FirstAnswer, 'readyAfter'>> {
  const { origin, pathname } = new URL(request.url);
  const { method } = request;
  const answer = await ask(request, timeout, signal);
  signal.throwIfAborted();
  if (answer.status === null)
    throw problem('NO_ANSWER', { sent: 1, kinds: answer.why, url: `${origin}${pathname}` });
  if (!isRight(answer, request)) throw refusal(answer, origin, request);
  const { location: told = '' } = answer;
  const location = told === '' ? null : (URL.parse(told, request.url)?.pathname ?? null);
  return {
    origin,
    method,
    path: pathname,
    status: answer.status,
    location,
    ...socketsOf(server, request.url),
  };
}

/** Longest wait for the answer of a running server, which may be slow: then the watch shows why. */
const rightAnswerTimeout: Milliseconds = 2000;

/** Checks a running server: it may be slow, but one that answers wrongly gets no load. @throws Problem PATH_REFUSED */
export async function requireRightAnswer(request: Request, signal: AbortSignal): Promise<void> {
  const answer = await ask(request, rightAnswerTimeout, signal);
  if (answer.status !== null && !isRight(answer, request))
    throw refusal(answer, new URL(request.url).origin, request);
}

/** Finds the process that listens at the port of the address, and the other ports of the same server. */
function socketsOf(server: Pick<RunningServer, 'listeners'>, url: string) {
  const { port } = endpointOf(url);
  const open = server.listeners();
  const others = new Set(open.flatMap((one) => (one.port === port ? [] : [one.port])));
  return { pid: open.find((one) => one.port === port)?.pid ?? null, otherPorts: [...others] };
}
