/**
 * Every form of a stored result, made as the command line makes it: the one file here that knows the functions of the pages. Whoever
 * rewrites them changes this file, and no golden.
 */
import type { JudgedWatch } from '../../src/report/next-step.ts';
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { storedRun } from '../../bench/pages/stored-runs.ts';
import { readWatch } from '../../src/cli/options/read-input.ts';
import { readResult } from '../../src/cli/verbs/check.ts';
import { resultDocument } from '../../src/cli/output/reports.ts';
import { watchDocument } from '../../src/cli/output/watch-output.ts';
import { problemOf } from '../../src/run/failure.ts';
import { adviceOf, diagnose } from '../../src/doctor/doctor.ts';
import { briefText } from '../../src/messages/brief.ts';
import { parseWhatIf } from '../../src/predict/parse-what-if.ts';
import type { Watch } from '../../src/model/watch.ts';
import { calibrateRun } from '../../src/predict/predict.ts';
import { answersOf } from '../../src/predict/what-if.ts';
import { checkPublished } from '../../src/published/check.ts';
import { html, markdown, text } from '../../src/report/report.ts';
import { briefCheck, briefPrediction } from '../../src/report/formats/brief.ts';
import { checkPage } from '../../src/report/pages/check.ts';
import { proofPrice, watchPage } from '../../src/report/pages/find.ts';
import { predictPage } from '../../src/report/pages/predict.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import type { TextOptions } from '../../src/report/render/terminal-style.ts';
import { judge } from '../../src/api/verbs.ts';
import { proofOf } from '../../src/run/proof.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { recordedWatch, unzipped } from '../kit/recorded.ts';
import { waiting } from '../report/prediction-fixture.ts';

/** What is stored of a result: all that it is made from. */
export type Stored =
  | { readonly kind: 'run'; readonly run: StoredRun }
  | { readonly kind: 'watch'; readonly watch: Watch }
  | { readonly kind: 'look'; readonly watch: Watch; readonly run: StoredRun | null }
  | { readonly kind: 'predict'; readonly run: StoredRun; readonly whatIf: readonly string[] }
  | { readonly kind: 'check'; readonly settings: readonly (readonly string[])[] };

export interface Rendered {
  /** The document of `--json`, with its codes. */
  readonly document: unknown;
  /** By its name, each other form in the language that is spoken. */
  readonly forms: () => Promise<Readonly<Record<string, string>>>;
}

const own = (name: string) => unzipped(`judges/stored/${name}.json.gz`);
const watchOf = (name: string): Stored => ({ kind: 'watch', watch: own(name) as Watch });
const runOf = (name: string): Stored => ({ kind: 'run', run: own(name) as StoredRun });
const lab = (name: string): Stored => ({ kind: 'run', run: storedRun(name) });
const look = (name: string): Extract<Stored, { kind: 'look' }> => ({
  kind: 'look',
  ...(own(name) as { watch: Watch; run: StoredRun | null }),
});
const fixture = (file: string) => join(import.meta.dirname, '../published/fixtures', file);

/** Real ones of small servers. Of two the machine was too full: in `look-healthy` its load, and in `capacity-interval` the windows are put in. */
export const results: Readonly<Record<string, () => Stored>> = {
  'look-proved': () => look('look-proved'),
  'look-healthy': () => look('look-healthy'),
  'doctor-pid': () => ({ kind: 'watch', watch: readWatch(recordedWatch) }),
  'doctor-command': () => watchOf('doctor-command'),
  watch: () => watchOf('watch'),
  'tune-certified': () => runOf('tune-certified'),
  'tune-keep': () => runOf('tune-keep'),
  'tune-not-certified': () => runOf('tune-not-certified'),
  'tune-refused': () => runOf('tune-refused'),
  sweep: () => runOf('sweep'),
  'gate-passed': () => runOf('gate-passed'),
  'gate-failed': () => runOf('gate-failed'),
  'gate-undecided': () => runOf('gate-undecided'),
  'capacity-interval': () => runOf('capacity-interval'),
  'capacity-bracketed': () => runOf('capacity-bracketed'),
  'capacity-late': () => runOf('capacity-late'),
  predict: () => ({ kind: 'predict', run: waiting, whatIf: ['pool=1,4,16'] }),
  'lab-pool-size': () => lab('pool-size'),
  'lab-pool-map': () => lab('pool-map'),
  'lab-pool-mechanics': () => lab('pool-mechanics'),
  'lab-processes-or-threads': () => lab('processes-or-threads'),
  check: () => ({
    kind: 'check',
    settings: [[fixture('k6-vus-summary.json')], [fixture('oha-paced-stall.json')]],
  }),
};

/** Wide: a command is on one line. */
const details = { normal: {}, brief: { detail: 'brief' }, verbose: { detail: 'verbose' } } as const;
const terminal = (page: (options: TextOptions) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([name, detail]) => [
      `terminal ${name}`,
      page({ columns: 500, color: false, ...detail }),
    ]),
  );
const page = 'report.html';

const known = new Map<string, Promise<Rendered>>();

/** Each is judged once in a process. */
export function rendered(name: string): Promise<Rendered> {
  const found = known.get(name) ?? render(results[name]?.() ?? assert.fail(name));
  known.set(name, found);
  return found;
}

async function render(stored: Stored): Promise<Rendered> {
  switch (stored.kind) {
    case 'run':
      return renderRun(stored.run);
    case 'watch':
      return renderWatch(judgedWatch(stored.watch));
    case 'look':
      return renderWatch(judgedLook(stored));
    case 'predict':
      return await renderPrediction(stored);
    case 'check':
      return renderCheck(stored.settings);
  }
}

function renderRun(run: StoredRun): Rendered {
  const result = judge(run);
  const failure = problemOf(run.plan.name, result);
  return {
    document: resultDocument(result, failure),
    forms: async () => ({
      ...terminal((options) => text(result, { ...options, report: page })),
      page: await html(result),
      Markdown: markdown(result),
      'JSON brief': briefText(resultDocument(result, failure, { brief: true })),
    }),
  };
}

function renderWatch(judged: JudgedWatch): Rendered {
  return {
    document: watchDocument(judged, {}),
    forms: () => {
      const said = watchPage(judged);
      return Promise.resolve({
        ...terminal((options) => terminalText(said, { ...options, report: page })),
        page: htmlText(said),
        'JSON brief': briefText(watchDocument(judged, { brief: true })),
      });
    },
  };
}

const judgedWatch = (watch: Watch): JudgedWatch => ({ watch, diagnosis: diagnose(watch), deeper: null });

function judgedLook({ watch, run }: Extract<Stored, { kind: 'look' }>): JudgedWatch {
  const judged = judgedWatch(watch);
  const command = watch.target.type === 'command' ? watch.target.command : [];
  const advice = adviceOf(judged.diagnosis, { command, env: {} });
  if ('code' in advice || !run)
    return { ...judged, look: { proof: null, unproved: 'code' in advice ? advice : null, price: null } };
  const result = judge(run);
  const proof = proofOf(result, advice);
  return { ...judged, look: { proof, unproved: null, price: proofPrice(proof, result) } };
}

/** A real one, as it was found when it was stored. */
export const storedLook = (name: 'look-proved' | 'look-healthy') => judgedLook(look(name));

async function renderPrediction({ run, whatIf }: Extract<Stored, { kind: 'predict' }>): Promise<Rendered> {
  const calibration = await calibrateRun(run, null, new AbortController().signal);
  const settings = answersOf(calibration, parseWhatIf(whatIf), false);
  return {
    document: { ...calibration, settings },
    forms: () => {
      const said = predictPage(calibration, settings, false);
      return Promise.resolve({
        ...terminal((options) => terminalText(said, options)),
        'JSON brief': briefText(briefPrediction(calibration, settings, said)),
      });
    },
  };
}

function renderCheck(settings: readonly (readonly string[])[]): Rendered {
  const read = settings.map((files, i) => {
    const cell = i === 0 ? 'A' : 'B';
    const asked = { clients: null, rate: null };
    return { cell, runs: files.map((file) => ({ ...readResult(file, cell, asked), file: basename(file) })) };
  });
  const found = checkPublished(read);
  return {
    document: found,
    forms: () =>
      Promise.resolve({
        ...terminal((options) => terminalText(checkPage(found), options)),
        'JSON brief': briefText(briefCheck(found)),
      }),
  };
}
