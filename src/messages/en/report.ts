/** Headings, notes and labels of the reports. What the tables have above their columns is in columns.ts. */
import { counted } from '../../format/number.ts';
import type { Nested, Numbers, Strings } from '../nested.ts';

export const report = {
  /** A name of the program: a metric, a resource, a state of a run. */
  'report.name': ({ name }: Strings<'name'>) => name,

  'report.lab': ({ name }: Strings<'name'>) => `Lab: ${name}`,
  'report.experiments': ({ experiments }: Numbers<'experiments'>) =>
    `Lab: ${counted(experiments, 'experiment')}`,
  'report.run': ({ run }: Strings<'run'>) => `run ${run}`,
  'report.measuring': ({ time }: Strings<'time'>) => `${time} of measuring`,
  'report.nothing': 'Nothing was measured.',
  'report.not-run': ({ name, code, what, todo }: Strings<'name' | 'code' | 'what' | 'todo'>) =>
    `${name} could not be run (${code}): ${what} ${todo}`,
  'report.cut-off': ({ name, command }: Strings<'name' | 'command'>) =>
    `${name} was cut off; go on with: ${command}`,
  'report.not-begun': ({ names, command }: Strings<'names' | 'command'>) =>
    `Not begun: ${names}; run: ${command}`,
  'report.balance': 'Claims and verdicts',
  'report.all': 'all',

  'report.conditions': 'Conditions',
  'report.reproduce': 'Reproduce',
  'report.glance': 'At a glance',
  'report.checks': 'Validity checks',
  'report.all-checks': 'All validity checks',
  'report.failed-trials': 'Trials that failed',
  'report.claims': 'Claims',
  'report.settings': 'Settings measured',
  'report.compared': 'Settings compared',
  'report.gate': 'Gate',
  'report.source': 'Source',
  'report.evidence': 'Evidence',
  'report.evidence-of': ({ claim }: Strings<'claim'>) => `Evidence for ${claim}`,
  'report.data': 'Data of this figure',
  'report.table': ({ title }: Strings<'title'>) => `Table: ${title}`,
  'report.output': 'Last lines of the server',
  'report.file': ({ file }: Strings<'file'>) => `Report: ${file}`,
  'report.warning': 'Warning',
  'report.warnings': 'Warnings',
  'report.trial': ({ trial, setting }: Numbers<'trial'> & Strings<'setting'>) =>
    `trial ${trial} (${setting})`,
  'report.setting-trial': ({ trial, setting }: Numbers<'trial'> & Strings<'setting'>) =>
    `${setting} (trial ${trial})`,
  'report.pass': 'pass',
  'report.fail': 'FAIL',

  'report.brand': 'report',
  'report.skip': 'Skip to the report',
  'report.theme': 'Colour scheme',
  'report.theme.auto': 'auto',
  'report.theme.light': 'light',
  'report.theme.dark': 'dark',
  'report.footer': ({ run, version }: Strings<'run' | 'version'>) =>
    `Run ${run}, measured and judged by chokepoint ${version}.`,
  'report.footer-all': ({ version }: Strings<'version'>) => `Measured and judged by chokepoint ${version}.`,

  'word.better': 'better',
  'word.worse': 'worse',
  'word.equivalent': 'equivalent',
  'word.undecided': 'undecided',
  'word.holds': 'holds',
  'word.refuted': 'refuted',
  'word.misread': 'misread',
  'word.not-run': 'not run',

  'report.response-times': 'Response times of each setting',
  'report.generators': 'Who sent the load',
  'report.generators-note':
    'Over all trials: requests of the windows; otherwise the worst of them. Network: what it adds to a TCP connect, the median. Together: share of the window in which all generators were in theirs, at worst; when each began is known to half of its round trip.',
  'report.jobs': 'Jobs of each setting, as the server timed them',
  'report.mean': 'Geometric mean over the trials, with its 95% interval.',
  'report.no-interval':
    'Without one: fewer than three trials, or they differ so much that it spans more than a factor of ten.',
  'report.dash': 'A dash: no trial, or one of its trials has too few requests for that percentile.',
  'report.predicted': 'Model: predicted from the baseline alone.',
  'report.premature': ({ settings }: Numbers<'settings'>) =>
    `${counted(settings, 'setting')} that ${settings === 1 ? 'answers' : 'answer'} before the work is done ` +
    `${settings === 1 ? 'is' : 'are'} left out: ${settings === 1 ? 'its' : 'their'} response times measure nothing.`,
  'report.trials-of': ({ trials, all }: Numbers<'trials' | 'all'>) => `${trials} of ${all}`,
  'report.group-baseline': 'the baseline of its group',
  'report.the-baseline': ({ setting }: Strings<'setting'>) => `the baseline (${setting})`,
  'report.ratio-note': ({
    baseline,
    confidence,
    delta,
  }: { baseline: Nested } & Numbers<'confidence' | 'delta'>) =>
    `Ratio to ${baseline} with its ${(confidence * 100).toFixed(0)}% interval. Better and worse: the interval lies beyond 1, also ` +
    `if all that is compared shares the chance of error. Equivalent: within ${(1 / (1 + delta)).toFixed(2)} to ${(1 + delta).toFixed(2)}.`,
  'report.withheld': ({ why }: { why: Nested }) => `No verdict, since ${why}`,
  'report.picture-note': ({ unit }: Strings<'unit'>) => `In ${unit}; the interval is at 95%.`,
  'report.range': ({ low, high }: Strings<'low' | 'high'>) => `${low} to ${high}`,
};
