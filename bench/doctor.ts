/**
 * Whether what the doctor predicts comes true: a server is loaded, diagnosed by its number alone, started again with the
 * first change that the finding names, and measured under the same load. The gain must be within 20% of what was said.
 *
 *     npm run bench -- doctor [--rounds 3] [--only driver] [--watch 3000]
 */
import { parseArgs, styleText } from 'node:util';
import { median, total } from '../src/stats/mean-and-spread.ts';
import type { Finding } from '../src/model/diagnosis.ts';
import type { LoadOutcome } from '../src/model/sample.ts';
import { everyday } from '../test/incidents/everyday.ts';
import { examine, measure } from '../test/incidents/examine.ts';
import type { Incident, Variant } from '../test/incidents/incident.ts';
import { published } from '../test/incidents/published.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    watch: { type: 'string', default: '3000' },
  },
});
const rounds = Number(values.rounds);
const watch = Number(values.watch);
const tolerance = 0.2;

/** A call of so many milliseconds, so many clients, and the pool that it begins with. */
const driver = (latency: number, clients: number, pool = 4): Incident => ({
  title: `driver: ${clients} clients, calls of ${latency} ms, ${pool} threads`,
  server: 'driver.cjs',
  argv: [latency],
  env: { UV_THREADPOOL_SIZE: String(pool) },
  load: [{ path: '/', clients }],
  expected: ['pool-too-small: raise'],
});

/** Its pool works for nobody who asks: what is predicted of jobs is not what comes of requests. */
const withOwnJobs = 'published/zenko.cjs';

const cases: readonly Incident[] = [
  driver(20, 64),
  driver(20, 16),
  driver(5, 16),
  driver(50, 32, 8),
  driver(100, 120, 16),
  ...everyday,
  ...published,
].filter(({ title, server }) => server !== withOwnJobs && `${title} ${server}`.includes(values.only));

/** The server as the finding's first change has it; null if that is not a setting. */
function changed(incident: Incident, { changes }: Finding): Variant | null {
  const [change] = changes;
  const size = /UV_THREADPOOL_SIZE=(\d+)/.exec(change?.text ?? '')?.[1];
  if (change?.type !== 'env' || size === undefined) return null;
  return { argv: incident.argv ?? [], env: { ...incident.env, UV_THREADPOOL_SIZE: size } };
}

/** Answers a second of all kinds together, as the kinds share the threads. */
const rateOf = (outcomes: ReadonlyMap<string, LoadOutcome>): number =>
  total([...outcomes.values()].map(({ throughput }) => throughput));

interface Round {
  readonly said: string;
  readonly predicted: number | null;
  readonly before: number;
  readonly after: number | null;
}

async function round(incident: Incident): Promise<Round> {
  const { diagnosis, outcomes } = await examine(incident, watch);
  const before = rateOf(outcomes);
  const [finding] = diagnosis.findings;
  if (!finding) return { said: diagnosis.status, predicted: null, before, after: null };
  const variant = changed(incident, finding);
  const said = `${finding.rule}: ${variant?.env?.['UV_THREADPOOL_SIZE'] ?? finding.verb}`;
  const after = variant ? rateOf(await measure(incident, variant, watch)) : null;
  return { said, predicted: finding.gain, before, after };
}

const figure = (value: number | null, digits: number) =>
  (value === null ? '' : value.toFixed(digits)).padStart(9);

async function report(incident: Incident): Promise<boolean | null> {
  const done: Round[] = [];
  for (let count = 0; count < rounds; count++) {
    const one = await round(incident);
    done.push(one);
    // Nothing to hold it to: once is enough.
    if (one.predicted === null || one.after === null) break;
  }
  const middle = (pick: (one: Round) => number | null) => {
    const known = done.map(pick).filter((value) => value !== null);
    return known.length === 0 ? null : median(known);
  };
  const gain = middle((one) => (one.after === null || one.before === 0 ? null : one.after / one.before));
  const predicted = middle((one) => one.predicted);
  const error = gain === null || predicted === null ? null : predicted / gain - 1;
  const isRight = error === null ? null : Math.abs(error) <= tolerance;
  const word = isRight === null ? '' : isRight ? styleText('green', 'right') : styleText('red', 'wrong');
  const [before, after] = [middle((one) => one.before), middle((one) => one.after)];
  console.log(
    `${incident.title.slice(0, 62).padEnd(64)}${(done[0]?.said ?? '').padEnd(28)}${figure(before, 1)}${figure(after, 1)}` +
      `${figure(predicted, 2)}${figure(gain, 2)}${figure(error === null ? null : error * 100, 0)}%  ${word}`,
  );
  return isRight;
}

console.log(
  `${''.padEnd(64)}${'advice'.padEnd(28)}${['before', 'after', 'predicted', 'gain', 'error'].map((head) => head.padStart(9)).join('')}`,
);
const answers: (boolean | null)[] = [];
for (const incident of cases) answers.push(await report(incident));
const judged = answers.filter((answer) => answer !== null);
const right = judged.filter(Boolean).length;
console.log(`${right} of ${judged.length} within ${tolerance * 100}% (median of ${rounds} rounds)`);
process.exitCode = right === judged.length ? 0 : 1;
