/** What ends a look at a running process before it began. */
import { type Entry, exitCodes } from './entry.ts';

const { usage } = exitCodes;

export const lookProblems = {
  LOOK_NEEDS_LINUX: {
    exit: usage,
    what: 'A running process cannot be looked at from outside on {platform}.',
    why: 'What its threads do is read from /proc, which Linux alone has.',
    todo: 'Run chokepoint on the Linux machine, or in the container, where the process runs.',
  },
  PROCESS_NOT_FOUND: {
    exit: usage,
    what: 'There is no process {pid} to look at.',
    why: '{why}',
    todo: 'List the Node processes with their numbers: ps -C node -o pid,args',
  },
  NOT_A_NODE: {
    exit: usage,
    what: 'The process {pid} is no Node process.',
    why: 'It runs {binary}.',
    todo: 'Give the number of the Node process itself, not of the shell, npm or container that started it: ps -C node -o pid,ppid,args',
  },
  OTHER_USER: {
    exit: usage,
    what: 'The process {pid} may not be looked at by this user.',
    why: '{why}',
    todo: 'Run chokepoint as the same user (sudo -u "#{uid}"), or as root.',
  },
  PID_NAMESPACE_OTHER: {
    exit: usage,
    what: 'The number {pid} is one from inside a container.',
    why: 'Seen from here, {pid} is {here}. A Node process that is {pid} in its own container is here: {candidates}.',
    todo: 'Give the number that it has here: --pid {first}',
  },
} as const satisfies Record<string, Entry>;
