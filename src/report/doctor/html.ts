/** The doctor's report as one file: no script, no network; the house's page with the doctor's sections. */
import { message, say } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { escaped } from '../chart/svg.ts';
import type { DoctorOutline, SpokenAnswer, SpokenFinding } from './outline.ts';
import { answerName, pidsText, severityName } from './words.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Figure, Table } from '../outline/table.ts';
import { page, type Beside } from '../page/html.ts';
import { badge, htmlTable, prose } from '../page/html-table.ts';
import { firstScreen } from '../page/first-screen.ts';
import { facts, figure, section, type Part } from '../page/html-sections.ts';

/** The whole page. @param added sections that another verb has besides, first of all */
export function doctorHtml(said: DoctorOutline, beside?: Beside, added: readonly Part[] = []): string {
  const { processes, places, capture, status } = said;
  const table = (grid: Table) => (grid.rows.length > 0 ? htmlTable(grid, 'hidden') : '');
  const rows = (all: readonly Fact[]) => (all.length > 0 ? facts(all) : '');
  const parts: Part[] = [
    ...added,
    {
      id: 'findings',
      title: say(message('doctor.findings')),
      body: said.findings.map((one, i) => finding(one, i, said)).join(''),
    },
    {
      id: 'processes',
      title: processes.title,
      ...(said.isOne ? { hint: said.commands[0]?.value ?? '' } : {}),
      body: table(processes) + rows(said.commands),
    },
    ...said.figures
      .filter(({ id, chart }) => id !== said.main?.of || panels(chart) > 1)
      .map((one) => ({
        id: `about-${one.id}`,
        title: one.title,
        hint: one.sentence,
        body: figure(one, { prefix: '', level: 3 }, 'bare'),
      })),
    { id: 'places', title: places.title, hint: '', body: table(places) },
    { id: 'capture', title: capture.title, hint: '', body: table(capture) },
    {
      id: 'load',
      title: say(message('doctor.load')),
      hint: said.load[0]?.value ?? '',
      body: rows(said.load),
    },
    { id: 'notes', title: say(message('doctor.notes')), body: list(said.notes) },
    {
      id: 'unseen',
      title: say(message('doctor.unseen')),
      hint: said.unseen.map(({ name }) => name).join('; '),
      open: status === 'cannot tell',
      body: rows(said.unseen) + deeper(said),
    },
    {
      id: 'rules',
      title: say(message('doctor.rules')),
      hint: said.balance,
      body: answers(said.answers),
    },
  ];
  return page({
    ...beside,
    title: said.title,
    first: firstScreen({ ...said, figure: said.main }),
    warnings: said.warnings,
    body: parts.map((part) => section(part, { prefix: '', level: 2 })),
    footer: said.footer,
  });
}

function panels(chart: Figure['chart']): number {
  return chart.kind === 'timeline' ? chart.panels.length : 1;
}

/** @param at its place: the first change of the first finding is in the box on the first screen */
function finding(one: SpokenFinding, at: number, { isOne, findings }: DoctorOutline): string {
  const isRepeated = findings.findIndex(({ rule }) => rule === one.rule) !== at;
  const id = escaped(`finding-${one.rule}${isRepeated ? `-${at + 1}` : ''}`);
  const changes = (at === 0 ? one.changes.slice(1) : one.changes).map(
    ({ what, lines }, i) =>
      `<h4>${prose(say(message(at === 0 || i > 0 ? 'doctor.or' : 'doctor.change', { what })))}</h4><pre class="wrap copy" tabindex="0" aria-label="${escaped(what)}"><code>${escaped(lines.join('\n'))}</code></pre>`,
  );
  return [
    `<article class="claim" aria-labelledby="${id}">${badge(one.severity, severityName(one.severity))} <code class="rule">${escaped(one.rule)}</code>${isOne ? '' : ` <span class="detail">${pidsText(one.pids)}</span>`}`,
    `<h3 id="${id}">${prose(one.heading ?? one.title)}</h3><p>${prose(one.because)}</p>`,
    `<dl class="facts">${one.evidence.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${prose(value)}</dd></div>`).join('')}</dl>`,
    changes.length === 0
      ? ''
      : `<details><summary>${say(message(at === 0 ? 'doctor.other-ways' : 'doctor.how'))}<span class="quietly"> (${escaped(one.rule)})</span></summary>${changes.join('')}</details>`,
    `<p><strong>${say(message('doctor.what-to-expect'))}</strong> ${prose(one.expect)}</p>`,
    one.experiment === null
      ? ''
      : `<p class="note">${say(message('doctor.see-yourself'))} <code>${escaped(program())} lab ${escaped(one.experiment)}</code></p>`,
    '</article>',
  ].join('');
}

function answers(rows: readonly SpokenAnswer[]): string {
  if (rows.length === 0) return '';
  const items = rows.map(
    ({ rule, title, status, because }) =>
      `<div><dt>${badge(status, answerName(status))} <code>${escaped(rule)}</code></dt><dd><span class="detail">${escaped(title)}?</span> ${prose(because)}</dd></div>`,
  );
  return `<dl class="checks rules">${items.join('')}</dl>`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${prose(text)}</li>`).join('')}</ul>`;
}

function deeper({ deeper: command }: DoctorOutline): string {
  return command === null
    ? ''
    : `<p>${say(message('doctor.see-more', { help: '<code>--help</code>' }))}</p><pre class="wrap copy"><code>${escaped(command)}</code></pre>`;
}
