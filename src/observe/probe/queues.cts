/**
 * The tiny jobs that the probe sends to the pool on a fixed schedule, whether or not the former are answered (guest).
 * One job at a time would be silent exactly while the pool is full: measured so, waits are 29% too short, at worst 62%.
 * Of DNS lookups there is one at a time all the same, which then stands for the whole time in which it waited.
 */
import type { QueueReading } from '../../model/reading.ts';
import type { OwnThread } from './own-thread.cts';

const crypto = require('node:crypto') as typeof import('node:crypto');
const dns = require('node:dns') as typeof import('node:dns');
const fs = require('node:fs') as typeof import('node:fs');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/**
 * Most jobs in flight: a pool that never answers must not collect jobs without end. Of DNS lookups, a full pool takes one each time
 * that its whole queue has passed: each further one of the probe would let those of the application wait for that long again.
 */
const caps = { readlink: 32, randomFill: 32, getaddrinfo: 1 } as const;
/** Most ticks that a wait stands for. */
const mostTicks = 32;

/** Jobs whose times are left out: the first ones load what they need, and say more of that than of the pool. */
const warmUp = 2;

/**
 * Jobs that take next to nothing and certainly are jobs: `randomInt` is served from a cache, `lookup('127.0.0.1')` is
 * answered without the pool, and `fstat` went past it under io_uring on Node 20.
 */
const jobs = {
  readlink: (done: () => void) => fs.readlink('/proc/thread-self', done),
  randomFill: (done: () => void) => crypto.randomFill(Buffer.alloc(1), done),
  // getaddrinfo reads the name as a number: no resolver, no network. Half of the pool's threads at most take such jobs.
  getaddrinfo: (done: () => void) => dns.lookup('127.1', { family: 4 }, done),
} as const;

type Wakings = ReturnType<typeof wakings>;

function wakings(thread: OwnThread) {
  const total = () => thread.times()?.waitedForCpu ?? 0;
  let before = total();
  let current: number | null = null;
  return {
    /**
     * Returns what this thread waited for a CPU when it last woke: the answer was there then, and only the thread did not run
     * yet. All answers of one turn of its loop woke it together.
     */
    waited() {
      if (current !== null) return current;
      current = total() - before;
      // After all answers of this turn, before the next sleep.
      setImmediate(() => {
        before = total();
        current = null;
      });
      return current;
    },
    /** Notes that a timer woke the thread: what it waited then, it did not wait with an answer. */
    byTimer() {
      before = total();
    },
  };
}

/** Time of a job, in ms, below which its answer cannot have waited long for a CPU. */
const atOnce = 0.2;
/** Wait, in ms, below which the doctor's rules see none; after so many such answers jobs are sent at every other tick. */
const quiet = { wait: 1, answers: 8 };

function queueProbe(kind: keyof typeof jobs, waking: Wakings) {
  /** Time at which each pending job was sent, the oldest first. */
  const pending = new Map<number, number>();
  let waits: number[] = [];
  let [number, sent, skipped, without, rested, missed] = [0, 0, 0, 0, 0, 0];
  const answered = (id: number, ticks: number) => {
    const took = performance.now() - (pending.get(id) ?? 0);
    pending.delete(id);
    if (id < warmUp) return;
    const wait = took < atOnce ? took : Math.max(0, took - waking.waited());
    without = wait < quiet.wait ? without + 1 : 0;
    // Each wait stands for the ticks without a job of their own: else a time of many jobs would count more than one of few.
    for (let tick = 0; tick < Math.min(ticks + missed, mostTicks); tick++) waits.push(wait);
  };
  const isResting = () => without >= quiet.answers && pending.size === 0 && rested === 0;
  return {
    /** Whether nothing waits, and the next tick sends nothing. */
    isResting,
    /** Jobs without an answer now. */
    pending: () => pending.size,
    /** Sends a job at each tick; while nothing waits, at every second one. */
    tick() {
      if (isResting()) {
        rested = 1;
        return;
      }
      const ticks = 1 + rested;
      rested = 0;
      if (pending.size >= caps[kind]) {
        skipped++;
        if (caps[kind] === 1) missed++;
        return;
      }
      missed = 0;
      const id = number++;
      pending.set(id, performance.now());
      try {
        jobs[kind](() => answered(id, ticks));
        sent++;
      } catch (error) {
        // What was never sent does not wait.
        pending.delete(id);
        throw error;
      }
    },
    /** Returns what happened since the last call. */
    reading(): QueueReading {
      const [oldest] = pending.values();
      const reading = {
        waits: waits.map((wait) => Math.round(wait * 1000) / 1000),
        sent,
        skipped,
        pending: pending.size,
        oldest: oldest === undefined ? null : performance.now() - oldest,
      };
      waits = [];
      sent = skipped = 0;
      return reading;
    },
  };
}

/**
 * Calls `tick` at fixed times. Ticks that are late are made up by a single one, and those that follow stay where they were.
 *
 * @returns a function that sets another period; null stops
 */
function schedule(period: number, tick: () => void): (period: number | null) => void {
  let current = period;
  let due = performance.now() + period;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(fire, Math.max(1, due - performance.now()));
  };
  const fire = () => {
    due += current * Math.max(1, Math.ceil((performance.now() - due) / current));
    next();
    tick();
  };
  next();
  return (other) => {
    clearTimeout(timer);
    if (other === null) return;
    current = other;
    due = performance.now() + other;
    next();
  };
}

const api = { queueProbe, schedule, wakings };
export type QueuesModule = typeof api;
module.exports = api;
