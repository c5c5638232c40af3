/** The doctor's report as one file: no script, no network; the house's page with the doctor's sections. */
import type { Finding, RuleAnswer } from '../../model/diagnosis.ts';
import { escaped } from '../chart/svg.ts';
import { doctorFigures } from './figures.ts';
import { doctorOutline, type DoctorOutline, type DoctorReport } from './outline.ts';
import { changeText, oneLine, pidsText } from './words.ts';
import { page } from '../page/html.ts';
import { badge, htmlTable, prose } from '../page/html-table.ts';
import { facts, figure } from '../page/html-sections.ts';
import { brief } from '../../format/number.ts';

/** The whole page. */
export function doctorHtml(report: DoctorReport): string {
  const said = doctorOutline(report);
  const { watch, diagnosis } = report;
  const figures = doctorFigures(watch, diagnosis);
  const sections = [
    {
      id: 'findings',
      title: 'Findings',
      body: said.findings.map((one, i) => finding(one, i, said)).join(''),
    },
    {
      id: 'timelines',
      title: 'Over time',
      body: figures.map((one) => figure(one, { prefix: '', level: 3 })).join(''),
    },
    {
      id: 'processes',
      title: said.processes.title,
      body: htmlTable(said.processes, 'hidden') + commands(report),
    },
    { id: 'places', title: said.places.title, body: htmlTable(said.places, 'hidden') },
    {
      id: 'capture',
      title: said.capture.title,
      body: said.capture.rows.length > 0 ? htmlTable(said.capture, 'hidden') : '',
    },
    { id: 'load', title: 'Load', body: said.load.length > 0 ? facts(said.load) : '' },
    { id: 'rules', title: 'What each rule said', body: answers(said.answers) },
    { id: 'notes', title: 'Notes', body: list(said.notes) },
    { id: 'unseen', title: 'What could not be seen', body: unseen(said) },
  ].filter(({ body }) => body !== '');
  return page({
    title: said.title,
    word: said.word,
    verdict: said.sentence,
    byline: said.byline,
    warnings: said.warnings,
    contents: sections,
    body: sections.map(
      ({ id, title, body }) =>
        `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${escaped(title)}</h2>${body}</section>`,
    ),
    footer: `Watch ${oneLine(watch.id)}, judged by chokepoint ${oneLine(watch.host.chokepoint)}. The same folder holds watch.json, which "chokepoint doctor --replay" judges again.`,
  });
}

function finding(one: Finding, i: number, { isOne }: DoctorOutline): string {
  const id = `finding-${i + 1}`;
  const changes = one.changes.map(
    ({ what, text }, at) =>
      `<h4>${prose(changeText(what, at))}</h4><pre class="wrap" tabindex="0" aria-label="${escaped(what)}"><code>${escaped(text)}</code></pre>`,
  );
  return [
    `<article class="claim" aria-labelledby="${id}">${badge(one.severity)} <code class="rule">${escaped(one.rule)}</code>${isOne ? '' : ` <span class="detail">${pidsText(one.pids)}</span>`}`,
    `<h3 id="${id}">${prose(one.title)}</h3><p>${prose(one.because)}</p>`,
    `<dl class="facts">${one.evidence.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${prose(value)}</dd></div>`).join('')}</dl>`,
    ...changes,
    `<p><strong>What to expect:</strong> ${prose(one.expect)}${one.gain === null || /throughput/i.test(one.expect) ? '' : ` Throughput × ${brief(one.gain)}.`}</p>`,
    one.experiment === null
      ? ''
      : `<p class="note">To see it for yourself: <code>chokepoint lab ${escaped(one.experiment)}</code></p>`,
    '</article>',
  ].join('');
}

function commands({ diagnosis }: DoctorReport): string {
  // A cluster has the same command many times.
  const pids = new Map<string, number[]>();
  for (const { pid, command, node } of diagnosis.processes) {
    const text = oneLine(`${command}${node === null ? '' : ` (Node ${node})`}`);
    pids.set(text, [...(pids.get(text) ?? []), pid]);
  }
  return facts(Array.from(pids, ([value, some]) => ({ name: pidsText(some), value })));
}

function answers(rows: readonly RuleAnswer[]): string {
  if (rows.length === 0) return '';
  const items = rows.map(
    ({ rule, title, word, because }) =>
      `<div><dt>${badge(word)} <code>${escaped(rule)}</code></dt><dd><span class="detail">${escaped(title)}?</span> ${prose(because)}</dd></div>`,
  );
  return `<dl class="checks rules">${items.join('')}</dl>`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${prose(text)}</li>`).join('')}</ul>`;
}

function unseen({ unseen: parts, deeper }: DoctorOutline): string {
  const more =
    deeper === null
      ? ''
      : `<p>To see more (<code>--help</code> says what it does to the process):</p><pre class="wrap"><code>${escaped(deeper)}</code></pre>`;
  return (parts.length > 0 ? facts(parts) : '') + more;
}
