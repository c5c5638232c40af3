/**
 * Which of this Node's asynchronous APIs need a thread of the pool (guest)? All threads are held, every API is started,
 * and what is done when nothing more gets done needs none; the threads are let go, and what is done then needs one.
 * Nothing is decided by how long anything took.
 *
 * In a pool of one thread the order of the callbacks shows the slow-I/O queue as well: names are looked up one at a time
 * there, whatever was submitted behind them in between (libuv src/threadpool.c). And it is counted there how many jobs an
 * API has one after the other.
 */
import { execFile } from 'node:child_process';
import { fstat, promises } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { leaveFacts, type Facts } from './facts.ts';
import { Absent, called, ScratchFolder, begun, type Attempt } from './map/attempt.ts';
import { compressionAttempts } from './map/compression.ts';
import { cryptoAttempts, webCryptoAttempts } from './map/crypto.ts';
import { fileAttempts, handleAttempts } from './map/files.ts';
import { Hold, settled } from './map/hold.ts';
import { network, type Network } from './map/network.ts';
import { otherAttempts } from './map/others.ts';
import { surface } from './map/surface.ts';

/** Threads of the pool, by default those of libuv. */
const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
/** How often an attempt is started: once in the round that is held, twice for each look at its lane, once to count its turns. */
const starts = 6;
/** Rounds without anything new after which, with all threads free, nothing more is expected: jobs take their time. */
const quietRounds = 20;
/** Milliseconds that two attempts get, which were done before, and will be again. */
const timeout = 10_000;

/** Waits for what needs no thread: a timer, a connection, another process, another thread. */
async function control({ roundTrip }: Network): Promise<void> {
  const worker = new Worker('', { eval: true });
  await Promise.all([
    later(20),
    roundTrip(),
    called((done) => execFile(process.execPath, ['-e', '0'], done)),
    once(worker, 'exit'),
  ]);
}

/** The round in which all threads are held. @returns a word for each API */
async function mapRound(scratch: ScratchFolder, attempts: readonly Attempt[], net: Network): Promise<Facts> {
  const hold = new Hold(scratch, threads);
  hold.take();
  const running = attempts.map((attempt) => ({ attempt, outcome: begun(attempt) }));
  const done = () => running.filter(({ outcome }) => outcome.isDone).length;
  await settled(done, () => control(net));
  const without = new Set(running.filter(({ outcome }) => outcome.isDone));
  await hold.release();
  await settled(done, () => control(net), { all: running.length, quietRounds });
  const words = running.map((one) => {
    const { error, isDone } = one.outcome;
    return [`api:${one.attempt.name}`, isDone ? wordOf(error, without.has(one)) : 'never done'];
  });
  return Object.fromEntries(words) as Facts;
}

function wordOf(error: unknown, wasDone: boolean): string {
  if (error === null) return wasDone ? 'none' : 'pool';
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Absent || code === 'ERR_METHOD_NOT_IMPLEMENTED') return 'absent';
  return `failed: ${code ?? message}`;
}

/**
 * Whether the second of two attempts is overtaken by a job behind both. In one queue all three are done in their order; of the slow-I/O
 * queue only one is at a time. An API of several jobs is overtaken from its first on, and says nothing this way.
 */
async function isOvertaken(attempt: Attempt, hold: Hold, descriptor: number): Promise<boolean> {
  const order: string[] = [];
  hold.take();
  const ended = [
    begun(attempt, () => order.push('first')).ended,
    begun(attempt, () => order.push('second')).ended,
    called((done) => fstat(descriptor, done)).then(() => order.push('job')),
  ];
  await hold.release();
  await Promise.race([Promise.all(ended), later(timeout)]);
  return order.join() === 'first,job,second';
}

/** Some attempts take a few turns of the loop before they submit a job. */
const fewTurns = ({ roundTrip }: Network) => Promise.all([later(5), roundTrip()]);

/** Whether one alone of two attempts is done before a hold behind both. It tells as well for an API that goes on after its job. */
async function isOneOfTwo(attempt: Attempt, hold: Hold, behind: Hold, net: Network): Promise<boolean> {
  let done = 0;
  hold.take();
  const ended = [1, 2].map(() => begun(attempt, () => done++).ended);
  await fewTurns(net);
  behind.take();
  await hold.release();
  await settled(
    () => done,
    () => fewTurns(net),
  );
  const isOne = done === 1;
  await behind.release();
  await Promise.race([Promise.all(ended), later(timeout)]);
  return isOne;
}

async function lanes(scratch: ScratchFolder, needing: readonly Attempt[], net: Network): Promise<Facts> {
  const [hold, behind] = [new Hold(scratch, 1), new Hold(scratch, 1)];
  const descriptor = scratch.descriptor();
  const facts: Facts = {};
  for (const attempt of needing) {
    const goesOn = attempt.through === 'dns.lookup';
    // An API that has one job at one time and two at another looks overtaken now and then: the second look decides.
    if (
      (goesOn || (await isOvertaken(attempt, hold, descriptor))) &&
      (await isOneOfTwo(attempt, hold, behind, net))
    )
      facts[`api:${attempt.name}`] = 'slow';
  }
  return facts;
}

/** The most rounds: no API has so many jobs, and one that is not done then is left out. */
const mostRounds = 40;

/**
 * How many jobs an API has one after the other, in a pool of one thread (guest): so often it waits for its turn. The
 * thread is held; all APIs are started, and the first job of each stands in the queue; another hold is put behind them,
 * and the first is let go. Each does its job, and what goes on with another stands behind the second hold. So each round
 * does one job of each API, and who is done after three has had three. No clock decides which job belongs to which round.
 * @param attempts each has all of its jobs in the one queue
 * @returns `turns:NAME` for each that is done without an error
 */
async function turns(scratch: ScratchFolder, attempts: readonly Attempt[], net: Network): Promise<Facts> {
  const descriptor = scratch.descriptor();
  let [front, behind] = [new Hold(scratch, 1), new Hold(scratch, 1)];
  front.take();
  const running = attempts.map((attempt) => ({ name: attempt.name, outcome: begun(attempt) }));
  const done = () => running.filter(({ outcome }) => outcome.isDone);
  const submitted = () =>
    settled(
      () => done().length,
      () => fewTurns(net),
    );
  await submitted();
  const facts: Facts = {};
  for (let round = 1; round <= mostRounds && done().length < running.length; round++) {
    const before = new Set(done());
    // The last job of this round: when its callback comes, those of all others have come.
    const last = called((ended) => fstat(descriptor, ended));
    behind.take();
    await front.release();
    await last;
    await submitted();
    for (const each of done()) {
      if (!before.has(each) && each.outcome.error === null) facts[`turns:${each.name}`] = round;
    }
    [front, behind] = [behind, front];
  }
  await front.release();
  return facts;
}

async function main(): Promise<void> {
  const scratch = new ScratchFolder(join(process.env['CHOKEPOINT_DIR'] ?? '.', `map-${process.pid}`));
  const net = await network(scratch);
  const attempts = [
    ...fileAttempts(scratch),
    ...(await handleAttempts(scratch, starts)),
    ...cryptoAttempts(),
    ...(await webCryptoAttempts()),
    ...compressionAttempts(scratch),
    ...net.attempts,
    ...otherAttempts(scratch),
  ];
  // The handle is closed here: the garbage collector would end the process.
  const handle = await promises.open(scratch.file());
  const found = surface(handle);
  await handle.close();
  const tried = new Set(attempts.map(({ name }) => name));
  const untried = found.filter((name) => !tried.has(name));
  const words = await mapRound(scratch, attempts, net);
  const needing = attempts.filter(({ name, stored }) => words[`api:${name}`] === 'pool' && !stored);
  if (threads === 1) {
    Object.assign(words, await lanes(scratch, needing, net));
    const oneQueue = needing.filter(({ name, through }) => words[`api:${name}`] === 'pool' && !through);
    Object.assign(words, await turns(scratch, oneQueue, net));
  }
  leaveFacts({
    node: process.versions.node,
    uv: process.versions.uv,
    threads,
    ...words,
    ...Object.fromEntries(untried.map((name) => [`api:${name}`, 'not tried'])),
  });
  // The program goes on until it is ended: a process that ends takes its topology with it.
  setInterval(() => {}, 60_000);
}

await main();
