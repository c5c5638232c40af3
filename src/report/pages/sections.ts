/** What a run rests on, as sections: the comparisons and claims, its quality in one line, then all else, folded. */
import { message, say, type AnyMessage } from '../../messages/message.ts';
import { foundIn, type ClaimVerdict, type Said, type Passage } from '../../model/verdict.ts';
import { checkBalance, checkTable, qualityLine } from '../outline/checks.ts';
import { hostFacts, noiseFacts, planFacts } from '../outline/conditions.ts';
import { failures, type Failure } from '../outline/failures.ts';
import { repeatCommand } from '../outline/command.ts';
import { anchorOf, claimWords, wordName } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { claimTones, foldedSection, said } from '../page.ts';
import type { Figure, Block, Fact, Item, Section } from '../page.ts';
import { tableOf, claims, comparisonTable, jobTable, settingTable } from '../outline/tables.ts';
import { pictureFigure } from '../page/curves.ts';

/** @param main the picture that is on the first screen */
export function runSections(
  result: ShownRun,
  main: Figure | null,
  passages: readonly Passage<Said>[] = result.passages,
): Section[] {
  const comparisons = comparisonTable(result);
  const tables = [settingTable(result), jobTable(result)];
  const facts: Fact[] = [...planFacts(result), ...hostFacts(result)];
  const failed = failures(result);
  return [
    {
      id: 'comparisons',
      title: comparisons.title,
      ...(comparisons.rows.length > mostRows && { hint: '' }),
      // The data of the picture are not shown twice.
      blocks:
        main?.of === 'forest' && main.table.rows.length === comparisons.rows.length
          ? []
          : [{ kind: 'table', table: comparisons, isNamed: true }],
    },
    { id: 'claims', title: message('word.Claims'), blocks: claimGroups(result) },
    foldedSection('design', message('word.How-it-is-measured'), [
      { kind: 'texts', texts: foundIn(result).design ?? [] },
    ]),
    quality(result),
    ...passages.map((one) => passageSection(one, main)),
    foldedSection(
      'settings',
      message('word.Settings-measured'),
      tables.map((table) => ({ kind: 'table', table })),
    ),
    {
      id: 'failures',
      title: message('word.Trials-that-failed'),
      hint: failed.map(({ code, trials }) => `${trials.length} × ${code}`).join(', '),
      isOpen: true,
      blocks: [{ kind: 'items', items: failed.map(failureItem) }],
    },
    {
      id: 'conditions',
      title: message('word.Conditions'),
      hint: facts
        .filter(({ isBrief }) => isBrief)
        .map(({ value }) => said(value))
        .join(', '),
      blocks: [{ kind: 'facts', facts }],
    },
    foldedSection('repeat', message('word.Reproduce'), [
      { kind: 'code', lines: [repeatCommand(result.plan)] },
    ]),
  ];
}

/** Most rows of a table that is not folded: more push what comes after them off the next screen. */
const mostRows = 16;

function quality(result: ShownRun): Section {
  const balance = checkBalance(result);
  return {
    id: 'quality',
    title: message('word.Measurement-quality'),
    hint: qualityLine(result),
    blocks: [
      { kind: 'facts', facts: noiseFacts(result) },
      { kind: 'texts', texts: balance === '' ? [] : [balance] },
      { kind: 'table', table: checkTable(result) },
    ],
  };
}

/** A passage that an experiment or a search wrote. */
function passageSection(
  { title, paragraphs, tables, pictures = [], listings = [] }: Passage<Said>,
  main: Figure | null,
): Section {
  return foldedSection(anchorOf(said(title)), title, [
    { kind: 'texts', texts: paragraphs },
    ...pictures
      .filter(({ id }) => id !== main?.of)
      .map((picture): Block => ({ kind: 'figure', figure: pictureFigure(picture) })),
    ...tables.map((table): Block => ({ kind: 'table', table: tableOf(table) })),
    ...listings.map(({ title: name, lines }): Block => ({ kind: 'code', title: name, lines })),
  ]);
}

/** Messages about open claims: one for all that noise leaves open, one for all that lie on their bound, and so on. */
export function openClaims(all: readonly Pick<ClaimVerdict, 'verdict' | 'undecided'>[]): AnyMessage[] {
  const open = all.filter(({ verdict }) => verdict === 'undecided');
  const groups = Map.groupBy(open, ({ undecided }) => undecided?.kind);
  const noisy = open.flatMap(({ undecided }) => (undecided?.kind === 'noise' ? [undecided] : []));
  const blocks = Math.max(...noisy.map((one) => one.blocks));
  const seconds = Math.max(...noisy.map((one) => one.seconds));
  const told = (
    kind: NonNullable<ClaimVerdict['undecided']>['kind'] | undefined,
    about: (what: AnyMessage) => AnyMessage,
  ) => {
    const count = groups.get(kind)?.length ?? 0;
    return count === 0 ? [] : [about(message('undecided.claims', { claims: count }))];
  };
  return [
    ...told('noise', (what) => message('undecided.noise', { what, blocks, seconds })),
    ...told('on the line', (what) => message('undecided.on-the-line', { what })),
    ...told('withheld', (what) => message('undecided.withheld', { what })),
    ...told(undefined, (what) => message('undecided.contradict', { what })),
  ];
}

/** Claims by their verdict: the decided ones first; the others folded, with what would decide them. */
function claimGroups(result: ShownRun): Block[] {
  const all = claims(result);
  return claimWords.map((word): Block => {
    const those = all.filter(({ verdict }) => verdict === word);
    return {
      kind: 'items',
      group: {
        word: wordName(word),
        tone: claimTones[word],
        isFolded: word === 'undecided' || word === 'not run',
        ...(word === 'undecided' && { hint: openClaims(those).map(say).join(' ') }),
      },
      items: those.map(({ id, text, because, source, table }): Item => ({
        id: `claim-${id}`,
        tone: claimTones[word],
        title: text,
        texts: [because],
        blocks: [],
        folded: {
          title: message('word.Evidence'),
          blocks: [
            { kind: 'texts', texts: [`${say(message('word.Source'))}: ${source}`] },
            { kind: 'table', table, isNamed: true },
          ],
        },
      })),
    };
  });
}

function failureItem({ code, what, why, todo, trials, output }: Failure, i: number): Item {
  return {
    id: `failure-${i + 1}`,
    tone: 'bad',
    title: code,
    texts: [`${what} ${why}`, `${say(message('word.What-to-do'))}: ${todo}`, trials.join(', ')],
    blocks: output.length === 0 ? [] : [{ kind: 'code', title: message('report.output'), lines: output }],
  };
}
