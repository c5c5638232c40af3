/** What keeps the probe out of a running process, or goes wrong while it is brought in. */
import { type Entry, exitCodes } from './entry.ts';

const { usage, unmeasured } = exitCodes;

/** What always works, for the next start of the process. */
const instead =
  'Start it with the probe instead, NODE_OPTIONS="--import chokepoint/probe", or let chokepoint start it: chokepoint doctor -- node …';

export const attachProblems = {
  SIGUSR1_NOT_CAUGHT: {
    exit: usage,
    what: 'The process {pid} does not catch SIGUSR1, so it was not signalled.',
    why: 'The signal that makes Node open its inspector would end this process: it is still starting, or was built without an inspector, or took off a handler that it had.',
    todo: `If it has just been started, try again. ${instead}`,
  },
  SIGUSR1_DISABLED: {
    exit: usage,
    what: 'The process {pid} was started with --disable-sigusr1, so it was not signalled.',
    why: 'Without its inspector nothing can be brought into it, and the signal would end it.',
    todo: instead,
  },
  SIGUSR1_HANDLED: {
    exit: usage,
    what: 'The application in process {pid} handles SIGUSR1 itself, so it was not signalled.',
    why: 'The signal would run that handler, whatever it does, and would not open the inspector.',
    todo: instead,
  },
  SIGUSR1_UNKNOWN: {
    exit: usage,
    what: 'Whether the application in process {pid} handles SIGUSR1 itself could not be known, so it was not signalled.',
    why: 'Its signal handlers could not be read: {why}. Such a handler would run, whatever it does: some rotate logs with it, some shut down.',
    todo: `{first}If you are sure that the application has none, write --attach=unsure. ${instead}`,
  },
  INSPECTOR_NOT_LOCAL: {
    exit: usage,
    what: 'The inspector of process {pid} opens at {address}, {how}.',
    why: 'That is no address of this machine alone (--inspect-port, NODE_OPTIONS): while it is open, whoever reaches it over the network can run code in the process.',
    todo: `Start the process with --inspect-port=127.0.0.1:9229 or without the option, and try again. ${instead}`,
  },
  ATTACH_UNGUARDED: {
    exit: unmeasured,
    what: 'No process could be started that closes the inspector of process {pid} if this one is killed, so it was not signalled.',
    why: '{why}',
    todo: 'Try again when the machine has memory and processes to spare (ulimit -u).',
  },
  MAIN_THREAD_BLOCKED: {
    exit: unmeasured,
    what: 'The main thread of process {pid} did not leave the system call {call} within {seconds} s, so it was not signalled.',
    why: 'The signal would interrupt that call, which an application need not expect: a read that waits would throw EINTR.',
    todo: `Look at it without the probe, which shows this call too; or try again later. ${instead}`,
  },
  PERMISSION_MODEL: {
    exit: usage,
    what: "The process {pid} runs under Node's permission model ({flag}), so it was not signalled.",
    why: 'Under it Node opens no inspector and starts no worker threads, and the signal would end the process.',
    todo: 'Look at it without the probe, which needs nothing of it: leave --attach out.',
  },
  INSPECTOR_PORT_TAKEN: {
    exit: usage,
    what: 'The port {port}, at which process {pid} would open its inspector, is taken.',
    why: '{why}',
    todo: `End what listens there, and try again. ${instead}`,
  },
  NETWORK_OTHER: {
    exit: usage,
    what: 'The process {pid} is in another network than this one: a container.',
    why: 'Its inspector would open at a loopback address that cannot be reached from here.',
    todo: 'Run chokepoint in the same container, or in its network: nsenter --target {pid} --net chokepoint doctor --pid {pid} --attach',
  },
  ATTACH_FOLDER: {
    exit: usage,
    what: 'No socket can be made that the process {pid} would reach.',
    why: '{why}',
    todo: `Give its container a /tmp that can be written, or run chokepoint as the same user. ${instead}`,
  },
  ATTACH_BUSY: {
    exit: unmeasured,
    what: 'Another chokepoint is attaching to a process just now.',
    why: 'All Node processes open their inspector at the same port, so one is attached to after the other. It has been at it for more than {seconds} s.',
    todo: 'Try again when it is done.',
  },
  ATTACH_WRONG_PROCESS: {
    exit: unmeasured,
    what: 'The process {pid} is not the one any more that was to be attached to.',
    why: '{why}',
    todo: 'Find the number of the process that runs now: ps -C node -o pid,args',
  },
  INSPECTOR_SILENT: {
    exit: unmeasured,
    what: 'The process {pid} did not let the probe in within {seconds} s.',
    why: '{why}',
    todo: `Try again later. ${instead}`,
  },
  INSPECTOR_LEFT_OPEN: {
    exit: unmeasured,
    what: 'The inspector of process {pid} is still open at {address}.',
    why: 'It was asked to close it and has not. While it is open, every user of this machine may run code in that process. {closer}',
    todo: 'Close it by hand: open chrome://inspect and run process.getBuiltinModule("inspector").close() there; or restart the process.',
  },
  PROCESS_STOPPED: {
    exit: unmeasured,
    what: 'The process {pid} is stopped (state {state}), so it was not signalled.',
    why: 'It runs nothing, and answers nobody. The signal would wait in it, and open its inspector when it goes on.',
    todo: '{todo}',
  },
  PROBE_PRESENT: {
    exit: unmeasured,
    what: 'Another chokepoint is watching process {pid} from inside just now.',
    why: 'Its probe is in the process, and a second one would measure the first.',
    todo: 'Wait until the other has ended: its probe goes with it. Or look at the process from outside: leave --attach out.',
  },
  PROBE_REFUSED: {
    exit: unmeasured,
    what: 'There is no probe in process {pid} that can be used.',
    why: '{why}',
    todo: instead,
  },
  PROBE_SILENT: {
    exit: unmeasured,
    what: 'The probe in process {pid} has said nothing within {seconds} s.',
    why: '{why}',
    todo: `Try again when the machine is less busy. ${instead}`,
  },
} as const satisfies Record<string, Entry>;
