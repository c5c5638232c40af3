/** `--resume`: a stored run with the secrets that no store keeps, given again on the command line. */
import { verbToResume, type Level, type Plan, type Request } from '../../model/plan.ts';
import { message } from '../../messages/message.ts';
import { problem, reason } from '../../messages/problem.ts';
import { redactPlan } from '../../redact/redact-plan.ts';
import type { StoredRun } from '../../store/store.ts';
import type { Arguments } from './parse.ts';
import { secretOptions } from './table.ts';
import { requestHeaders } from './request-headers.ts';
import { addressOf, bodyOf, factors, scenario } from './sweep.ts';

/** @throws Problem RUN_NOT_RESUMABLE if no verb goes on with the run, or another one does */
export function requireResumable(
  { head: { id }, plan }: Pick<StoredRun, 'head' | 'plan'>,
  asked: string,
): void {
  // The base was checked out for one run, and the working tree may be another by now. `gate` has no --resume to name.
  if (plan.strategy.kind === 'gate') throw problem('RUN_NOT_RESUMABLE', { id, ...reason('resume.gate') });
  const verb = verbToResume(plan);
  if (verb !== asked)
    throw problem('RUN_NOT_RESUMABLE', { id, ...reason('resume.other-verb', { verb, id }) });
}

/**
 * @returns the run as it is to be gone on with: its plan has the secrets
 * @throws Problem SECRETS_NEEDED, RUN_NOT_RESUMABLE, OPTION_INVALID
 */
export function withSecrets(run: StoredRun, args: Arguments): StoredRun {
  const { lost } = redactPlan(run.plan).secrets;
  if (lost.length === 0) {
    requireAlone(args);
    return run;
  }
  const plan = filled(run.plan, args);
  const missing = redactPlan(plan).secrets.lost;
  if (missing.length > 0) {
    const todo = message('resume.secrets', { id: run.head.id, lost });
    throw problem('SECRETS_NEEDED', { names: missing.join(', '), todo });
  }
  if (JSON.stringify(redactPlan(plan).plan) === JSON.stringify(run.plan)) return { ...run, plan };
  throw problem('RUN_NOT_RESUMABLE', { id: run.head.id, ...reason('resume.other-plan', { lost }) });
}

/** A run without secrets has its plan: whatever else is given would be ignored. @throws Problem OPTIONS_EXCLUSIVE */
function requireAlone({ values, command }: Arguments): void {
  const other = secretOptions.find((name) => values[name] !== undefined);
  if (other === undefined && command.length === 0) return;
  const given = other === undefined ? command.join(' ') : `--${other}`;
  throw problem('OPTIONS_EXCLUSIVE', { option: '--resume', other: given, ...reason('conflict.resume') });
}

function filled(plan: Plan, args: Arguments): Plan {
  const { values, command, faults } = args;
  const { subject } = plan;
  const varied = factors(args);
  faults.end();
  const given = new Map(varied.map(({ key, levels }) => [key, levels]));
  const level = (key: string, shown: Level): Level => {
    const levels = plan.factors.find((factor) => factor.key === key)?.levels ?? [];
    return given.get(key)?.[levels.indexOf(shown)] ?? shown;
  };
  const requests = requestsOf(values);
  return {
    ...plan,
    ...(values.generator && { generators: [...values.generator] }),
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
  const { body, header = [] } = values;
  const url = addressOf(values);
  const whole = values.scenario === undefined ? null : scenario(values.scenario);
  const { headers } = requestHeaders(header);
  const content = body === undefined ? {} : { body: bodyOf(body).body };
  return (stored) =>
    whole ??
    stored.map((request) => ({
      ...request,
      url: url ?? request.url,
      headers: withValues(request.headers, headers),
      ...content,
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
