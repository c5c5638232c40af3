/** What the readers of all formats share: a row in which nothing is known, percentiles, answers by their status, and lines. */
import { Lines } from '../load/lines.ts';
import type { Observation } from '../model/observation.ts';
import type { PublishedFigures } from '../model/published.ts';
import { total } from '../stats/mean-and-spread.ts';

type FigureSource = Pick<PublishedFigures, 'source' | 'load'>;

/** Returns the figures that a file says; everything else is not known. */
export function figuresOf(said: FigureSource & Partial<PublishedFigures>): PublishedFigures {
  return { ...unknown, ...said };
}

const unknown: Omit<PublishedFigures, keyof FigureSource> = {
  isTimedFromDue: false,
  clients: null,
  atMost: null,
  length: null,
  begun: null,
  answered: null,
  throughput: null,
  mean: null,
  min: null,
  max: null,
  percentiles: [],
  inFlight: null,
  answers: null,
  unsent: null,
  bins: null,
  labels: [],
  step: null,
  lengthStep: null,
  unread: 0,
};

/** @returns the percentiles below 100%, ascending. @param found percent and milliseconds */
export function percentilesOf(
  found: readonly (readonly [percent: number | null, value: number | null])[],
): PublishedFigures['percentiles'] {
  return found
    .flatMap(([percent, value]) =>
      percent !== null && value !== null && percent > 0 && percent < 100
        ? [{ share: Number((percent / 100).toPrecision(10)), value }]
        : [],
    )
    .toSorted((a, b) => a.share - b.share);
}

type Kinds = readonly (readonly [kind: string, count: number])[];

/**
 * All these tools count an answer with a wrong status among their requests, and its time among their times.
 * @param wrong answers that came and were not the right ones, by what they were
 * @param lost requests without an answer, by why
 */
export function answersOf(answered: number | null, wrong: Kinds, lost: Kinds = []): Observation['answers'] {
  if (answered === null) return null;
  const sum = (of: Kinds) => total(of.map(([, count]) => count));
  return {
    sent: answered + sum(lost),
    wrong: 0,
    lost: sum(lost),
    countedAsSuccess: Math.min(answered, sum(wrong)),
    kinds: Object.fromEntries([...wrong, ...lost].filter(([, count]) => count > 0)),
  };
}

/** A format that is read line by line. */
export interface LineFormat {
  /** @returns whether the line could be read */
  readonly take: (line: string) => boolean;
  /** @returns null where no line was a result */
  readonly figures: () => PublishedFigures | null;
}

/** The lines of a file of such a format, read as its parts come. */
export interface ResultLines {
  readonly push: (part: string) => void;
  /** @returns null where no line was a result */
  readonly end: () => PublishedFigures | null;
}

/** Most characters of a line. A line of a result is shorter: a longer one cannot be read, and is not kept. */
const longestLine = 1024 * 1024;

export function resultLines({ take, figures }: LineFormat): ResultLines {
  let unread = 0;
  const read = (line: string) => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text !== '' && !take(text)) unread++;
  };
  const lines = new Lines(longestLine, read, () => unread++);
  return {
    push: (part) => lines.push(part),
    end() {
      lines.end();
      const found = figures();
      return found && { ...found, unread };
    },
  };
}

/** Statuses of failures, each with its number. @param statuses of HTTP, or a class of it such as `4xx` */
export function failures(statuses: Iterable<readonly [status: string, count: number]>): [string, number][] {
  return [...statuses].flatMap(([status, count]) =>
    /^[45](?:\d\d|xx)$/.test(status) ? [[`status ${status}`, count]] : [],
  );
}
