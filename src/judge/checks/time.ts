/** Whether the clocks fit into each other: server into client into test, and each into what it measures. */
import { metrics, type Metric } from '../../model/verdict.ts';
import { check, eachRow, figure } from './check.ts';
import { short, shortPercent, time } from '../../format/words.ts';

/** Two clocks that are read one after the other, and figures that were rounded. */
const nestingTolerance = 1.005;
/** Below this share the larger part of what a client waits is a queue that the server does not see. */
const hiddenQueue = 0.7;
const coarse = 0.02;

export const nesting = check({
  id: 'T1',
  title: 'Server time within client time within the test',
  failsWhen:
    'a server says that a request took longer than its client waited, or either longer than the whole test',
  effect: 'undecided',
  needs: ['length'],
  without: 'How long the test took is not known.',
  judge: (rows) =>
    eachRow(rows, ({ server, mean, max, length, endsByCount }) => {
      const steps: { what: string; inner: number; outer: number; around: string }[] = [];
      if (server) {
        if (endsByCount)
          steps.push({ what: 'The server says', inner: server.max, outer: length, around: 'in a test of' });
        if (max !== null)
          steps.push({
            what: 'The server says',
            inner: server.max,
            outer: max,
            around: 'while no client waited longer than',
          });
        if (mean !== null)
          steps.push({
            what: 'The server’s mean is',
            inner: server.mean,
            outer: mean,
            around: 'the clients’',
          });
      }
      if (max !== null && endsByCount)
        steps.push({ what: 'The longest answer took', inner: max, outer: length, around: 'in a test of' });
      const [first, ...others] = steps;
      if (!first) return null;
      const worst = others.reduce(
        (most, next) => (next.inner / next.outer > most.inner / most.outer ? next : most),
        first,
      );
      return {
        fails: worst.inner > worst.outer * nestingTolerance,
        badness: worst.inner / worst.outer,
        text: `${lower(worst.what)} ${time(worst.inner)}, ${worst.around} ${time(worst.outer)}`,
        evidence: [figure('inner', 'ms', worst.inner), figure('outer', 'ms', worst.outer)],
      };
    }) ?? {
      outcome: 'not applicable',
      sentence:
        'The server does not tell its own time, and nobody timed a single answer against the whole test.',
    },
});

export const hidden = check({
  id: 'T2',
  title: 'No queue that the server cannot see',
  failsWhen:
    'the mean time that the server tells is below 0.7 × what the clients waited; the clients’ time is reported',
  effect: 'note',
  needs: ['server', 'mean'],
  without: 'The server does not tell what a request took it (header Server-Timing: app;dur=…).',
  judge: (rows) =>
    eachRow(rows, ({ server, mean }) => ({
      fails: server.mean < hiddenQueue * mean,
      badness: mean / server.mean,
      text: `the server says ${time(server.mean)}, the clients waited ${time(mean)}: ${shortPercent(1 - server.mean / mean)} of it lies outside the handler`,
      evidence: [figure('server ÷ client', 'ratio', server.mean / mean)],
    })) ?? { outcome: 'not applicable', sentence: 'No mean was measured.' },
});

export const resolution = check({
  id: 'C1',
  title: 'Clocks finer than what they measure',
  failsWhen: 'the resolution of the clock behind a figure is above 2 % of the figure',
  effect: 'note',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const clocks = rows.flatMap((row) => row.clocks.map((clock) => ({ ...row, clock })));
    const failing = new Set<Metric>();
    const judged = eachRow(clocks, ({ clock: { metric, resolution: step, value } }) => {
      const fails = step > coarse * value;
      if (fails) failing.add(metric);
      const { label, unit } = metrics[metric];
      return {
        fails,
        badness: step / value,
        text: `${label} of ${short(value)} ${unit} is known to ${short(step)} ${unit}: ${shortPercent(step / value)}`,
        evidence: [figure(`resolution of ${label}`, unit, step)],
      };
    });
    if (!judged)
      return { outcome: 'not applicable', sentence: 'The clocks behind the figures are not known.' };
    return failing.size > 0 ? { ...judged, metrics: [...failing] } : judged;
  },
});

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
