/** `--load` in words: `closed:32`, `closed:15x5`, `rate:200`, `poisson:200`, `ramp:10..500`, `batch:10x10`. */
import { loadSchema, type Load } from './plan.ts';
import { problem, type Problem } from './problem.ts';

/** @throws Problem LOAD_INVALID */
export function parseLoad(text: string): Load {
  const at = text.indexOf(':');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  const invalid = (why: string): Problem => problem('LOAD_INVALID', { value: text, why });
  if (at < 0) throw invalid('The kind and its number are parted by a colon.');
  const candidate = read(kind, rest);
  if (!candidate) throw invalid(`There is no load called "${kind}".`);
  const parsed = loadSchema.safeParse(candidate);
  if (!parsed.success) throw invalid(whyNot(kind, candidate));
  return parsed.data;
}

function read(kind: string, rest: string): Record<string, unknown> | null {
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

function whyNot(kind: string, candidate: Record<string, unknown>): string {
  const numbers = Object.values(candidate).filter((value) => typeof value === 'number');
  if (numbers.some(Number.isNaN)) return 'A number is missing, or is none.';
  if (kind === 'closed' || kind === 'batch')
    return 'It takes whole numbers from 1 up, and at most 5000 clients.';
  return 'A rate is a number of requests per second above 0.';
}
