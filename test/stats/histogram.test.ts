import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from '../../src/stats/histogram.ts';
import { seeded } from '../../src/stats/random.ts';
import { near } from '../kit/near.ts';

const hour = 3_600_000_000;

function histogramOf(values: Iterable<number>): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

test('any value from 1 µs to 1 h comes back within 1%', () => {
  for (let value = 1; value <= hour; value = Math.ceil(value * 1.0037)) {
    // Neighbours on both sides, so that clipping to min and max cannot flatter the bucket.
    const found = histogramOf([value, 0, 2 * hour]).percentile(0.5);
    near(found, value, value / 100, `${value} came back as ${found}`);
  }
});

test('percentiles of many values agree with the sorted values', () => {
  const next = seeded(7);
  const values = Array.from({ length: 20_000 }, () => Math.round(-5_000 * Math.log(next())));
  const histogram = histogramOf(values);
  values.sort((a, b) => a - b);
  for (const q of [0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1]) {
    const exact = values[Math.ceil(q * values.length) - 1] ?? Number.NaN;
    near(histogram.percentile(q), exact, Math.max(0.5, exact / 100));
  }
});

test('a percentile is the nearest rank, and decimal shares do not slip to the next one', () => {
  const histogram = histogramOf(Array.from({ length: 100 }, (_, i) => i + 1));
  for (let percent = 1; percent <= 100; percent++) {
    assert.equal(histogram.percentile(percent / 100), percent);
  }
  assert.equal(histogram.percentile(0), 1);
});

test('mean, min and max carry no bucket error', () => {
  const histogram = histogramOf([1_000_003, 2_000_005, 3_000_013]);
  assert.equal(histogram.mean, 2_000_007);
  assert.equal(histogram.min, 1_000_003);
  assert.equal(histogram.max, 3_000_013);
});

test('merged histograms equal one that saw everything', () => {
  const next = seeded(11);
  const values = Array.from({ length: 3000 }, () => next() ** 3 * 1e7);
  const parts = [0, 1, 2].map((part) => histogramOf(values.filter((_, i) => i % 3 === part)));
  const whole = histogramOf(values);
  const merged = parts.reduce((all, part) => all.merge(part), new Histogram());
  assert.deepEqual(merged.toData(), whole.toData());
});

test('a histogram survives JSON and goes on counting', () => {
  const histogram = histogramOf([0, 1, 255, 256, 257, 70_000, hour]);
  const copy = Histogram.fromData(JSON.parse(JSON.stringify(histogram.toData())));
  assert.deepEqual(copy.toData(), histogram.toData());
  histogram.record(3);
  copy.record(3);
  assert.deepEqual(copy.toData(), histogram.toData());
});

test('the data is sparse and ascending', () => {
  const histogram = histogramOf([9, 1, 1, 100_000]);
  const { buckets } = histogram.toData();
  assert.deepEqual(buckets.slice(0, 2), [
    [1, 2],
    [9, 1],
  ]);
  assert.equal(buckets.length, 3);
});

test('an empty histogram has no percentile and no mean', () => {
  const empty = new Histogram();
  assert.ok(Number.isNaN(empty.percentile(0.5)));
  assert.ok(Number.isNaN(empty.mean));
  const restored = Histogram.fromData(empty.toData());
  restored.record(8);
  assert.equal(restored.min, 8);
});

test('values below 0 count as 0, and values beyond 71 minutes still count', () => {
  const histogram = histogramOf([-3, 10 * hour]);
  assert.equal(histogram.min, 0);
  assert.equal(histogram.percentile(1), 10 * hour);
});

test('a percentage instead of a share, and foreign data, are refused', () => {
  const histogram = histogramOf([1]);
  assert.throws(() => histogram.percentile(99), RangeError);
  assert.throws(() => Histogram.fromData({ ...histogram.toData(), subBuckets: 64 }), RangeError);
  assert.throws(() => Histogram.fromData({ ...histogram.toData(), buckets: [[99_999, 1]] }), RangeError);
});
