/** How good the measurement is, in a line for each thing that matters: the consequence first, the code at the end. */
import { hasCode, message, type AnyMessage, type Message } from '../../messages/message.ts';
import { percentiles } from '../../model/metric.ts';
import { failedChecks, type FailedCheck } from '../outline/checks.ts';
import { generatorFailure, generatorLine } from '../outline/generators.ts';
import { headline } from '../outline/headline.ts';
import { mainFailure } from '../next-step.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import type { Mark } from '../page.ts';

/** What failed and what passed, what the reader must know, and the noise. */
export function qualityRows(result: ShownRun): (readonly [Mark, AnyMessage])[] {
  const { noise, warnings } = result;
  const spread =
    noise?.trialCv &&
    message('terminal.noise', { spread: noise.trialCv.value, resolution: noise.resolution });
  const from = generatorLine(result.trials);
  // Where nothing was measured, that is what the page is about.
  const lost = mainFailure(result) ? null : generatorFailure(result.trials);
  const isSaid = ({ code }: Message) =>
    counts.has(code) || (code === 'warning.one-block' && headline(result).code === 'headline.once-each');
  return [
    ...checkRows(result),
    ...warnings.filter((one) => !isSaid(one)).map((one) => ['warning', one] as const),
    ...(lost ? [['worse', lost] as const] : []),
    ...(from ? [['better', from] as const] : []),
    ...(spread ? [['warning', spread] as const] : []),
    ...disturbances(warnings).map((one) => ['warning', one] as const),
  ];
}

/** What the failed checks take away, the most first, each consequence once; then what passed. */
function checkRows(result: ShownRun): (readonly [Mark, AnyMessage])[] {
  const { checks, plan } = result;
  if (plan.subject.kind === 'program' || checks.length === 0) return [];
  const failed = failedChecks(result);
  const groups = Map.groupBy(failed, ({ consequence }) => consequence);
  const noted = groups.get('') ?? [];
  groups.delete('');
  const passed = checks.filter(({ outcome }) => outcome === 'pass').length;
  return [
    ...Array.from(
      groups,
      ([consequence, members]) => ['worse', failedRow(consequence, members, checks)] as const,
    ),
    ...(passed > 0
      ? [['better', message('terminal.checks-passed', { passed, noted: noted.map(({ id }) => id) })] as const]
      : []),
  ];
}

function failedRow(text: string, members: readonly FailedCheck[], checks: ShownRun['checks']): AnyMessage {
  const consequence = message('text', { text });
  const id = members.map((one) => one.id).join(', ');
  // What is needed for a percentile is in the consequence already.
  const isHidden = members.every((one) => {
    const { effect, metrics = [] } = checks.find((check) => check.id === one.id) ?? {};
    return effect === 'hide' && metrics.every((metric) => metric in percentiles);
  });
  return isHidden
    ? message('terminal.percentiles-hidden', { consequence, id })
    : message('terminal.check-failed', {
        consequence,
        title: members.map(({ title }) => title).join('; '),
        id,
      });
}

/** Told together, in one line. */
const counts: ReadonlySet<string> = new Set<Message['code']>(['warning.failed', 'warning.foreign-cpu']);

function disturbances(warnings: readonly Message[]): AnyMessage[] {
  let [failed, foreign] = [0, 0];
  for (const one of warnings) {
    if (hasCode(one, 'warning.failed')) failed = one.params.failed;
    if (hasCode(one, 'warning.foreign-cpu')) foreign = one.params.trials;
  }
  return failed + foreign === 0 ? [] : [message('terminal.disturbed', { failed, foreign })];
}
