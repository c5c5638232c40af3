/** `--resume`: a stored run with the secrets that no store keeps, given again on the command line. */
import type { Level, Plan, Request } from '../../model/plan.ts';
import { problem } from '../../model/problem.ts';
import { redactPlan } from '../../model/redact/redact-plan.ts';
import type { StoredRun } from '../../store/store.ts';
import { commonOptions, resumeOptions, type Arguments, type OptionName } from './table.ts';
import { requestHeaders } from './request-headers.ts';
import { factors, readBody, scenario } from './sweep.ts';

/** What may hold secrets. */
const again: readonly OptionName[] = ['header', 'url', 'body', 'vary', 'scenario'];

/** Before any store is opened. @throws Problem OPTION_INVALID */
export function requireResumeAlone(args: Arguments): void {
  requireAlone(args, again);
}

/**
 * @returns the run as it is to be gone on with: its plan has the secrets
 * @throws Problem SECRETS_NEEDED, RUN_NOT_RESUMABLE, OPTION_INVALID
 */
export function withSecrets(run: StoredRun, args: Arguments): StoredRun {
  const { lost } = redactPlan(run.plan).secrets;
  if (lost.length === 0) requireAlone(args, []);
  if (lost.length === 0) return run;
  const plan = filled(run.plan, args);
  const missing = redactPlan(plan).secrets.lost;
  if (missing.length > 0) {
    throw problem('SECRETS_NEEDED', {
      names: missing.join(', '),
      todo: `Give them again as they were: --resume ${run.head.id} ${lost.join(' ')}`,
    });
  }
  if (JSON.stringify(redactPlan(plan).plan) === JSON.stringify(run.plan)) return { ...run, plan };
  throw problem('RUN_NOT_RESUMABLE', {
    id: run.head.id,
    why: 'What was given with --resume is not what the run was begun with.',
    todo: `Give the same as then, with its secrets: ${lost.join(' ')}`,
  });
}

/** A stored run has its plan: whatever else is asked for would be passed over. @throws Problem OPTION_INVALID */
function requireAlone({ values, command, words }: Arguments, besides: readonly OptionName[]): void {
  const fits = new Set<OptionName>([...resumeOptions, ...besides, ...commonOptions]);
  const other = (Object.keys(values) as OptionName[]).find((name) => !fits.has(name));
  const rest = besides.length > 0 ? words : [...words, ...command];
  const given = other === undefined ? rest[0] : `--${other}`;
  if (given === undefined) return;
  throw problem('OPTION_INVALID', {
    option: '--resume',
    value: given,
    why: 'A resumed run goes on with the plan that it was begun with.',
    todo: 'Leave the rest out, or start a new run without --resume.',
  });
}

function filled(plan: Plan, { values, command }: Arguments): Plan {
  const { subject } = plan;
  const varied = factors(values.vary ?? []);
  const given = new Map(varied.map(({ key, levels }) => [key, levels]));
  const level = (key: string, shown: Level): Level => {
    const levels = plan.factors.find((factor) => factor.key === key)?.levels ?? [];
    return given.get(key)?.[levels.indexOf(shown)] ?? shown;
  };
  const requests = requestsOf(values);
  return {
    ...plan,
    subject:
      subject.kind === 'command' && command.length > 0 ? { ...subject, command: [...command] } : subject,
    factors: [
      // What is given besides would be passed over: so the plan becomes another one, and is refused.
      ...varied
        .filter(
          ({ key, levels }) => plan.factors.find((one) => one.key === key)?.levels.length !== levels.length,
        )
        .map(({ key, levels }) => ({ key, levels: [...levels] })),
      ...plan.factors.map(({ key, levels }) => ({ key, levels: levels.map((one) => level(key, one)) })),
    ],
    cells: plan.cells.map((cell) => ({
      ...cell,
      setting: Object.fromEntries(Object.entries(cell.setting).map(([key, one]) => [key, level(key, one)])),
      requests: requests(cell.requests),
    })),
  };
}

/** What the options say of the requests, put in where the run has only a mask. */
function requestsOf(values: Arguments['values']): (stored: Request[]) => Request[] {
  const { url, body, header = [] } = values;
  const whole = values.scenario === undefined ? null : scenario(values.scenario, values);
  const { headers } = requestHeaders(header);
  const text = body?.startsWith('@') ? readBody(body.slice(1)) : body;
  return (stored) =>
    whole ??
    stored.map((request) => ({
      ...request,
      url: url ?? request.url,
      headers: withValues(request.headers, headers),
      ...(text !== undefined && { body: text }),
    }));
}

/** The stored headers with the given values, and those that are given besides. */
function withValues(
  stored: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Map(Object.keys(stored).map((name) => [name.toLowerCase(), name]));
  const renamed = Object.entries(given).map(([name, value]) => [
    names.get(name.toLowerCase()) ?? name,
    value,
  ]);
  return { ...stored, ...Object.fromEntries(renamed) };
}
