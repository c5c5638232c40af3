/** Whether the clocks fit into each other: server into client into test, and each into what it measures. */
import { message, type ParamsOf } from '../../messages/message.ts';
import { metrics, type Metric } from '../../model/verdict.ts';
import { check, eachRow, figure } from './check.ts';
import { thresholds } from './thresholds.ts';

export const nesting = check({
  id: 'T1',
  effect: 'undecided',
  needs: ['length'],
  row: ({ server, mean, max, length, endsByCount }) => {
    const steps: ParamsOf<'check.T1.nesting'>[] = [];
    if (server) {
      if (endsByCount) steps.push({ what: 'server in test', inner: server.max, outer: length });
      if (max !== null) steps.push({ what: 'server in client', inner: server.max, outer: max });
      if (mean !== null) steps.push({ what: 'means', inner: server.mean, outer: mean });
    }
    if (max !== null && endsByCount) steps.push({ what: 'client in test', inner: max, outer: length });
    const [worst] = steps.toSorted((a, b) => b.inner / b.outer - a.inner / a.outer);
    if (!worst) return null;
    const { inner, outer } = worst;
    return {
      badness: inner / outer / thresholds.T1.tolerance,
      says: message('check.T1.nesting', worst),
      evidence: [figure('inner', 'ms', inner), figure('outer', 'ms', outer)],
    };
  },
});

export const hidden = check({
  id: 'T2',
  effect: 'note',
  needs: ['server', 'mean'],
  row: ({ server, mean }) => ({
    badness: (thresholds.T2.serverShare * mean) / server.mean,
    says: message('check.T2.hidden', { server: server.mean, client: mean }),
    evidence: [figure('server ÷ client', 'ratio', server.mean / mean)],
  }),
});

export const resolution = check({
  id: 'C1',
  effect: 'note',
  needs: [],
  judge(rows) {
    const clocks = rows.flatMap((row) => row.clocks.map((clock) => ({ ...row, clock })));
    const failing = new Set<Metric>();
    const judged = eachRow(clocks, ({ clock: { metric, resolution: step, value } }) => {
      const fails = step > thresholds.C1.coarse * value;
      if (fails) failing.add(metric);
      const { label, unit } = metrics[metric];
      return {
        fails,
        badness: step / value,
        says: message('check.C1.resolution', { label, unit, value, resolution: step }),
        evidence: [figure(`resolution of ${label}`, unit, step)],
      };
    });
    return judged && failing.size > 0 ? { ...judged, metrics: [...failing] } : judged;
  },
});
