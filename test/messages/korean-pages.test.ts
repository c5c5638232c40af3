/** Whole pages in Korean: every form of the stored results, the live view and the help have no line that is an English sentence. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { help, overview } from '../../src/cli/help.ts';
import { isMessage, speak } from '../../src/messages/message.ts';
import { liveLines, LiveState } from '../../src/report/doctor/live.ts';
import { html } from '../../src/report/report.ts';
import { seenText } from '../judges/found.ts';
import { rendered, results } from '../judges/render.ts';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';

/** Three words in a row, as sentences have them; options, paths, names with a sign in them and capitals are none. */
const sentence = /(?<![\w./:=@$<>-])[A-Za-z][a-z]+(?: [a-z]{2,}){2}(?![\w./:=<>(-])/;

/** Commands are typed as they are. */
const command = /chokepoint(?: [a-z]+)+|npm install [a-z]+/g;

/** What Node warned. */
const ofNode = /\(node:\d+\) \w+Warning: .*? limit\b/g;

/** @param asItIs lines that are to be pasted, or that somebody else wrote */
function english(page: string, asItIs: ReadonlySet<string> = new Set()): string[] {
  return page
    .split('\n')
    .filter((line) => !asItIs.has(line.trim()) && sentence.test(line.replaceAll(command, '')));
}

/** Of a watch whose notes were recorded as sentences; and of experiments, whose documents have their authors' English. */
const quoting = /^(?:doctor-pid|lab-)/;

/** What is seen of a form, without code. `as it is` is the id of a setting. */
function proseOf(form: string): string {
  const page = form.replaceAll(/<(pre|code)\b[^>]*>.*?<\/\1>/gs, '\n').replaceAll('as it is', '…');
  return seenText(page).replaceAll('   ', '\n');
}

/** Every line that the document of a result has beside its messages: code to paste, names, commands. */
function linesIn(document: unknown): readonly string[] {
  if (typeof document === 'string') return document.split('\n').map((line) => line.trim());
  if (typeof document !== 'object' || document === null) return [];
  return Object.values(isMessage(document) ? document.params : document).flatMap(linesIn);
}

suite('In Korean no line is an English sentence', () => {
  beforeEach(() => speak('ko'));
  afterEach(() => speak('en'));

  test('of the help', () => {
    assert.deepEqual(english(overview(commands, 100)), []);
    for (const verb of commands) assert.deepEqual(english(help(verb, 100)), [], verb.name);
  });

  test('of the live view', () => {
    const state = new LiveState({ type: 'pid', pid: 4711 }, 30_000);
    state.take({ type: 'processes', processes: [{ pid: 4711, role: 'single', command: 'node a.js' }] });
    state.take({ type: 'pulse', at: 2000, points: new Map(), readings: new Map(), diagnosis: null });
    const page = liveLines(state, { columns: 100, rows: 24, color: false }).join('\n');
    assert.match(page, /\p{Script=Hangul}/u);
    assert.deepEqual(english(page), []);
  });

  for (const name of Object.keys(results).filter((one) => !quoting.test(one)))
    test(`of ${name}, in any form`, async () => {
      const { document, forms } = await rendered(name);
      const asItIs = new Set(linesIn(document));
      for (const [form, text] of Object.entries(await forms())) {
        if (form.startsWith('JSON')) continue;
        assert.deepEqual(english(proseOf(text), asItIs), [], form);
      }
    });

  for (const name of storedNames)
    test(`of the experiment ${name}, of which a page tells all`, async () => {
      const result = judgedRun(name) ?? assert.fail();
      const page = await html(result);
      assert.deepEqual(english(proseOf(page.replaceAll(ofNode, ''))), []);
    });
});

test('a sentence is found, and code is not', () => {
  const lines = ['Settings that were tried', 'a lock, 1% of the threads', '  put in your own name.'];
  assert.deepEqual(english(lines.join('\n')), lines);
  const code = 'chokepoint runs list\n--load closed:32 -- node server.js\npool, processes, cpus\n/srv/a b.js';
  assert.deepEqual(english(code), []);
});
