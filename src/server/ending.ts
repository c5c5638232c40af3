/** Ends a server with all that it has started: politely first, and each process as itself, never as a mere number. */
import { basename } from 'node:path';
import type { Clock } from '../model/units.ts';
import { problem, type Problem, reason } from '../messages/problem.ts';
import type { Launch } from '../topologies/topology.ts';
import { within } from '../host/clock.ts';
import { described, killUnseen, signalGroup, signalProcess, type Descent } from '../host/offspring.ts';
import { commandLine, pidOf } from '../host/processes.ts';

/** Time after SIGTERM in which a server may finish what it has begun; then it is killed (blocked pool threads never end). */
const politeMilliseconds = 3000;
const wrappers = new Set(['npm', 'npx', 'yarn', 'pnpm', 'sh', 'bash', 'dash', 'zsh', 'env']);

export interface Ending {
  readonly descent: Descent;
  readonly launch: Launch;
  /** Resolves when the root has ended. */
  readonly exited: Promise<string>;
  readonly clock: Clock;
  /** Identities of its processes that live; whoever was returned once is looked for again each time. */
  readonly living: () => readonly string[];
}

export interface ProcessEnd {
  /** Command lines of processes that had to be ended one by one: they were left behind. */
  readonly left: readonly string[];
  /** Processes that live on, since they belong to another user: `4711 node server.js (of root)`. */
  readonly alive: readonly string[];
}

/** Ends all processes of a server. One that may not be signalled is reported, and does not keep the others alive. */
export async function end({ descent, launch, exited, clock, living }: Ending): Promise<ProcessEnd> {
  // Looked up before anything ends: a parent that has ended no longer leads to its children.
  const known = living();
  // A package manager or a shell in front does not pass the signal on: there, the whole group is told.
  const told = wrappers.has(basename(launch.file))
    ? signalGroup(descent, known, 'SIGTERM')
    : signalProcess(descent.root, 'SIGTERM');
  if (told === 'sent') {
    await within(exited, politeMilliseconds, clock);
  }

  const refused = new Set<string>();
  // A child ends a moment after its parent when it stops on its own: only what stays is "left behind".
  const survivors = () => living().filter((who) => !refused.has(who));
  let left = survivors();
  const deaf = left.includes(descent.root);
  if (!deaf && !launch.leavesChildren) {
    for (let round = 0; left.length > 0 && round < 10; round++) {
      await clock.sleep(30);
      left = survivors();
    }
  }
  // A server that must be killed had no chance to end its children: only one that ended by itself has left them.
  const names = deaf || launch.leavesChildren ? [] : left.map((who) => commandLine(pidOf(who)));
  for (let round = 0; left.length > 0 && round < 40; round++) {
    for (const who of left) if (signalProcess(who, 'SIGKILL') === 'refused') refused.add(who);
    await clock.sleep(25);
    left = survivors();
  }
  killUnseen(descent);
  return { left: names, alive: [...refused].map(described).filter((text) => text !== null) };
}

/** Returns a problem that names what could not be ended and goes on running; null if nothing does. */
export function stillRunning({ alive }: ProcessEnd): Problem | null {
  return childrenLeft(alive, 'children.refused');
}

/** Returns a problem that names what a server did not end itself; null if nothing was left. */
export function leftBehind(ended: ProcessEnd): Problem | null {
  return stillRunning(ended) ?? childrenLeft(ended.left, 'children.ended');
}

function childrenLeft(commands: readonly string[], why: 'children.refused' | 'children.ended') {
  if (commands.length === 0) return null;
  const named = { count: commands.length, commands: commands.join('; ') };
  return problem('CHILDREN_LEFT', { ...named, ...reason(why) });
}
