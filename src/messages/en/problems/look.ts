/** What ends a look at a running process before it began. */
import { type Entry, exitCodes } from './entry.ts';

const { usage, unmeasured } = exitCodes;

export const lookProblems = {
  LOOK_NEEDS_LINUX: {
    exit: usage,
    what: 'A running process cannot be watched from outside on {platform}.',
    why: 'The state of its threads is read from /proc, which only Linux has.',
    todo: 'Run chokepoint on the Linux machine, or in the container, where the process runs.',
  },
  PROCESS_NOT_FOUND: {
    exit: usage,
    what: 'There is no process {pid} to watch.',
    why: '{why}',
    todo: 'List the Node processes with their PIDs: pgrep -af node',
  },
  PORT_SILENT: {
    exit: usage,
    what: 'No process listens on port {port}.',
    why: 'The listening sockets of this machine were read; in a container those of that container count.',
    todo: 'ss -ltnp lists the ports with their processes.',
  },
  PORT_HIDDEN: {
    exit: usage,
    what: 'The process that listens on port {port} may not be looked at.',
    why: 'It belongs to another user, or runs in a container.',
    todo: 'Run chokepoint as that user or as root, or inside the container.',
  },
  PORT_PUBLISHED: {
    exit: usage,
    what: 'Port {port} is published by Docker: its proxy listens there, and Node runs in the container.',
    why: 'The proxy only passes connections on; the process to look at has a PID of its own on this machine.',
    todo: 'Look at the process of the container, as root: {command}',
  },
  TARGET_OTHER: {
    exit: usage,
    what: 'Process {pid} does not listen at {host}:{port}.',
    why: 'The requests would go to another program, with all that they hold.',
    todo: 'In the scenario, name an address of that process.',
  },
  PM2_APP_UNKNOWN: {
    exit: usage,
    what: 'No process of a PM2 application "{name}" was found.',
    why: '{why}',
    todo: 'Give a name of "pm2 list", a PID, or :PORT; before the command of your server write "--".',
  },
  TARGET_AMBIGUOUS: {
    exit: usage,
    what: '"{text}" can mean two things here.',
    why: '{why}',
    todo: '{todo}',
  },
  NOT_A_NODE: {
    exit: usage,
    what: 'Process {pid} is not a Node process.',
    why: 'It runs {binary}.',
    todo: 'Give the PID of the Node process itself, not of the shell, npm or container that started it: pgrep -af node',
  },
  OWN_PROCESS: {
    exit: usage,
    what: 'Process {pid} is the doctor itself.',
    why: 'It would measure only itself.',
    todo: 'Give the PID of the server: pgrep -af node',
  },
  OTHER_USER: {
    exit: usage,
    what: 'This user may not watch process {pid}.',
    why: '{why}',
    todo: '{todo}',
  },
  NO_NODE_PROCESS: {
    exit: exitCodes.unmeasured,
    what: '"{command}" started no Node process.',
    why: '{how}; its last lines: {last}',
    todo: 'Give the command that starts your server in the foreground: node server.js, or npm start.',
  },
  PID_NAMESPACE_OTHER: {
    exit: usage,
    what: 'PID {pid} belongs to a process inside a container.',
    why: 'Outside that container, PID {pid} is {here}. Node processes with PID {pid} in their container have other PIDs outside: {candidates}.',
    todo: 'Give the PID outside the container: --pid {first}',
  },
  REPLAY_INVALID: {
    exit: usage,
    what: 'The file {file} cannot be replayed.',
    why: '{why}',
    todo: 'Give the watch.json of a report: {chokepoint} doctor --replay .chokepoint/reports/ID/watch.json',
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
    why: 'The figures up to then say little about a running server.',
    todo: '{todo}',
  },
  WATCH_INTERRUPTED: {
    exit: exitCodes.interrupted,
    what: 'Interrupted.',
    why: '{why}',
    todo: '{todo}',
  },
} as const satisfies Record<string, Entry>;
