import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withSpeed } from '../../src/judge/machine-speed.ts';
import type { Trial } from '../../src/model/sample.ts';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { normal, seeded, type Random } from '../../src/stats/random.ts';
import { histogramOf, probeOf, processOf, trialOf } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

/** A machine whose CPUs are slow (0.53) for 30% of the time, about a second at a time: see docs/method.md. */
interface Machine {
  readonly random: Random;
  /** Speed of the cores that a setting leaves when nothing disturbs them; 1 unless told. */
  readonly quiet?: number;
  readonly readings?: number;
  readonly slowShare?: number;
}

/** Two CPUs, each in a state of its own that changes within the window; `speed` is the mean of both. */
function windowOn({ random, quiet = 1, readings = 32, slowShare = 0.3 }: Machine) {
  const speeds: number[] = [];
  const times = [0, 1].map(() => {
    let isSlow = random() < slowShare;
    const own: Record<'hash' | 'table', number[]> = { hash: [], table: [] };
    for (let i = 0; i < readings; i++) {
      if (random() < 0.02) isSlow = random() < slowShare;
      const speed = quiet * (isSlow ? 0.53 : 1);
      speeds.push(speed);
      const preempted = random() < 0.03 ? 3 : 0;
      const time = (base: number) => (base / speed) * Math.exp(0.03 * normal(random)) + preempted;
      own[i % 2 === 0 ? 'hash' : 'table'].push(time(i % 2 === 0 ? 0.32 : 0.41));
    }
    return own;
  });
  return { window: probeOf(times), speed: mean(speeds) };
}

function probed(block: number, cell: string, machine: Machine): Trial & { readonly speed: number } {
  const { window, speed } = windowOn(machine);
  const trial = trialOf(block, cell, { throughput: 100 * speed });
  const ordinal = block * 10 + Number(cell);
  return { ...trial, ordinal, host: { ...trial.host, window }, speed };
}

function run(quiet: Readonly<Record<string, number>>, blocks: number, seed: number, slowShare?: number) {
  const random = seeded(seed);
  return Array.from({ length: blocks }, (_, block) =>
    Object.entries(quiet).map(([cell, own]) =>
      probed(block, cell, { random, quiet: own, ...(slowShare !== undefined && { slowShare }) }),
    ),
  ).flat();
}

suite('The speed of the machine, told by the window probe', () => {
  test('explains nine tenths of what the speed does to the trials', () => {
    const trials = run({ 1: 1, 2: 1, 4: 1 }, 8, 1);
    const { measurements, report } = withSpeed(trials);
    const raw = trials.map(({ speed }) => Math.log(speed));
    const left = measurements.map(({ speed }, i) => (raw[i] ?? 0) - (speed?.value ?? 0));
    assert.ok(deviation(raw) > 0.15, 'the machine is noisy');
    assert.ok(
      deviation(left) < 0.1 * Math.sqrt(10) * deviation(raw),
      `${deviation(left)} of ${deviation(raw)}`,
    );
    assert.equal(report?.source, 'window probe');
    assert.equal(report?.trials, 24);
    assert.ok((report?.spread ?? 0) > 0.1);
  });

  test('leaves a preempted reading out: it times the scheduler', () => {
    const quiet = run({ 1: 1, 2: 1 }, 6, 2, 0);
    for (const { speed } of withSpeed(quiet).measurements)
      assert.ok(Math.abs(speed?.value ?? 1) < 0.08, `${speed?.value}`);
  });

  test('sees two heaps of readings where the machine has two speeds, and one where it has one', () => {
    const two = withSpeed(run({ 1: 1, 2: 1 }, 8, 3)).report;
    assert.ok(two?.slow);
    assert.ok(Math.abs(two.slow.speed - 0.53) < 0.05 && Math.abs(two.slow.share - 0.3) < 0.15);
    assert.equal(withSpeed(run({ 1: 1, 2: 1 }, 8, 3, 0)).report?.slow, null);
    assert.equal(
      withSpeed(run({ 1: 1, 2: 0.6 }, 8, 3, 0)).report?.slow,
      null,
      'the setting is not the machine',
    );
  });

  test('reports a setting that slows the cores, and does not adjust that away', () => {
    for (const [quiet, slow] of [
      [{ 1: 1, 2: 0.8 }, '2'],
      [{ 1: 1, 2: 1, 4: 0.8, 8: 1 }, '4'],
    ] as const) {
      const reports = Array.from({ length: 20 }, (_, seed) => withSpeed(run(quiet, 6, seed, 0.2)).report);
      const told = reports.flatMap((report) => report?.mediated ?? []);
      assert.ok(told.length >= 17 && told.every(({ cell }) => cell === slow), `told in ${told.length} runs`);
      for (const { speed } of told) assert.ok(Math.abs(speed - 0.8) < 0.1, `${speed}`);
    }
  });

  test('reports no setting where all leave the cores as they are', () => {
    let told = 0;
    for (let seed = 0; seed < 100; seed++)
      told += withSpeed(run({ 1: 1, 2: 1, 4: 1, 8: 1 }, 7, seed)).report?.mediated.length ?? 0;
    assert.ok(told <= 12, `${told} of 400 settings`);
  });

  test('says how well the quiet level of a setting is known: better with more trials', () => {
    const error = (blocks: number) =>
      Array.from(
        { length: 40 },
        (_, seed) => withSpeed(run({ 1: 1, 2: 1 }, blocks, seed)).measurements[0],
      ).reduce((sum, one) => sum + (one?.speed?.error ?? Number.NaN) / 40, 0);
    const [few, many] = [error(3), error(12)];
    assert.ok(few < 0.2 && many < 0.6 * few, `${few}, ${many}`);
  });

  test('is that of the CPU that the server’s main thread is on, where one thread does the work', () => {
    const random = seeded(11);
    const trials = Array.from({ length: 40 }, (_, i): Trial & { readonly speed: number } => {
      const speeds = [0, 1].map(() => (random() < 0.5 ? 0.6 : 1));
      const own = random() < 0.5 ? 0 : 1;
      const readings = (speed: number) => {
        const times = (base: number) =>
          histogramOf(Array.from({ length: 12 }, () => (base / speed) * Math.exp(0.03 * normal(random))));
        return { hash: times(0.32), table: times(0.41) };
      };
      const none = { hash: histogramOf([]), table: histogramOf([]) };
      const cpus = speeds.map((speed, cpu) => {
        const all = readings(speed);
        return { cpu, readings: all, beside: cpu === own ? all : none };
      });
      const speed = speeds[own] ?? 1;
      const trial = trialOf(Math.floor(i / 2), String(1 + (i % 2)), { throughput: 100 * speed });
      const window = { cpus, cpu: 10, mainShare: 1 };
      return { ...trial, ordinal: i, host: { ...trial.host, window }, speed };
    });
    const left = (some: readonly Trial[]) =>
      deviation(
        withSpeed(some).measurements.map(
          ({ speed }, i) => Math.log(trials[i]?.speed ?? 1) - (speed?.value ?? 0),
        ),
      );
    const unseen = trials.map(({ host: { window, ...host }, ...trial }) => {
      const { mainShare: _share, ...rest } = window ?? assert.fail();
      return { ...trial, host: { ...host, window: rest } };
    });
    assert.ok(left(trials) < 0.05, `${left(trials)}`);
    assert.ok(left(unseen) > 0.1, 'the mean of both CPUs tells half of it');
  });

  test('is not known of a trial without readings, and of no trial of an older run', () => {
    const trials = run({ 1: 1, 2: 1 }, 4, 5);
    const { window: _window, ...host } = trials[0]?.host ?? assert.fail();
    const killed = trials.map((trial, i) => (i === 0 ? { ...trial, host } : trial));
    const { measurements } = withSpeed(killed);
    assertEach(
      measurements,
      ({ speed }) => speed === undefined,
      killed.map((_, i) => i === 0),
    );
    const older = withSpeed(trials.map((trial) => ({ ...trial, host })));
    assert.equal(older.report, null);
    assert.ok(older.measurements.every(({ speed }) => speed === undefined));
  });

  test('of a look at the first blocks is told from these blocks alone', () => {
    const trials = run({ 1: 1, 2: 1 }, 8, 6);
    const look = trials.filter(({ block }) => block < 4);
    const later = trials.map((one) =>
      one.block < 4 ? one : probed(one.block, one.cell, { random: seeded(9), quiet: 2 }),
    );
    assert.deepEqual(withSpeed(look), withSpeed(later.filter(({ block }) => block < 4)));
  });
});

suite('The speed of the machine, told by what the server needed for a job', () => {
  /** 100 requests, a job each; a CPU of speed 1 needs 10 ms for it. */
  const worked = (block: number, cell: string, speed: number, each = 10): Trial => {
    const trial = trialOf(block, cell, {
      responses: Array.from({ length: 100 }, () => 5),
      jobs: { count: 100 },
      cpu: [(100 * each) / speed],
    });
    return { ...trial, ordinal: block * 10 + Number(cell) };
  };
  const speeds = [1, 0.6, 1, 0.8, 0.99];
  const trials = speeds.flatMap((speed, block) => [worked(block, '1', speed), worked(block, '2', speed, 14)]);

  test('is held to the two best trials of the same setting, so that what a setting costs is no speed', () => {
    const { measurements, report } = withSpeed(trials);
    assert.equal(report?.source, 'CPU per job');
    assert.deepEqual(report.mediated, []);
    for (const { block, speed } of measurements)
      // The two best trials ran at 1 and at 0.99; the settings lie so far apart that neither draws the other.
      assert.ok(Math.abs((speed?.value ?? 1) - Math.log(speeds[block] ?? 1)) < 0.03);
  });

  test('is held to what the probe says of the quiet level where few trials were quiet', () => {
    const errors = { alone: 0, together: 0 };
    for (let seed = 0; seed < 20; seed++) {
      const both = run({ 1: 1, 2: 1, 4: 1 }, 6, seed).map((trial): Trial => {
        const { sample, effective } = worked(trial.block, trial.cell, trial.speed);
        return { ...trial, sample, effective };
      });
      const alone = both.map(({ host: { window: _window, ...host }, ...trial }) => ({ ...trial, host }));
      errors.alone += withSpeed(alone).measurements[0]?.speed?.error ?? Number.NaN;
      errors.together += withSpeed(both).measurements[0]?.speed?.error ?? Number.NaN;
      assert.equal(withSpeed(both).report?.source, 'CPU per job');
    }
    assert.ok(errors.together < 0.7 * errors.alone, `${errors.together} against ${errors.alone}`);
  });

  test('is not told where the jobs are nobody’s, or where too little CPU time was counted', () => {
    const few = trials.map((trial) => ({ ...trial, effective: [processOf(1, { cpu: 100 })] }));
    assert.equal(withSpeed(few).report, null);
    const others = trialOf(0, '1', { responses: [5, 5, 5], jobs: { count: 8 }, cpu: [1000] });
    assert.equal(withSpeed([others]).report, null);
  });
});

suite('The share of the CPUs that was left to a run', () => {
  /** Trials on steady cores, of which others take what `others` says; all CPUs are in use. */
  const among = (others: (block: number, cell: string) => number, blocks = 8): Trial[] => {
    const steady = run({ 1: 1, 2: 1, 4: 1 }, blocks, 12, 0);
    return steady.map((trial) => {
      const foreign = others(trial.block, trial.cell);
      return { ...trial, host: { ...trial.host, foreign, own: 1 - foreign, stolen: 0 } };
    });
  };
  const valuesOf = (trials: readonly Trial[]) =>
    withSpeed(trials).measurements.map(({ cell, speed }) => ({ cell, value: speed?.value ?? Number.NaN }));
  const change = (trials: readonly Trial[]) => {
    const undisturbed = valuesOf(among(() => 0));
    return valuesOf(trials).map(({ cell, value }, i) => ({ cell, by: value - (undisturbed[i]?.value ?? 0) }));
  };

  test('is part of the speed of each trial', () => {
    const taken = [0, 0.4, 0, 0.1, 0, 0, 0.3, 0];
    for (const [i, { by }] of change(among((block) => taken[block] ?? 0)).entries())
      assert.ok(Math.abs(by - Math.log(1 - (taken[Math.floor(i / 3)] ?? 0))) < 0.01, `trial ${i}: ${by}`);
  });

  test('is no speed of the machine where a setting’s own helpers take it, in all of its trials', () => {
    for (const { by, cell } of change(among((_, of) => (of === '2' ? 0.3 : 0))))
      assert.ok(Math.abs(by) < 0.03, `${cell}: ${by}`);
  });

  test('is all of it while CPUs are idle, or where nobody could tell', () => {
    const busy = among((block) => (block % 3 === 0 ? 0.3 : 0));
    const idle = busy.map((trial) => ({ ...trial, host: { ...trial.host, own: 0.4 } }));
    const untold = busy.map((trial) => ({ ...trial, host: { ...trial.host, own: null } }));
    for (const trials of [idle, untold]) for (const { by } of change(trials)) assert.equal(by, 0);
  });
});
