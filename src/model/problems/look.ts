/** What ends a look at a running process before it began. */
import { type Entry, exitCodes } from './entry.ts';

const { usage, unmeasured } = exitCodes;

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
  OWN_PROCESS: {
    exit: usage,
    what: 'The process {pid} is the doctor itself.',
    why: 'It would watch nothing but its own looks.',
    todo: 'Give the number of the server: ps -C node -o pid,args',
  },
  OTHER_USER: {
    exit: usage,
    what: 'The process {pid} may not be looked at by this user.',
    why: '{why}',
    todo: 'Run chokepoint as the same user (sudo -u "#{uid}"), or as root.',
  },
  NO_NODE_PROCESS: {
    exit: exitCodes.unmeasured,
    what: 'Nothing that "{command}" started is a Node process.',
    why: '{how}; its last lines: {last}',
    todo: 'Give the command that starts your server in the foreground: node server.js, or npm start.',
  },
  PID_NAMESPACE_OTHER: {
    exit: usage,
    what: 'The number {pid} is one from inside a container.',
    why: 'Seen from here, {pid} is {here}. A Node process that is {pid} in its own container is here: {candidates}.',
    todo: 'Give the number that it has here: --pid {first}',
  },
  REPLAY_INVALID: {
    exit: usage,
    what: 'The file {file} cannot be judged again.',
    why: '{why}',
    todo: 'Give the watch.json of a report: chokepoint doctor --replay .chokepoint/reports/ID/watch.json',
  },
  METRICS_PORT_TAKEN: {
    exit: unmeasured,
    what: 'The metrics cannot be served on 127.0.0.1:{port}.',
    why: '{why}',
    todo: 'Choose another port, or let the system choose one: --prometheus 0',
  },
  WATCH_CUT_SHORT: {
    exit: unmeasured,
    what: 'The server ended {seconds} s after the watch began ({how}).',
    why: 'What could be seen of it until then says little of a server that runs.',
    todo: '{todo}',
  },
  WATCH_INTERRUPTED: {
    exit: exitCodes.interrupted,
    what: 'Interrupted.',
    why: '{why}',
    todo: '{todo}',
  },
} as const satisfies Record<string, Entry>;
