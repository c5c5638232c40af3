import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, say } from '../../src/messages/message.ts';
import type { RunModel } from '../../src/model/prediction.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { html } from '../../src/report/report.ts';
import { planFacts } from '../../src/report/outline/conditions.ts';
import { shownRun } from '../../src/report/outline/shown-run.ts';
import { comparisonTable } from '../../src/report/outline/tables.ts';
import { figures } from '../../src/report/page/figures.ts';
import { fixture } from './fixture.ts';

const measured = fixture({ kind: 'sweep' });

function withModel(change: Partial<RunModel> = {}): RunResult {
  const cells = measured.plan.cells.map(({ id }, i) => ({
    cell: id,
    throughput: 100 + i,
    mean: 10,
    p50: 9,
    p99: null,
    limit: message('limit.pool-threads'),
  }));
  const error = { throughput: 0.02, mean: 0.03 };
  const sentence = message('run-model.drawn', { cells: ['pool=4'] });
  return { ...measured, model: { from: ['pool=4'], cells, error, sentence, ...change } };
}

const figure = (result: RunResult, id: string) => {
  const shown = shownRun(result);
  const found = figures(shown, comparisonTable(shown)).find((one) => one.id === id);
  assert.ok(found && found.chart.kind === 'curve');
  return { ...found, chart: found.chart };
};

test("the model's line stands behind the measured one, and its figures beside them", () => {
  for (const id of ['throughput', 'latency']) {
    const { chart, table, note = '' } = figure(withModel(), id);
    const lines = chart.panels.flatMap((panel) => panel.lines);
    const [line, ...others] = lines.filter(({ isModel }) => isModel);
    assert.ok(line && others.length === 0);
    assert.equal(line.dash, 1);
    assert.equal(line.points.length, measured.plan.cells.length);
    assert.match(note, /dashed line/);
    assert.equal(table.columns.at(-1)?.label, 'model');
    assert.ok(table.rows.every((row) => row.length === table.columns.length));
    assert.equal(table.rows[0]?.at(-1)?.text, id === 'throughput' ? '100' : '9.00');
  }
});

test('a model that predicts nothing is one line that says why', async () => {
  const sentence = message('run-model.none', { cell: 'pool=4', why: message('no-model.unwatched') });
  const result = withModel({ from: [], cells: [], sentence });
  const { chart, table } = figure(result, 'throughput');
  assert.ok(chart.panels.every((panel) => panel.lines.every(({ isModel }) => !isModel)));
  assert.notEqual(table.columns.at(-1)?.label, 'model');
  assert.ok((await html(result)).includes(say(sentence)));
});

test('a run without a model looks as before', () => {
  const { chart, table, note = '' } = figure(measured, 'throughput');
  assert.equal(chart.panels[0]?.lines[0]?.label, '');
  assert.ok(!note.includes('model') && table.columns.every(({ label }) => label !== 'model'));
  assert.ok(!planFacts(measured).some(({ name }) => name === 'Model'));
});
