/** Every step of a search, on servers without noise, where each can be predicted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recommend } from '../../src/tune/recommend.ts';
import { ask, begin, tell } from '../../src/tune/search.ts';
import type { SearchOptions, TuneTrial } from '../../src/model/tune.ts';
import { optionsOf, processesOf, serverOf, sizeOf, type Server } from './simulated-servers.ts';

/** One line for each step: phase, blocks, settings in ascending order; `again` where a failed trial is repeated. */
function steps(server: Server, options: SearchOptions): string[] {
  const history: TuneTrial[] = [];
  const lines: string[] = [];
  for (let state = begin(options); ; state = tell(state, history.slice(state.history.trials.length))) {
    const step = ask(state);
    if (!step) {
      const { verdict, id, stopped, looks } = recommend(state);
      for (const { blocks, dropped, certified } of looks)
        lines.push(`look ${blocks}: out ${short(dropped)}; certified ${short(certified)}`);
      return [...lines, `${verdict}: ${id} (${stopped})`];
    }
    const cells = new Set(step.blocks.flatMap((block) => block.cells));
    const isAgain = step.blocks.some(({ block, cells: own }) =>
      history.some((trial) => trial.block === block && own.includes(trial.setting)),
    );
    const blocks = step.blocks.map(({ block }) => block).join(',');
    lines.push(`${step.phase} ${blocks}: ${short([...cells])}${isAgain ? ' again' : ''}`);
    for (const { block, cells: own } of step.blocks)
      for (const setting of own) history.push({ setting, block, ...server(setting) });
  }
}

function short(ids: readonly string[]): string {
  if (ids.length === 0) return '–';
  const words = ids.map((id) => id.replace('processes=', '').replace(' pool=', '×').replace('pool=', ''));
  return words
    .toSorted(
      (a, b) =>
        parseFloat(a.replace('default', '4')) - parseFloat(b.replace('default', '4')) ||
        Number(a.split('×')[1]) - Number(b.split('×')[1]),
    )
    .join(' ');
}

const grid = [
  { key: 'processes', levels: [1, 2, 4, 8] },
  { key: 'pool', levels: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] },
];
const perfect = (server: Server, options: Partial<SearchOptions> = {}) => steps(server, optionsOf(options));

suite('A search without noise, step by step', () => {
  test('brackets a peak, refines around it, certifies the smallest that is as good', () => {
    assert.deepEqual(perfect(serverOf('mixed')), [
      'bracket 0: 1 4 12 16 64 256 1024',
      'bracket 1: 4 12 16 64 256 1024',
      'refine 2,3: 32 64 128',
      'look 4: out 32 128; certified 32 64 128',
      'certified: pool=32 (certificate)',
    ]);
  });

  test('fills in all sizes between those that were near the top, and races only the most promising when in haste', () => {
    assert.deepEqual(perfect(serverOf('flat')), [
      'bracket 0: 1 4 12 16 64 256 1024',
      'bracket 1: 1 4 12 16 64 256 1024',
      'refine 2,3: 1 2 4 8 32 128 512',
      'look 4: out 2 4 8; certified 1 2 4 8',
      'certified: pool=4 (certificate)',
    ]);
  });

  test('races all that the screening left when every one shall be certified', () => {
    assert.deepEqual(perfect(serverOf('cpu'), { mode: 'certified' }), [
      'bracket 0: 1 4 12 16 64 256 1024',
      'bracket 1: 4 12 16 64 256 1024',
      'refine 2,3: 8 12 32 128 512',
      'look 4: out 16 32 64 128 256 512 1024; certified 12 16 32 64 128 256 512 1024',
      'certified: pool=12 (certificate)',
    ]);
  });

  test('begins where a model points to', () => {
    const prediction = Object.fromEntries(
      [1, 2, 4, 8, 16, 32, 64, 1024].map((k) => [`pool=${k}`, Math.min(k, 30)]),
    );
    assert.equal(perfect(serverOf('mixed'), { prediction })[0], 'bracket 0,1: 4 16 32 128 1024');
    // What a model says of settings that are not in the grid, or says badly, does no harm.
    const nonsense = { 'pool=3': 5, 'pool=8': Number.NaN };
    assert.equal(perfect(serverOf('mixed'), { prediction: nonsense })[0], 'bracket 0: 1 4 12 16 64 256 1024');
  });

  test('looks everywhere if what it finds is not what the model said', () => {
    const prediction = Object.fromEntries([1, 4, 12, 16, 64, 256, 1024].map((k) => [`pool=${k}`, 100]));
    const lines = perfect(serverOf('mixed'), { isGuided: true, prediction });
    assert.deepEqual(lines.slice(0, 3), [
      'bracket 0: 4',
      'bracket 1,2: 1 4 1024',
      'bracket 3,4: 4 12 16 64 256',
    ]);
    assert.equal(lines.at(-1), perfect(serverOf('mixed')).at(-1));
  });

  test('takes the default pool for what it is: one of 4 threads, measured once', () => {
    const factors = [{ key: 'pool', levels: [1, 2, 4, 8, 16, 32, 64, 128, 'default'] }];
    const server: Server = (id) => serverOf('flat')(id.replace('default', '4'));
    for (const today of ['default', 4]) {
      const [first, , , , last] = perfect(server, { factors, default: { pool: today } });
      assert.equal(first, 'bracket 0: 1 default 16 64 128');
      assert.equal(last, 'certified: pool=default (certificate)');
    }
  });

  test('takes a small grid whole, and does not refine what has nothing between', () => {
    const options = { factors: [{ key: 'pool', levels: [2, 4, 8] }] };
    assert.deepEqual(perfect(serverOf('dns'), options), [
      'bracket 0: 2 4 8',
      'bracket 1: 4 8',
      'certify 2: 4 8',
      'look 3: out 4; certified 8',
      'certified: pool=8 (one survivor)',
    ]);
  });

  test('compares words with one another, since they have no neighbours', () => {
    const speeds: Readonly<Record<string, number>> = { off: 100, lru: 140, 'env:CACHE=lfu': 139 };
    const server: Server = (id) => ({
      ok: true,
      figures: { throughput: speeds[id.replace('env:CACHE=', '')] ?? 139 },
    });
    const factors = [{ key: 'env:CACHE', levels: ['off', 'lru', 'lfu'] }];
    const lines = perfect(server, { factors, default: { 'env:CACHE': 'off' } });
    assert.equal(lines.at(-1), 'certified: env:CACHE=lru (certificate)');
  });

  test('repeats a trial that failed once, and leaves out what fails again', () => {
    let deaths = 1;
    const dies: Server = (id) =>
      (sizeOf(id) === 64 && deaths-- > 0) || sizeOf(id) === 1024
        ? { ok: false, figures: {} }
        : serverOf('shelf')(id);
    assert.deepEqual(perfect(dies), [
      'bracket 0: 1 4 12 16 64 256 1024',
      'bracket 0: 64 1024 again',
      'bracket 1: 1 4 12 16 64 256',
      'refine 2,3: 32 64 128',
      'look 4: out 128; certified 64 128',
      'certified: pool=64 (certificate)',
    ]);
  });

  test('screens two variables on a coarse grid first, and refines on the lines through what is good', () => {
    const server: Server = (id) => {
      const [pool, processes] = [sizeOf(id), processesOf(id)];
      const total = pool * processes;
      const throughput = Math.min(total / 0.02, processes * 500, 1400) / (1 + 0.0003 * total);
      return { ok: true, figures: { throughput } };
    };
    assert.deepEqual(perfect(server, { factors: grid, default: { processes: 1, pool: 4 } }), [
      'bracket 0: 1×1 1×4 1×8 1×64 1×1024 2×1 2×8 2×64 2×1024 4×1 4×8 4×64 4×1024 8×1 8×8 8×64 8×1024',
      'bracket 1: 1×4 2×8 2×64 2×1024 4×8 4×64 4×1024 8×8 8×64',
      'refine 2,3: 4×4 4×8 4×16 4×32',
      'look 4: out 4×16 8×8; certified 4×8 4×16 8×8',
      'certified: processes=4 pool=8 (certificate)',
    ]);
  });

  test('begins around what changes fewest of two variables, of what a model takes for as good', () => {
    const factors = [
      { key: 'processes', levels: [1, 2] },
      { key: 'pool', levels: [1, 2, 4, 8] },
    ];
    const from = (rate: (id: string) => number) => {
      const ids = [1, 2].flatMap((p) => [1, 2, 4, 8].map((k) => `processes=${p} pool=${k}`));
      const prediction = Object.fromEntries(ids.map((id) => [id, rate(id)]));
      const server: Server = (id) => ({ ok: true, figures: { throughput: rate(id) } });
      return perfect(server, { factors, default: { processes: 1, pool: 4 }, isGuided: true, prediction });
    };
    assert.equal(from(() => 500)[1], 'bracket 1,2: 1×2 1×4 1×8 2×4');
    const two = from((id) => (id.startsWith('processes=2') ? 900 : 500));
    assert.equal(two[1], 'bracket 1,2: 1×4 2×2 2×4 2×8');
    assert.equal(two.at(-1), 'certified: processes=2 pool=4 (certificate)');
  });

  test('leaves a variable as it is that does not matter: it is measured with today’s value, and raced', () => {
    const server: Server = (id) => ({
      ok: true,
      figures: { throughput: 500 * Math.min(processesOf(id), 4) },
    });
    const lines = perfect(server, { factors: grid, default: { processes: 1, pool: 4 } });
    assert.doesNotMatch(lines[0] ?? '', / 4×4/);
    assert.match(lines[2] ?? '', /^refine .* 4×4( |$)/);
    assert.equal(lines.at(-1), 'certified: processes=4 pool=4 (certificate)');
  });
});
