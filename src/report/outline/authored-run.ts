/** Translates what the author of an experiment wrote in English: its question, its design, its claims, its passages. */
import { authored, authoredUnder } from '../../messages/message.ts';
import type { Passage, Picture, RunResult, Said } from '../../model/verdict.ts';

const inWords = (one: Said) => (typeof one === 'string' ? authored(one) : one);

/** Translates a line of a listing, without its indentation and without a comma at its end. */
const inLine = (line: string) => line.replace(/\S(?:.*[^\s,])?/, (words) => authored(words));

/** @returns the result as it is where nobody but the program wrote it */
export function authoredRun(result: RunResult): RunResult {
  const { answer, plan, passages } = result;
  if (answer.kind !== 'lab') return result;
  const code = `experiment.${plan.name}`;
  const claims = answer.claims.map((claim) => ({
    ...claim,
    text: authored(claim.text, code, claim.id.slice(plan.name.length + 1)),
    source: authored(claim.source),
    evidence: claim.evidence.map((one) => ({ ...one, text: authored(one.text), unit: authored(one.unit) })),
  }));
  const question = authored(answer.question, code);
  const design = answer.design.map((text, i) => authored(text, code, `design-${i + 1}`));
  return { ...result, answer: { ...answer, question, design, claims }, passages: passages.map(passage) };
}

function passage({ title, paragraphs, tables, listings, pictures }: Passage<Said>): Passage<Said> {
  const written: readonly Said[] = paragraphs.filter((one) => typeof one === 'string');
  const under = (head: Said, text: Said, place: string) =>
    typeof head === 'string' && typeof text === 'string' ? authoredUnder(head, text, place) : text;
  return {
    title: inWords(title),
    paragraphs: paragraphs.map((one) => under(title, one, `text-${written.indexOf(one) + 1}`)),
    tables: tables.map(({ note, ...table }) => ({
      title: inWords(table.title),
      ...(note !== undefined && { note: under(table.title, note, 'note') }),
      columns: table.columns.map(({ label, align }) => ({ label: inWords(label), align })),
      rows: table.rows.map((row) => row.map(inWords)),
    })),
    ...(listings && {
      listings: listings.map((one) => ({ title: inWords(one.title), lines: one.lines.map(inLine) })),
    }),
    ...(pictures && { pictures: pictures.map(picture) }),
  };
}

const picture = ({ title, axis, unit, lines, ...drawn }: Picture): Picture => ({
  ...drawn,
  title: authored(title),
  axis: { ...axis, label: authored(axis.label) },
  unit: authored(unit),
  lines: lines.map(({ label, points }) => ({
    label: authored(label),
    points: points.map((point) => ({
      ...point,
      level: typeof point.level === 'string' ? authored(point.level) : point.level,
    })),
  })),
});
