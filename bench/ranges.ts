/**
 * Whether prediction ranges hold what they say. Every setting of every stored run is predicted from every other one of it,
 * and the measured figure lies in the range or does not: by server with the worst of them, to either side, with the width
 * that it costs, and for a server that had no part in the ranges (each left out in turn). All of it twice: told nothing but the
 * setting that it is predicted from, and told what its run measured elsewhere.
 *
 *     npm run bench -- ranges                         of the stored pairs, bench/data/pairs.json; a second
 *     npm run bench -- ranges --again                 after a change of the model: predicts the stored settings again, a minute
 *     npm run bench -- ranges --collect [--minutes 5] [--only http] [--seed 1]
 *
 * --collect measures servers of bench/tune-servers.ts first, those with the fewest stored runs before the others, as many as the
 * minutes allow, and adds them. Alone on its machine. The table of docs/method.md is then written by `npm run bench -- pages`.
 */
import { parseArgs } from 'node:util';
import type { Cell, Plan } from '../src/model/plan.ts';
import { capacityOf } from '../src/predict/predict.ts';
import { mean } from '../src/stats/mean-and-spread.ts';
import { measured, sweepOf } from './measured.ts';
import { coverageOf, figures, leaveOneServerOut, stretchFor, type Pair } from './ranges-coverage.ts';
import { groupOf, pairsOf, predictedAgain, readGroups, writeGroups, type Group } from './ranges-pairs.ts';
import { clients, servers, type Server } from './tune-servers.ts';

const { values } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    collect: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
/** With two the error of a mean is hardly known. */
const blocks = 3;
const [warmup, duration] = [400, 1200];
/** Start and end of a server, beside its window. */
const around = 900;

/** Pool, processes and clients of the settings of a run; each further run of a server takes the next of these. */
const designs = {
  pool: [
    [1, 2, 4, 8, 32].map((pool) => [pool, 1, clients]),
    [
      [4, 1, 4],
      [4, 1, 16],
      [4, 1, clients],
      [4, 1, 64],
      [16, 1, 64],
    ],
    [
      [4, 1, clients],
      [4, 2, clients],
      [1, 2, clients],
      [4, 4, clients],
      [16, 2, 8],
    ],
  ],
  processes: [
    [
      [4, 1, clients],
      [4, 2, clients],
      [4, 3, clients],
      [4, 4, clients],
      [4, 2, 8],
    ],
    [
      [4, 1, 4],
      [4, 1, 16],
      [4, 1, clients],
      [4, 1, 128],
      [4, 2, 64],
    ],
  ],
};

async function planOf({ command, factors }: Server, stored: number): Promise<Plan> {
  const all = designs[factors.some(({ key }) => key === 'processes') ? 'processes' : 'pool'];
  const seed = Number(values.seed);
  const plan = await sweepOf(clients, { command, factors: [], blocks, seed, warmup, duration });
  const [one] = plan.cells as [Cell];
  const cells = (all[stored % all.length] ?? []).map(([pool = 4, processes = 1, asked = clients]): Cell => ({
    ...one,
    id: `pool=${pool} processes=${processes} clients=${asked}`,
    setting: { pool, processes },
    load: { kind: 'closed', clients: asked },
  }));
  return { ...plan, cells, baseline: cells[0]?.id ?? one.id };
}

/** Adds a run of each server that the time allows to the stored ones; each is stored when it is done. */
async function collect(until: number): Promise<void> {
  const { signal } = new AbortController();
  const runsOf = (name: string) => readGroups().filter(({ server }) => server === name).length;
  const wanted = servers
    .filter(({ name }) => name.includes(values.only))
    .toSorted((a, b) => runsOf(a.name) - runsOf(b.name));
  for (const server of wanted) {
    const why = await server.why();
    if (why !== null) {
      console.log(`${server.name}: not here, ${why}`);
      continue;
    }
    const plan = await planOf(server, runsOf(server.name));
    const needed = plan.cells.length * blocks * (warmup + duration + around);
    if (performance.now() + needed > until) continue;
    const { stored } = await measured(plan, server.name, signal);
    const group = groupOf(server.name, stored, await capacityOf(stored, signal));
    console.log(`${server.name}: ${group.settings.length} of ${plan.cells.length} settings calibrated`);
    if (group.settings.length > 0) writeGroups([...readGroups(), group]);
  }
}

const times = (stretch: number) => (stretch === Infinity ? '∞' : stretch.toPrecision(3));
const percent = (part: number) => `${(100 * part).toFixed(0)}%`;

function tell(groups: readonly Group[], isTold: boolean): void {
  const pairs = groups.flatMap((group) => pairsOf(group, isTold));
  const of = (figure: Pair['figure']) => pairs.filter((pair) => pair.figure === figure);
  const told = figures.filter((figure) => of(figure).length > 0);
  console.log(
    `\n${groups.length} runs of ${new Set(groups.map(({ server }) => server)).size} servers, ${isTold ? 'told the other settings of the run' : 'told one setting'}: within the range, and what it costs`,
  );
  console.table(
    told.map((figure) => {
      const { worst, ...found } = coverageOf(of(figure));
      return {
        figure,
        pairs: found.pairs,
        servers: found.servers,
        within: percent(found.within),
        'mean of servers': percent(found.byServer),
        worst: `${percent(worst.within)} ${worst.server}`,
        'measured below': percent(found.below),
        above: percent(found.above),
        'end ÷ beginning': Number(found.width.toPrecision(3)),
        'interval score': Number(found.score.toPrecision(3)),
      };
    }),
  );
  console.log(
    'Each server left out: ranges stretched as the others say, for 9 of 10 of a new server. ∞: too few servers for that',
  );
  console.table(
    told.map((figure) => {
      const out = leaveOneServerOut(of(figure));
      const [least] = out.toSorted((a, b) => a.within - b.within);
      const stretches = out.map(({ stretch }) => stretch);
      return {
        figure,
        'stretch by all servers': times(stretchFor(of(figure))),
        'least, most by the others': `${times(Math.min(...stretches))} to ${times(Math.max(...stretches))}`,
        'mean of servers': percent(mean(out.map(({ within }) => within))),
        worst: least ? `${percent(least.within)} ${least.server}` : '–',
      };
    }),
  );
}

if (values.again) writeGroups(readGroups().map(predictedAgain));
if (values.collect) await collect(performance.now() + 60_000 * Number(values.minutes));
const groups = readGroups();
for (const isTold of [false, true]) tell(groups, isTold);
