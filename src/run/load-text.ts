/** Reads `--load`: the load on a server, as a user writes it. */
import { loadSchema, type Load } from '../model/plan.ts';
import { message, type Message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';

/** @param given `32`, `closed:32`, `closed:15x5`, `rate:200`, `poisson:200`, `ramp:10..500`, `batch:10x10`. @throws Problem LOAD_INVALID */
export function parseLoad(given: string): Load {
  const text = /^\d+$/.test(given) ? `closed:${given}` : given;
  const at = text.indexOf(':');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  const invalid = (why: Message): Problem => problem('LOAD_INVALID', { value: text, why });
  if (at < 0) throw invalid(message('load.no-number'));
  const candidate = partsOf(kind, rest);
  if (!candidate) throw invalid(message('load.unknown-kind', { kind }));
  const parsed = loadSchema.safeParse(candidate);
  if (!parsed.success) throw invalid(whyNot(kind, candidate));
  return parsed.data;
}

function partsOf(kind: string, rest: string): Record<string, unknown> | null {
  const number = (part: string | undefined) =>
    part === undefined || part.trim() === '' ? NaN : Number(part);
  switch (kind) {
    case 'closed': {
      const [clients, requestsEach] = rest.split('x');
      return {
        kind,
        clients: number(clients),
        ...(requestsEach === undefined ? {} : { requestsEach: number(requestsEach) }),
      };
    }
    case 'batch': {
      const [size, batches] = rest.split('x');
      return { kind, size: number(size), batches: number(batches) };
    }
    case 'rate':
    case 'poisson':
      return { kind, perSecond: number(rest) };
    case 'ramp': {
      const [from, to] = rest.split('..');
      return { kind, from: number(from), to: number(to) };
    }
    default:
      return null;
  }
}

function whyNot(kind: string, candidate: Record<string, unknown>): Message {
  const numbers = Object.values(candidate).filter((value) => typeof value === 'number');
  if (numbers.some(Number.isNaN)) return message('load.number-missing');
  return message(kind === 'closed' || kind === 'batch' ? 'load.whole' : 'load.rate');
}
