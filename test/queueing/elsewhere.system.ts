import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mean, median } from '../../src/stats/mean-and-spread.ts';
import {
  burstErrors,
  clusterErrors,
  elsewhere,
  ofBursts,
  ofCluster,
  ofPair,
  ofPools,
  pairError,
  poolErrors,
  ranged,
  tableOf,
} from './elsewhere.ts';

const sizes = (errors: readonly number[]) => errors.map(Math.abs);
const said = (errors: readonly number[]) => errors.map((one) => `${(100 * one).toFixed(1)}%`).join(', ');

/** On average no worse, and nowhere worse. */
function isWithin(errors: readonly number[], average: number, worst: number): void {
  assert.ok(mean(sizes(errors)) <= average, said(errors));
  assert.ok(Math.max(...sizes(errors)) <= worst, said(errors));
}

const alone = clusterErrors(0);
// One thread of autocannon asked no faster than that on this machine, whatever was answered.
const { three } = elsewhere.cluster.workloads['hello'] ?? { three: [] };
const aided = clusterErrors(1000 / median(three));
aided.delete('hello');

suite('Machines of others, predicted from one setting', () => {
  // Each figure is one run of some milliseconds: 94 ms for half of 186 ms is luck already.
  test('a pool that grows to the CPUs and beyond them', () => {
    isWithin([...poolErrors(tableOf('pbkdf2, ten logical CPUs')).values()], 0.07, 0.1);
  });

  // A job varies by a quarter in the model where nobody says by how much. The pool of four was measured first, and so may have
  // filled the caches of names for the others.
  test('DNS lookups, which wait', () => {
    isWithin([...poolErrors(tableOf('dns.lookup')).values()], 0.13, 0.2);
  });

  // Five ways to start the same three processes differ from their own median by 3% on average, and up to 20%.
  test('three processes instead of one: 40 figures to 10%', () => {
    isWithin([...alone.values()].flat(), 0.1, 0.31);
    assert.ok(median(sizes([...alone.values()].flat())) <= 0.07);
  });

  test('with the CPU of the load generator, told by one figure: the other 35 to 7%', () => {
    isWithin([...aided.values()].flat(), 0.075, 0.21);
  });

  const [words, primes, loop] = elsewhere.pairs.map(pairError);
  test('four workers and two, where a request is nothing but JavaScript, to 2%', () => {
    isWithin([words ?? NaN, loop ?? NaN], 0.012, 0.02);
  });

  test('and not a tenth of a second, which is over before the workers are warm', () => {
    assert.ok(primes !== undefined && primes > 0.3 && primes < 0.4, String(primes));
  });
});

suite(
  'Machines of others, predicted from two pool sizes: one tells the work, the largest how fast the CPUs are',
  () => {
    const errorsOf = (name: string) => [...poolErrors(tableOf(name)).values()];

    test('sizes between them, for bursts of long jobs, to 5%', () => {
      isWithin(errorsOf('pbkdf2, twelve logical CPUs'), 0.03, 0.03);
      isWithin(errorsOf('gzip and gunzip, twelve logical CPUs'), 0.05, 0.05);
      isWithin(errorsOf('gzip of 28 MB'), 0.01, 0.01);
    });

    // A pool of one has the clock of one busy core and no hyper-thread beside it. C(n) then bends before it ends, and two
    // figures cannot tell how. One of the tables is rounded to hundreds.
    test('requests that hash: too fast between them, by a sixth at most on one machine and by a quarter on the other', () => {
      for (const [name, average, worst] of [
        ['bcrypt over HTTP, Windows', 0.09, 0.17],
        ['bcrypt over HTTP, Intel with hyper-threads', 0.15, 0.25],
      ] as const) {
        const errors = errorsOf(name);
        isWithin(errors, average, worst);
        assert.ok(Math.min(...errors) > 0, said(errors));
      }
    });
  },
);

// What the model does not know. Who mends one of these will see its test fail.
suite('Machines of others that the model is blind for', () => {
  test('CPUs that nobody measured: logical ones are taken for cores, and all of them for as fast as one', () => {
    const errors = poolErrors(tableOf('pbkdf2, twelve logical CPUs'), false);
    assert.ok((errors.get(8) ?? 0) > 0.5 && (errors.get(12) ?? 0) > 1.2, said([...errors.values()]));
  });

  test('memory that jobs share: the more of them run, the slower is each', () => {
    const [one = NaN, four = NaN, eight = NaN, twelve = NaN] = burstErrors();
    assert.ok(Math.abs(one) < 0.15 && Math.abs(four) < 0.1, said([one, four]));
    assert.ok(eight > 0.2 && twelve > 0.5, said([eight, twelve]));
  });

  test('timers that end together: their requests queue for a loop that is free else, which looks like waiting', () => {
    const errors = alone.get('latency-10ms') ?? [];
    assert.ok(
      errors.every((one) => one < -0.1 && one > -0.2),
      said(errors),
    );
  });

  test('jobs of microseconds: more threads wake and lock each other for longer than they work', () => {
    const errors = [...poolErrors(elsewhere.blind.pool).values()];
    assert.ok(Math.min(...errors) > 3, said(errors));
  });

  test('a load generator that is the limit, and that nobody looked at', () => {
    assert.ok(pairError(elsewhere.blind.pair) > 2);
  });
});

test('All 62 figures of machines of others, with those that the model is blind for: half of them to 7%', () => {
  const { pools, pairs, blind } = elsewhere;
  const sized = [...pools, blind.pool].flatMap((table) => [...poolErrors(table).values()]);
  const all = [
    ...sized,
    ...[...aided.values()].flat(),
    ...[...pairs, blind.pair].map(pairError),
    ...burstErrors(),
  ];
  assert.equal(all.length, 62);
  assert.ok(median(sizes(all)) <= 0.07, String(median(sizes(all))));
});

test('Nine in ten of the figures lie in the range that goes with the answer, and no range is as wide as to say nothing', () => {
  const { pools, pairs, blind } = elsewhere;
  const known = ofCluster(1000 / median(three), ranged);
  known.delete('hello');
  const all = [
    ...[...pools, blind.pool].flatMap((table) => [...ofPools(table, ranged).values()]),
    ...[...known.values()].flat(),
    ...[...pairs, blind.pair].map((pair) => ofPair(pair, ranged)),
    ...ofBursts(ranged),
  ];
  assert.equal(all.length, 62);
  const within = all.filter(({ isWithin: is }) => is).length / all.length;
  const width = median(all.map((one) => one.width));
  assert.ok(within >= 0.88, String(within));
  assert.ok(width < 4, String(width));
});
