/** The commands that reports print, in a terminal and in the boxes with a Copy button: each holds the user's words, and nothing runs. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { printable } from '../../src/format/printable.ts';
import { message, speak, type Message } from '../../src/messages/message.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { deeperCommand } from '../../src/cli/options/doctor.ts';
import { nextStep } from '../../src/report/next-step.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { predictPage } from '../../src/report/pages/predict.ts';
import { htmlText } from '../../src/report/render/html.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import { html, markdown, text } from '../../src/report/report.ts';
import { evilName, wordsGiven } from '../kit/evil-name.ts';
import { emptyPlace } from '../kit/place.ts';
import { doctorReport } from './doctor/doctor-fixture.ts';
import { fixture, gateAnswer } from './fixture.ts';
import { predictedCase } from './prediction-fixture.ts';

/** With and without what a terminal obeys, and in the path of an address. */
const whole = [evilName, printable(evilName), "$(:%20%3EPWNED)'"];
const server = ['node', evilName, '-x'];
const subject: Plan['subject'] = { kind: 'command', command: server, cwd: '/srv' };
const asked = ['sweep', `--path=/${evilName}`, `--header=X: ${evilName}`, '--', ...server];

const changed = (result: RunResult, plan: Partial<Plan>): RunResult => ({
  ...result,
  plan: { ...result.plan, subject, ...plan },
});
const sweep = fixture({ kind: 'sweep', pools: [4, 16] });
const gated = (value: number) => gateAnswer({ ratio: { value, low: value - 0.04, high: value + 0.04 } });
const [cell] = sweep.plan.cells;
const path = {
  url: `http://127.0.0.1:3000/a;${encodeURI(evilName)}$(: >PWNED)'`,
  method: 'GET',
  headers: {},
  weight: 1,
};
const runs: Readonly<Record<string, RunResult>> = {
  'a sweep that was typed': changed(sweep, { asked }),
  'a sweep by the API': changed(sweep, { asked: [], cells: cell ? [{ ...cell, requests: [path] }] : [] }),
  'a gate that failed': { ...changed(sweep, { asked }), answer: gated(0.8) },
  'a gate that is undecided': { ...changed(sweep, { asked }), answer: gated(0.96) },
  'a run that was interrupted': {
    ...changed(sweep, { asked }),
    run: { ...sweep.run, status: 'interrupted' },
  },
  'a run without a trial': { ...changed(sweep, { asked }), summaries: [], comparisons: [] },
};

/** What begins a line that somebody copies. */
const begins = /^(?:.{0,10} |\s*)((?:[A-Z][A-Z_]+=\S+ )*(?:chokepoint(?! \w+ {2})|npx|timeout|perf) .*)$/;

/** The commands of a terminal: a backslash goes on in the next line. */
function commandsOf(page: string): string[] {
  return page
    .replaceAll(/ \\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => begins.exec(line)?.[1] ?? []);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
/** The boxes of a page that have a button. */
function boxesOf(page: string): string[] {
  return Array.from(
    page.matchAll(/<pre class="[^"]*\bcopy\b[^>]*><code>([^]*?)<\/code>/g),
    ([, inside = '']) =>
      inside.replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? assert.fail(name)),
  );
}

suite('Nothing of a command that a report prints is run but the command', () => {
  const here = emptyPlace('commands');
  after(() => here[Symbol.dispose]());

  /** @returns how many of them name what is hostile */
  function requireWhole(commands: readonly string[], from: string): number {
    const named = commands.filter((one) => one.includes('PWNED'));
    for (const one of new Set(named)) {
      const words = wordsGiven(one, here.folder) ?? assert.fail(`${from}: ${one}`);
      // A page has no character that a terminal obeys.
      assert.ok(
        words.some((word) => whole.some((name) => word.endsWith(name))),
        `${from}: ${one}`,
      );
    }
    return named.length;
  }

  for (const language of ['en', 'ko']) {
    const said = async (make: () => string | Promise<string>): Promise<string> => {
      speak(language);
      try {
        return await make();
      } finally {
        speak('en');
      }
    };

    for (const [name, result] of Object.entries(runs))
      test(`${name}, in ${language}`, async () => {
        let seen = 0;
        for (const detail of ['normal', 'verbose'] as const)
          for (const columns of [40, 80, 1000])
            seen += requireWhole(
              commandsOf(await said(() => text(result, { columns, color: false, detail }))),
              `${detail} ${columns}`,
            );
        assert.ok(seen > 0, 'a terminal has some');
        assert.ok(requireWhole(boxesOf(await said(() => html(result))), 'page') > 0, 'a page has some');
        const fenced = await said(() => markdown(result));
        requireWhole(
          Array.from(fenced.matchAll(/^```\w*\n([^]*?)\n```$/gm), ([, inside = '']) => inside),
          'Markdown',
        );
      });

    test(`the doctor, in ${language}`, async () => {
      const report = doctorReport('one finding');
      const targets = [
        { type: 'command', command: server },
        { type: 'pid', pid: 4711, app: evilName, load: evilName },
      ] as const;
      for (const target of targets) {
        const { watch } = report;
        const look = { target, attach: false, tryBinary: false } as Parameters<typeof deeperCommand>[0];
        const deeper = deeperCommand(look, { ...watch, processes: [] });
        const made = (one: string | null) =>
          doctorPage({
            watch: { ...watch, target },
            diagnosis: { ...report.diagnosis, target },
            deeper: one,
          });
        const line = made(deeper).next?.command ?? assert.fail();
        const terminal = await said(() =>
          terminalText(made(deeper), { columns: 80, color: false, detail: 'verbose' }),
        );
        requireWhole(commandsOf(terminal), 'terminal');
        const lines = deeper === null ? [line] : [line, deeper];
        assert.equal(requireWhole(lines, 'what proves it, or sees more'), lines.length);
        const boxes = boxesOf(await said(() => htmlText(made(deeper))));
        requireWhole(
          boxes.filter((box) => begins.test(box)),
          'page',
        );
      }
    });
  }

  test('a prediction', async () => {
    const { calibration, settings } = await predictedCase('computing');
    const from = { ...calibration.from, command: server, run: evilName, load: evilName };
    const made = predictPage({ ...calibration, from }, settings, false);
    const page = terminalText(made, { columns: 80, color: false });
    assert.ok(requireWhole(commandsOf(page), 'terminal') > 0);
  });

  const afterCapacity = (findings: readonly unknown[], plan: Partial<Plan>, sentence?: Message) => {
    const run = {
      ...changed(sweep, plan),
      answer: { kind: 'capacity', capacity: { findings, sentence } as never } as const,
    };
    return nextStep(shownRun(run))?.command ?? '';
  };

  test('what follows a rate at which nothing is saturated is the doctor, at the rate that was too much', () => {
    const limit = { rate: 310, loop: 0.18, loopWaits: 0.06, server: 0.1, generator: 0.05, queued: 0 };
    const nextOf = (named: string | null, isForCpu = false) => {
      const params = { ...limit, limit: named, isForCpu, to: null, connections: 0, pool: null, others: null };
      const found = { word: 'bracketed', about: 310, kept: 306, broken: 319, notes: [] };
      const findings = [{ ...found, limit: message('capacity.limit', params) }];
      const typed = ['capacity', '--path=/rows', '--clients=4', '--', 'node', 'server.js'];
      const own = { kind: 'command' as const, command: ['node', 'server.js'], cwd: '/srv' };
      return afterCapacity(findings, { subject: own, asked: typed });
    };
    assert.equal(nextOf(null), 'chokepoint doctor --load poisson:319 --path /rows -- node server.js');
    assert.match(nextOf(null, true), /^chokepoint capacity /);
    assert.match(nextOf('event loop'), /^chokepoint capacity /);
  });

  test('what follows a rate above which others made the generator late is the same once more', () => {
    const findings = [{ word: 'at least', about: 27, kept: 27, broken: null, notes: [], limit: null }];
    const nextOf = (isDisturbed: boolean) =>
      afterCapacity(
        findings,
        { asked },
        message('capacity.at-least', { what: 'p99', rate: 27, isDisturbed }),
      );
    assert.match(nextOf(true), /^chokepoint sweep /);
    assert.match(nextOf(false), /^chokepoint doctor /);
  });

  test('what follows the highest rate', () => {
    const steps = [[], asked].map((words) => afterCapacity([], { asked: words }));
    assert.equal(requireWhole(steps, 'step'), 2);
  });
});
