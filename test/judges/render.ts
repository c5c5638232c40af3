/**
 * Every form of a stored result, made as the command line makes it: the one file here that knows the functions of the pages. Whoever
 * rewrites them changes this file, and no golden.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { storedRun } from '../../bench/pages/stored-runs.ts';
import { readWatch } from '../../src/cli/options/doctor-replay.ts';
import { readResult } from '../../src/cli/options/result-files.ts';
import { doctorDocument } from '../../src/cli/output/doctor-output.ts';
import { resultDocument } from '../../src/cli/output/reports.ts';
import { problemOf } from '../../src/cli/run.ts';
import { adviceOf, diagnose } from '../../src/doctor/doctor.ts';
import { jsonText } from '../../src/messages/message.ts';
import { parseWhatIf } from '../../src/model/what-if.ts';
import type { Watch } from '../../src/model/watch.ts';
import { answersOf, calibrateRun } from '../../src/predict/predict.ts';
import { checkPublished } from '../../src/published/check.ts';
import { briefDiagnosis, briefProof } from '../../src/report/formats/brief.ts';
import { markdown, html, text } from '../../src/report/report.ts';
import { gateSummary } from '../../src/report/formats/summary.ts';
import { checkPage } from '../../src/report/pages/check.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { findPage, type FindReport } from '../../src/report/pages/find.ts';
import { predictPage } from '../../src/report/pages/predict.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import type { TextOptions } from '../../src/report/render/terminal-style.ts';
import { judge } from '../../src/run/run.ts';
import { proofOf } from '../../src/run/proof.ts';
import type { StoredRun } from '../../src/store/store.ts';

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

const unzipped = (file: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, file))).toString());
const own = (name: string) => unzipped(`stored/${name}.json.gz`) as StoredRun;
const watchOf = (name: string): Stored => ({
  kind: 'watch',
  watch: unzipped(`stored/${name}.json.gz`) as Watch,
});
const runOf = (name: string): Stored => ({ kind: 'run', run: own(name) });
const lab = (name: string): Stored => ({ kind: 'run', run: storedRun(name) });
const look = (name: string): Stored => ({
  kind: 'look',
  ...(unzipped(`stored/${name}.json.gz`) as { watch: Watch; run: StoredRun | null }),
});
const fixture = (file: string) => join(import.meta.dirname, '../published/fixtures', file);

/** What the tests of the predictions have too: of another machine, whose C(n) is not measured again. */
function predicted(): Stored {
  const run = unzipped('../predict/recorded-waiting.json.gz') as StoredRun;
  const host = { ...run.host, cpuModel: 'a CPU of another machine' };
  return { kind: 'predict', run: { ...run, host }, whatIf: ['pool=1,4,16'] };
}

/** Real ones of small servers. Of two the machine was too full: in `look-healthy` its load, and in `capacity-interval` the windows are put in. */
export const results: Readonly<Record<string, () => Stored>> = {
  'look-proved': () => look('look-proved'),
  'look-healthy': () => look('look-healthy'),
  'doctor-pid': () => ({
    kind: 'watch',
    watch: readWatch(join(import.meta.dirname, '../golden/recorded-watch.json')),
  }),
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
  predict: predicted,
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
      return renderWatch(stored.watch);
    case 'look':
      return renderLook(stored);
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
      ...(result.answer.kind === 'gate' && { summary: gateSummary(result) }),
      'JSON brief': jsonText(resultDocument(result, failure, { brief: true })),
    }),
  };
}

function renderWatch(watch: Watch): Rendered {
  const diagnosis = diagnose(watch);
  return {
    document: doctorDocument(watch, diagnosis),
    forms: () => {
      const said = doctorPage({ watch, diagnosis, deeper: null });
      return Promise.resolve({
        ...terminal((options) => terminalText(said, { ...options, report: page })),
        page: htmlText(said),
        'JSON brief': jsonText(briefDiagnosis(diagnosis, { next: said.next })),
      });
    },
  };
}

function renderLook({ watch, run }: Extract<Stored, { kind: 'look' }>): Rendered {
  const diagnosis = diagnose(watch);
  const command = watch.target.type === 'command' ? watch.target.command : [];
  const advice = adviceOf(diagnosis, { command, env: {} });
  const result = run && judge(run);
  const proof = result && !('code' in advice) ? proofOf(result, advice) : null;
  const unproved = 'code' in advice ? advice : null;
  const report: FindReport = { watch, diagnosis, deeper: null, proof, unproved, run: result, asked: [] };
  return {
    document: {
      ...doctorDocument(watch, diagnosis),
      approach: watch.approach,
      proof,
      ...(unproved && { unproved }),
    },
    forms: () => {
      const said = findPage(report);
      return Promise.resolve({
        ...terminal((options) => terminalText(said, { ...options, report: page })),
        page: htmlText(said),
        'JSON brief': jsonText(
          briefDiagnosis(diagnosis, { proof: proof && briefProof(proof), next: said.next }),
        ),
      });
    },
  };
}

async function renderPrediction({ run, whatIf }: Extract<Stored, { kind: 'predict' }>): Promise<Rendered> {
  const calibration = await calibrateRun(run, null, new AbortController().signal);
  const settings = answersOf(calibration, parseWhatIf(whatIf), false);
  return {
    document: { ...calibration, settings },
    forms: () =>
      Promise.resolve(
        terminal((options) => terminalText(predictPage(calibration, settings, false), options)),
      ),
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
    forms: () => Promise.resolve(terminal((options) => terminalText(checkPage(found), options))),
  };
}
