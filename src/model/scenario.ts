/** A scenario: several kinds of request with weights and checks, as a user writes them. */
import { requestSchema, type Request } from './plan.ts';
import { problem, reasonOf } from './problem.ts';

/** @throws Problem SCENARIO_INVALID */
export function parseScenario(text: string, file: string): Request[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw problem('SCENARIO_INVALID', {
      file,
      why: reasonOf(error),
    });
  }
  const parsed = requestSchema.array().min(1).safeParse(json);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues
    .map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
    .join('; ');
  throw problem('SCENARIO_INVALID', { file, why: `${why}.` });
}
