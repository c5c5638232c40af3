/** Whole pages in Korean: a diagnosis, a run and the help have no line that is an English sentence. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { commands } from '../../src/cli/commands.ts';
import { help, overview } from '../../src/cli/help.ts';
import { readWatch } from '../../src/cli/options/doctor-replay.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { message, speak } from '../../src/messages/message.ts';
import type { Watch } from '../../src/model/watch.ts';
import { liveLines, LiveState } from '../../src/report/doctor/live.ts';
import { doctorPage, type DoctorReport } from '../../src/report/pages/doctor.ts';
import { predictPage } from '../../src/report/pages/predict.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import { checksText, html, text } from '../../src/report/report.ts';
import { judge } from '../../src/run/run.ts';
import type { StoredRun } from '../../src/store/store.ts';
import { predictedCase } from '../report/prediction-fixture.ts';

const root = join(import.meta.dirname, '../..');
const wide = { columns: 400, color: false, detail: 'verbose' } as const;

/** Three words in a row, as sentences have them; options, paths, names with a sign in them and capitals are none. */
const sentence = /(?<![\w./:=@$<>-])[A-Za-z][a-z]+(?: [a-z]{2,}){2}(?![\w./:=<>(-])/;

/** Commands are typed as they are. */
const command = /chokepoint(?: [a-z]+)+/g;

/** @param asItIs lines that are to be pasted, or that somebody else wrote */
function english(page: string, asItIs: readonly string[] = []): string[] {
  const foreign = new Set(asItIs.map((line) => line.trim()));
  return page
    .split('\n')
    .filter((line) => !foreign.has(line.trim()) && sentence.test(line.replaceAll(command, '')));
}

/** What a reader of the page sees; code is as it is. */
function textOf(page: string): string {
  return page
    .replaceAll(/<(style|script|pre|code)\b[^>]*>.*?<\/\1>/gs, '\n')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#39;', "'");
}

const readGzip = (file: string) => gunzipSync(readFileSync(join(root, file))).toString();

/** Two watches: one without a probe, and one whose notes were recorded before they had codes. */
function reports(): DoctorReport[] {
  const recorded = readWatch(join(root, 'test/golden/recorded-watch.json'));
  const watches = [
    JSON.parse(readGzip('docs/examples/doctor.json.gz')) as Watch,
    {
      ...recorded,
      notes: [],
      processes: recorded.processes.map((one) => ({
        ...one,
        probe: one.probe.ok ? one.probe : { ...one.probe, why: message('unseen.probe-not-allowed') },
      })),
    },
  ];
  return watches.map((watch) => ({
    watch,
    diagnosis: diagnose(watch),
    deeper: 'chokepoint doctor 1 --attach',
  }));
}

const codeOf = ({ diagnosis }: DoctorReport) =>
  diagnosis.findings.flatMap(({ changes }) => changes.flatMap(({ text: code }) => code.split('\n')));

suite('In Korean no line is an English sentence', () => {
  before(() => speak('ko'));
  after(() => speak('en'));

  test('of the help', () => {
    assert.deepEqual(english(overview(commands, 100)), []);
    for (const verb of commands) assert.deepEqual(english(help(verb, 100)), [], verb.name);
  });

  test('of a diagnosis, in the terminal and on its page', () => {
    for (const report of reports()) {
      const [lines, page] = [codeOf(report), doctorPage(report)];
      assert.deepEqual(english(terminalText(page, wide), lines), []);
      assert.deepEqual(english(terminalText(page, { ...wide, detail: 'normal' }), lines), []);
      assert.deepEqual(english(textOf(htmlText(page)), lines), []);
    }
  });

  test('of the live view', () => {
    const state = new LiveState({ type: 'pid', pid: 4711 }, 30_000);
    state.take({ type: 'processes', processes: [{ pid: 4711, role: 'single', command: 'node a.js' }] });
    state.take({ type: 'pulse', at: 2000, points: new Map(), readings: new Map(), diagnosis: null });
    const page = liveLines(state, { columns: 100, rows: 24, color: false }).join('\n');
    assert.match(page, /\p{Script=Hangul}/u);
    assert.deepEqual(english(page), []);
  });

  test('of a search, in the terminal and on its page', async () => {
    const result = judge(JSON.parse(readGzip('docs/examples/tune.json.gz')) as StoredRun);
    assert.deepEqual(english(text(result, wide)), []);
    assert.deepEqual(english(text(result, { ...wide, detail: 'normal' })), []);
    assert.deepEqual(english(checksText(result.checks, 400)), []);
    assert.deepEqual(english(textOf(await html(result))), []);
  });

  test('of a prediction', async () => {
    for (const which of ['waiting', 'computing', 'open', 'refused'] as const) {
      const { calibration, settings } = await predictedCase(which);
      const { server, machine } = calibration.from;
      const page = terminalText(predictPage(calibration, settings, false), wide)
        .replaceAll(server, '')
        .replaceAll(machine, '');
      assert.deepEqual(english(page), [], which);
    }
  });
});

test('a sentence is found, and code is not', () => {
  const lines = ['Settings that were tried', 'a lock, 1% of the threads', '  put in your own name.'];
  assert.deepEqual(english(lines.join('\n')), lines);
  const code = 'chokepoint runs list\n--load closed:32 -- node server.js\npool, processes, cpus\n/srv/a b.js';
  assert.deepEqual(english(code), []);
});
