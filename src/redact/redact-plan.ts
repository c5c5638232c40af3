/**
 * A plan as it is shown and stored: with the names of its secrets, and without their values. Only the plan in the memory of the
 * process that runs it has the values. To redact a plan again changes nothing.
 */
import { message } from '../messages/message.ts';
import {
  describeSetting,
  type Cell,
  type Level,
  type Plan,
  type Request,
  type Search,
  type Setting,
} from '../model/plan.ts';
import { isToBeFound } from '../format/address.ts';
import { Problem, problem } from '../messages/problem.ts';
import { quoted } from '../messages/shell.ts';
import { redactAsked, redactLevel } from './redact-asked.ts';
import { mask } from '../messages/command-line.ts';
import { isMask, isSecret, redactBody, redactHeaders, redactText, redactWords, type Take } from './redact.ts';
import { hiddenProblem, Secrets } from './secrets.ts';
import type { LoadOutcome, Trial } from '../model/sample.ts';

/** Returns the plan without its secrets, and the secrets. Options of which the plan has only masks are in `secrets.lost`. */
export function redactPlan(plan: Plan): { readonly plan: Plan; readonly secrets: Secrets } {
  const secrets = new Secrets();
  const at =
    (place: string | null): Take =>
    (value) =>
      secrets.take(value, mask, place);
  const shown = shownLevels(plan, secrets);
  const cells = plan.cells.map((cell) => redactCell(cell, shown, secrets));
  const ids = new Map(plan.cells.map(({ id }, i) => [id, cells[i]?.id ?? id]));
  const { subject, strategy } = plan;
  const redactSearch = ({ script, ...search }: Search): Search => ({
    ...search,
    default: shownSetting(search.default, shown),
    anchors: Object.fromEntries(
      Object.entries(search.anchors).map(([key, levels]) => [key, levels.map((one) => shown(key, one))]),
    ),
    ...(script && { script: { ...script, text: redactText(script.text, at(null)) } }),
  });
  const redacted: Plan = {
    ...plan,
    asked: redactAsked(plan.asked, at(null)),
    subject:
      subject.kind === 'command'
        ? { ...subject, command: redactWords(subject.command, at('-- COMMAND')) }
        : subject,
    factors: plan.factors.map(({ key, levels }) => ({ key, levels: levels.map((one) => shown(key, one)) })),
    cells,
    ...(plan.generators && {
      generators: plan.generators.map((command) => redactText(command, at('--generator COMMAND'))),
    }),
    baseline: ids.get(plan.baseline) ?? plan.baseline,
    strategy: strategy.kind === 'search' ? { ...strategy, search: redactSearch(strategy.search) } : strategy,
  };
  return { plan: redacted, secrets };
}

/**
 * Redacts a plan that is about to be run: every secret that it needs must be known.
 * @param environment of this process, which every server inherits, and may print
 * @throws Problem SECRETS_NEEDED
 */
export function hiddenPlan(plan: Plan, environment: Readonly<Record<string, string | undefined>>) {
  const hidden = redactPlan(plan);
  hidden.secrets.takeFrom(environment);
  const { lost } = hidden.secrets;
  if (lost.length === 0) return hidden;
  throw problem('SECRETS_NEEDED', {
    names: lost.join(', '),
    todo: message('secrets.again', { options: lost }),
  });
}

/** Returns a thrown problem without the secrets, and any other error as it is. */
export function hiddenError(error: unknown, secrets: Secrets): unknown {
  return error instanceof Problem ? new Problem(hiddenProblem(error, secrets), { cause: error }) : error;
}

type ShownLevel = (key: string, level: Level) => Level;

/** Returns how levels are shown. Secret levels of one variable are numbered in their order: `***1`, `***2`; one alone is `***`. */
function shownLevels({ factors, cells }: Plan, secrets: Secrets): ShownLevel {
  const all = new Map<string, Set<Level>>();
  const rows = [
    ...factors.flatMap(({ key, levels }) => levels.map((level) => [key, level] as const)),
    ...cells.flatMap(({ setting }) => Object.entries(setting)),
  ];
  for (const [key, level] of rows) all.set(key, (all.get(key) ?? new Set()).add(level));
  const shown = new Map<string, Level>();
  for (const [key, levels] of all) {
    for (const [i, level] of [...levels].entries()) {
      const own = levels.size > 1 ? `${mask}${i + 1}` : mask;
      const take: Take = (value) => secrets.take(value, own, `--vary ${key}=LEVELS`);
      const text = redactLevel(key, level, take);
      secrets.takeLevel(key, String(level), String(text));
      shown.set(`${key}=${level}`, text);
    }
  }
  return (key, level) => shown.get(`${key}=${level}`) ?? level;
}

function shownSetting(setting: Setting, shown: ShownLevel): Record<string, Level> {
  return Object.fromEntries(Object.entries(setting).map(([key, level]) => [key, shown(key, level)]));
}

function redactCell(cell: Cell, shown: ShownLevel, secrets: Secrets): Cell {
  const setting = shownSetting(cell.setting, shown);
  const text = describeSetting(cell.setting);
  const isNamed = text !== '' && cell.id.startsWith(text);
  const requests = cell.requests.map((request) =>
    redactRequest(request, cell.requests.length > 1 ? '--scenario FILE' : null, secrets),
  );
  return {
    ...cell,
    id: isNamed ? describeSetting(setting) + cell.id.slice(text.length) : cell.id,
    setting,
    requests,
  };
}

/** @param file the option that gave the whole request; null: each part has an option of its own */
export function redactRequest(request: Request, file: string | null, secrets: Secrets): Request {
  const at =
    (place: string): Take =>
    (value) =>
      secrets.take(value, mask, file ?? place);
  return {
    ...request,
    url: redactText(request.url, at(isToBeFound(request.url) ? '--path PATH' : '--url URL')),
    headers: redactHeaders(
      request.headers,
      (key) => at(`--header ${quoted(`${key}: VALUE`)}`),
      request.hidden,
    ),
    ...(request.body !== undefined && {
      body: request.hiddenBody
        ? at('--body @FILE')(request.body)
        : redactBody(request.body, at('--body TEXT')),
    }),
  };
}

/** Hides the secrets in those parts of a trial that hold texts of other programs: output, problem, commands, variables, errors. */
export function redactFound<Found extends Pick<Trial, 'output' | 'problem' | 'effective' | 'sample'>>(
  found: Found,
  secrets: Secrets,
): Found {
  const { problem: fault, effective, sample, output } = found;
  return secrets.hideIn({
    ...found,
    output: output.map((line) => secrets.hide(line)),
    problem: fault && hiddenProblem(fault, secrets),
    effective: effective.map((each) => ({
      ...each,
      command: secrets.hide(redactText(each.command)),
      env: Object.fromEntries(
        Object.entries(each.env).map(([name, value]) => [name, hiddenVariable(name, value, secrets)]),
      ),
    })),
    sample: sample && {
      ...sample,
      outcome: hiddenOutcome(sample.outcome, secrets),
      ...(sample.rates && {
        rates: sample.rates.map((window) => ({
          ...window,
          outcome: window.outcome && hiddenOutcome(window.outcome, secrets),
        })),
      }),
    },
  });
}

function hiddenOutcome(outcome: LoadOutcome, secrets: Secrets): LoadOutcome {
  const errorExamples = outcome.errorExamples.map((text) => secrets.hide(redactText(text)));
  return { ...outcome, errorExamples };
}

function hiddenVariable(name: string, value: string | null, secrets: Secrets): string | null {
  if (value === null) return null;
  // A variable that was varied is shown as its level is: otherwise the two would be taken for different values.
  const known = secrets.shownLevel(`env:${name}`, value) ?? secrets.shownFor(value);
  return known ?? (isSecret(name, value) && !isMask(value) ? mask : redactText(value));
}
