/** Threads of the pool that a job holds for ever: of a file system that does not answer, or of an add-on that waits in it. */
import type { Change } from '../../model/diagnosis.ts';
import type { Doing } from '../../model/look.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import { limiter, setPoolSize } from './changes.ts';
import { mostThreads, sizeFor } from './foretell.ts';
import { isWaiting, poolLoad, type PoolLoad } from './pool-load.ts';
import { foundLabel, poolEvidence, waitLabel } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen, type Word } from './rule.ts';
import { doingText, fact, plural } from './words.ts';
import { time } from '../../format/words.ts';

/** Nothing was answered for so long, though jobs were sent on a schedule: nobody finishes. */
const silence = 2000;
/** For what else the application asks of the pool, beside those that hold a thread for ever. */
const slotsForTheRest = 2;

export const poolStuck = processRule({
  id: 'pool-stuck',
  title: 'Jobs hold pool threads and never end',
  needs: 'what each pool thread does, over the whole watch',
  resource: 'pool',
  verb: 'move',
  experiment: 'pool-mechanics',
  explains: [
    'slow-lane',
    'pool-hog',
    'pool-lock',
    'pool-too-small',
    'downstream',
    'backlog',
    'memory-growth',
  ],
  judge(vitals, fleet) {
    const { pool } = vitals;
    const load = poolLoad(vitals);
    if (pool.size === 0) return notApplicable('Nothing has used the pool.');
    const isSilent =
      pool.wait?.from === 'probe' && pool.wait.jobs === 0 && (pool.wait.oldest ?? 0) >= silence;
    if (pool.stuck.length > 0 && load) {
      const ofFiles = pool.stuck.filter(({ doing }) => isOfFile(doing));
      return ofFiles.length * 2 >= pool.stuck.length ? stuckInFiles(vitals, load) : held(vitals, fleet, load);
    }
    if (isSilent) return silent(vitals, load);
    if (pool.whereabouts.length === 0 && pool.busy === null) {
      return unseen('What the pool threads do was not seen.');
    }
    return fine('No pool thread stayed in one place for long.');
  },
});

/** Calls that are about a file also where its name could not be read. */
const fileCalls =
  /^(?:open|stat|lstat|newfstat|statx|statfs|access|faccess|readlink|rename|mkdir|rmdir|unlink|flock|fsync|fdatasync|getdents|truncate|ftruncate|lseek|pread|pwrite)/;

function isOfFile(doing: Doing): boolean {
  if (doing.state !== 'blocked') return false;
  return doing.on?.startsWith('/') === true || (doing.on === null && fileCalls.test(doing.syscall));
}

/** Where they are, the most frequent first: `openat of /mnt/nfs/a (3 threads)`. */
function places({ pool: { stuck } }: Vitals): string[] {
  const groups = Map.groupBy(stuck, ({ doing }) => doingText(doing));
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 3)
    .map(([text, same]) => `${text} (${plural(same.length, 'thread', 'threads')})`);
}

function longest({ pool: { stuck } }: Vitals): string {
  return time(Math.round(Math.max(...stuck.map(({ since }) => since)) / 100) * 100);
}

function severity({ pool }: Vitals, load: PoolLoad): 'critical' | 'warning' {
  return pool.stuck.length >= load.size || isWaiting(load) ? 'critical' : 'warning';
}

function base(vitals: Vitals, load: PoolLoad) {
  const { stuck } = vitals.pool;
  return {
    word: 'finding' as const,
    severity: severity(vitals, load),
    evidence: [
      fact('threads that do not move', `${stuck.length} of ${load.size}, the longest for ${longest(vitals)}`),
      ...places(vitals).map((place) => fact(foundLabel, place)),
      ...unmoved(vitals, load),
    ],
    gain: null,
    weight: stuck.length,
  };
}

/** With all threads held nothing moves: what the queue's pace told before is no wait. */
function unmoved(vitals: Vitals, load: PoolLoad) {
  const figures = poolEvidence(vitals, load)
    .slice(1)
    .filter(({ label }) => label !== foundLabel);
  if (vitals.pool.stuck.length < load.size) return figures;
  return figures.map((figure) =>
    figure.label === waitLabel ? fact(waitLabel, `for ever so far (more than ${longest(vitals)})`) : figure,
  );
}

function stuckInFiles(vitals: Vitals, load: PoolLoad): Word {
  const { stuck } = vitals.pool;
  const [place = 'a system call'] = places(vitals);
  return {
    ...base(vitals, load),
    title: `${stuck.length} of ${load.size} pool threads are stuck in ${place.replace(/ \(.*/, '')}`,
    because: `They were given no CPU for up to ${longest(vitals)}, until the end of the watch: the file system, or whoever is at the other end of a pipe, does not answer. ${stuck.length >= load.size ? 'No thread is left, so every file call, name look-up and crypto job of the process waits for ever.' : 'Each further such call takes another thread.'} A larger pool would only take longer to fill.`,
    changes: mayBePipe(vitals) ? [...ofPipe(vitals), askElsewhere, softMount] : [askElsewhere, softMount],
    expect: `The ${stuck.length} threads come back to the rest of the application; a call that hangs then costs a process that can be killed, not a thread that cannot.`,
  };
}

const askElsewhere: Change = {
  type: 'code',
  what: 'Ask such a file system in a process of its own, with a limit of time (a timeout in the same process leaves the thread held)',
  text: [
    `import { execFile } from 'node:child_process';`,
    `import { promisify } from 'node:util';`,
    `const run = promisify(execFile);`,
    `const { stdout } = await run('cat', ['--', path], { timeout: 2000, killSignal: 'SIGKILL', encoding: 'buffer' });`,
  ].join('\n'),
};

/** To open a pipe, and to read from one, waits for whoever has its other end; so does no file of a local disk. */
function mayBePipe({ pool: { stuck } }: Vitals): boolean {
  return stuck.some(
    ({ doing }) =>
      doing.state === 'blocked' &&
      /^(?:open|openat|openat2|read|write)$/.test(doing.syscall) &&
      doing.on?.startsWith('/'),
  );
}

/** The path is not asked here: on a file system that does not answer that would hold the doctor as well. */
function ofPipe({ pool: { stuck } }: Vitals): Change[] {
  const path =
    stuck
      .map(({ doing }) => (doing.state === 'blocked' ? doing.on : null))
      .find((on) => on?.startsWith('/')) ?? '/the/path';
  return [
    {
      type: 'command',
      what: 'First see what it is: "fifo" is a pipe whose other end nobody has open; no answer in 2 s is a file system that does not answer',
      text: `timeout -s KILL 2 stat -c '%F, on %m' '${path}'`,
    },
    {
      type: 'code',
      what: 'A pipe: open it without waiting for the other end, and read it on the event loop (epoll), where it needs no thread',
      text: [
        `import { constants, openSync } from 'node:fs';`,
        `import { Socket } from 'node:net';`,
        `const pipe = new Socket({ fd: openSync('${path}', constants.O_RDONLY | constants.O_NONBLOCK) });`,
        `pipe.on('data', use);`,
      ].join('\n'),
    },
  ];
}

const softMount: Change = {
  type: 'config',
  what: 'A network file system: let calls fail instead of waiting for ever',
  text: '# /etc/fstab\nserver:/export /mnt nfs soft,timeo=50,retrans=2 0 0',
};

/** Consumers that wait in a call of an add-on, and jobs that wait for another job: the pool needs a thread for each, and more. */
function held(vitals: Vitals, fleet: FleetVitals, load: PoolLoad): Word {
  const { stuck } = vitals.pool;
  const advice = sizeFor(vitals, fleet, load, slotsForTheRest);
  const [place = 'a call'] = places(vitals);
  const least = stuck.length + slotsForTheRest;
  const size = Math.max(advice.size, least);
  const canRaise =
    size > load.size && advice.wanted <= mostThreads && advice.cap !== 'tasks' && advice.cap !== 'memory';
  const most = Math.max(1, load.size - slotsForTheRest);
  const [kind = 'other'] = Object.keys(vitals.pool.queue?.kinds ?? {});
  return {
    ...base(vitals, load),
    verb: canRaise ? 'raise' : 'bound',
    title: `${stuck.length} of ${load.size} pool threads are held for ever, in ${place.replace(/ \(.*/, '')}`,
    because: `They were given no CPU for up to ${longest(vitals)}, until the end of the watch, and are in no call about a file: jobs of an add-on that wait inside it, consumers for instance, or jobs that wait for another job that finds no thread. Their number, not the work, sets how many threads are needed.`,
    changes: canRaise
      ? setPoolSize(vitals, size)
      : [limiter(kind, most, `Let at most ${most} of them hold a thread`)],
    expect: canRaise
      ? `${stuck.length} threads for those that hold one, ${size - stuck.length} for ${plural(Math.max(0, Math.round(load.queued ?? 0)), 'job that waits', 'jobs that wait')} and the rest. Every further consumer needs one more: size ≥ holders + ${slotsForTheRest}.`
      : `With at most ${most} holders two threads are left, and what waits gets them.`,
  };
}

function silent(vitals: Vitals, load: PoolLoad | null): Word {
  const seconds = Math.round((vitals.pool.wait?.oldest ?? 0) / 1000);
  const threads = load ? `all ${load.size} threads` : 'all threads';
  return {
    word: 'finding',
    severity: 'critical',
    title: `No pool job ended for ${seconds} s: ${threads} are held`,
    because: `The probe's jobs, sent on a schedule, were not answered once; the oldest has waited ${seconds} s. What the threads do could not be read, so whether a file system hangs or jobs wait for each other is not told.`,
    evidence: [
      fact('oldest job without an answer', `${seconds} s`),
      ...(load ? poolEvidence(vitals, load) : []),
    ],
    changes: [
      {
        type: 'command',
        what: 'See where they are: as root, or as their owner with ptrace rights',
        text: `for t in /proc/${vitals.pid}/task/*; do cat $t/comm $t/wchan $t/syscall; echo; done`,
      },
      askElsewhere,
    ],
    expect: 'Once the threads are not held, a job that comes finds one at once.',
    gain: null,
    weight: 1,
  };
}
