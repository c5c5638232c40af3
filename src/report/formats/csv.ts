/** Each trial as a line, for a spreadsheet or a data frame (RFC 4180). */
import { describeLoad } from '../../model/plan.ts';
import { metrics, type Metric, type RunResult } from '../../model/verdict.ts';

export function csv({ plan, trials, measurements }: RunResult): string {
  const keys = plan.factors.map((factor) => factor.key);
  const names = Object.keys(metrics) as Metric[];
  const head = [
    'ordinal',
    'block',
    'cell',
    ...keys,
    'load',
    'problem',
    ...names.map((name) => `${name} (${metrics[name].unit})`),
    'generator utilisation',
    'steal',
  ];
  const rows = trials.map((trial) => {
    const figures = measurements.find((each) => each.ordinal === trial.ordinal)?.metrics ?? {};
    return [
      trial.ordinal,
      trial.block,
      trial.cell,
      ...keys.map((key) => trial.setting[key] ?? ''),
      describeLoad(trial.load),
      trial.problem?.code ?? '',
      ...names.map((name) => figures[name] ?? ''),
      trial.sample?.outcome.generator.utilization ?? '',
      trial.host.steal ?? '',
    ];
  });
  return `${[head, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet takes a text that begins like this for a formula, and runs it: an apostrophe keeps it a text (OWASP). */
const formula = /^[=+\-@\t\r]/;

function field(value: string | number): string {
  const isFormula = typeof value === 'string' && formula.test(value) && !Number.isFinite(Number(value));
  const text = `${isFormula ? "'" : ''}${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
