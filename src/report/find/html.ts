/** What a first look adds to the doctor's page: the answer with its proof, the two settings, and throughput by clients. */
import { message, say } from '../../messages/message.ts';
import type { Proof } from '../../model/proof.ts';
import type { Watch } from '../../model/watch.ts';
import { columnFormat, duration, fixed, percent, ratioTexts } from '../../format/number.ts';
import { capital } from '../../format/words.ts';
import { escaped } from '../chart/svg.ts';
import { assigned, columnName, metricName, shortMetricName } from '../outline/names.ts';
import type { Answer, Tile, Tone } from '../outline/answer.ts';
import type { Figure, Table, TableCell } from '../outline/table.ts';
import { figureText } from '../outline/tiles.ts';
import { htmlTable } from '../page/html-table.ts';
import { figure, type Part } from '../page/html-sections.ts';
import { loadStep, shortSetting, type FindOutline, type FindReport } from './outline.ts';

const badges = {
  proved: ['find.badge.proved', 'good'],
  worse: ['find.badge.refuted', 'bad'],
  same: ['find.badge.same', 'same'],
  undecided: ['find.badge.undecided', 'unsure'],
  unmeasured: ['find.badge.undecided', 'unsure'],
} as const;

/** The first screen: what the proof says where there is one, else what the diagnosis says. */
export function findAnswer(base: Answer, { proof }: Pick<FindReport, 'proof'>, said: FindOutline): Answer {
  const { result, why, apply, next } = said;
  if (!result || !proof) return base;
  const [badge, tone] = badges[result.word];
  return {
    badge: say(message(badge)),
    tone,
    sentence: result.sentence,
    rest: [...(result.details.length > 0 ? [`${result.details.join('; ')}.`] : []), ...why].join(' '),
    tiles: [...tiles(proof), ...base.tiles.slice(0, 2)],
    todo:
      apply.length > 0
        ? { sentences: [say(message('page.todo.apply'))], lines: apply, more: null }
        : {
            sentences: next ? [`${capital(next.note)}:`] : [],
            lines: next ? [next.command] : [],
            more: null,
          },
  };
}

/** What the setting does, and what the one does that runs now. */
function tiles({ figures, verdict }: Proof): Tile[] {
  const tone: Tone = verdict === 'proved' ? 'good' : verdict === 'worse' ? 'bad' : 'quiet';
  return figures.map(({ metric, today, tried }, i) => ({
    label: metricName(metric),
    value: figureText(metric, tried),
    note: say(message('page.tile.was', { value: figureText(metric, today) })),
    tone: i === 0 ? tone : 'quiet',
  }));
}

/** @param link to the report of the proof's own run; null where there is none */
export function findParts({ proof }: FindReport, { approach }: Watch, link: string | null): Part[] {
  return [
    ...(proof ? [{ id: 'proof', title: say(message('find.page.proof')), body: proofBody(proof, link) }] : []),
    ...(approach
      ? [
          {
            id: 'clients',
            title: say(message('find.page.load')),
            body: figure(curveOf(approach), { prefix: '', level: 3 }, 'bare'),
          },
        ]
      : []),
  ];
}

function proofBody(proof: Proof, link: string | null): string {
  const words = escaped(say(message('find.page.run', { run: proof.run })));
  const note = link === null ? words : `<a href="${escaped(link)}">${words}</a>`;
  return `${htmlTable(proofTable(proof), 'hidden')}<p class="note">${note}</p>`;
}

function proofTable({ today, setting, figures, ratio, metric }: Proof): Table {
  const interval = ratio && ratioTexts(ratio);
  const cell = (text: string, detail?: string): TableCell => ({ text, ...(detail && { detail }) });
  const cells = (of: 'today' | 'tried') => figures.map((one) => cell(figureText(one.metric, one[of])));
  return {
    title: say(message('find.page.proof')),
    note: '',
    columns: [
      { label: columnName('setting'), align: 'left', rank: 0 },
      ...figures.map((one) => ({ label: shortMetricName(one.metric), align: 'right', rank: 0 }) as const),
      { label: `${say(message('find.page.ratio'))} (${shortMetricName(metric)})`, align: 'right', rank: 0 },
    ],
    rows: [
      [cell(shortSetting(today)), ...cells('today'), cell('1')],
      [
        cell(assigned(setting)),
        ...cells('tried'),
        interval ? cell(`${interval.value}×`, `${interval.low}–${interval.high}`) : cell('–'),
      ],
    ],
  };
}

function curveOf({ knee, clients }: NonNullable<Watch['approach']>): Figure {
  const title = say(message('find.page.load'));
  const axis = say(message('find.page.clients'));
  const { steps } = knee;
  const rate = columnFormat(steps.map(({ throughput }) => throughput));
  const column = (label: string) => ({ label, align: 'right', rank: 0 }) as const;
  return {
    id: 'clients',
    title,
    sentence: loadStep(knee).text,
    chart: {
      kind: 'curve',
      axis: { label: axis, levels: steps.map((one) => one.clients), scale: 'log2' },
      unit: say(message('find.page.rate')),
      panels: [
        {
          title: '',
          lines: [
            {
              label: '',
              series: 0,
              dash: 0,
              points: steps.map((one) => ({
                level: one.clients,
                value: one.throughput,
                low: null,
                high: null,
                ...(one.clients === clients && { role: 'now' as const }),
                ...(one.clients === knee.clients && { role: 'best' as const }),
              })),
            },
          ],
        },
      ],
      omitted: 0,
      roles: { best: say(message('find.page.knee')), now: say(message('find.page.diagnosed')) },
    },
    table: {
      title,
      note: '',
      columns: [
        column(axis),
        column(metricName('throughput')),
        column(say(message('find.page.mean'))),
        column(say(message('find.page.failed'))),
        column(say(message('find.page.generator'))),
      ],
      rows: steps.map(({ clients: each, throughput, mean, failed, generator }) => [
        { text: fixed(each, 0) },
        { text: rate(throughput) },
        { text: mean === null ? '–' : duration(mean) },
        { text: percent(failed) },
        { text: percent(generator) },
      ]),
    },
  };
}
