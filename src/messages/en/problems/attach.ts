/** What keeps the probe out of a running process, or goes wrong while it is brought in. */
import { type Entry, exitCodes } from './entry.ts';

const { usage, unmeasured } = exitCodes;

/** What always works, for the next start of the process. */
const instead =
  'Start it with the probe instead: NODE_OPTIONS="--import chokepoint/probe". Or let chokepoint start it: {chokepoint} doctor -- node …';

export const attachProblems = {
  SIGUSR1_NOT_CAUGHT: {
    exit: usage,
    what: 'Process {pid} does not catch SIGUSR1, so it was not signalled.',
    why: 'SIGUSR1 makes Node open its inspector, but it would end this process. The process is still starting, was built without an inspector, or has removed the handler.',
    todo: `If it has just been started, try again. ${instead}`,
  },
  SIGUSR1_DISABLED: {
    exit: usage,
    what: 'Process {pid} was started with --disable-sigusr1, so it was not signalled.',
    why: 'The probe enters through the inspector, and with this option SIGUSR1 ends the process instead of opening it.',
    todo: instead,
  },
  SIGUSR1_HANDLED: {
    exit: usage,
    what: 'The application in process {pid} handles SIGUSR1 itself, so it was not signalled.',
    why: 'The signal would run that handler and would not open the inspector.',
    todo: instead,
  },
  SIGUSR1_UNKNOWN: {
    exit: usage,
    what: 'It is not known whether the application in process {pid} handles SIGUSR1 itself, so it was not signalled.',
    why: 'Its signal handlers could not be read: {why}. The signal would run such a handler: some rotate logs, others shut the process down.',
    todo: `{first} ${instead}`,
  },
  INSPECTOR_NOT_LOCAL: {
    exit: usage,
    what: 'The inspector of process {pid} opens at {address}, {how}.',
    why: 'This address can be reached from other machines (--inspect-port, NODE_OPTIONS). While the inspector is open, anyone who reaches it can run code in the process.',
    todo: `Start the process with --inspect-port=127.0.0.1:9229 or without the option, and try again. ${instead}`,
  },
  ATTACH_UNGUARDED: {
    exit: unmeasured,
    what: 'The helper that closes the inspector of process {pid} if the doctor is killed could not be started, so the process was not signalled.',
    why: '{why}',
    todo: 'Try again when the machine has free memory and may start more processes (ulimit -u).',
  },
  MAIN_THREAD_BLOCKED: {
    exit: unmeasured,
    what: 'The main thread of process {pid} did not leave the system call {call} within {seconds} s, so it was not signalled.',
    why: 'The signal would interrupt that call, and the application may not expect it: a waiting read would throw EINTR.',
    todo: `Leave --attach out, because the doctor shows this call without the probe too; or try again later. ${instead}`,
  },
  PERMISSION_MODEL: {
    exit: usage,
    what: "Process {pid} runs under Node's permission model ({flag}), so it was not signalled.",
    why: 'With it, Node opens no inspector and starts no worker threads, and the signal would end the process.',
    todo: 'Leave --attach out: watching without the probe works under the permission model.',
  },
  INSPECTOR_PORT_TAKEN: {
    exit: usage,
    what: 'Port {port}, on which process {pid} would open its inspector, is already in use.',
    why: '{why}',
    todo: `Stop the process that listens there, and try again. ${instead}`,
  },
  NETWORK_OTHER: {
    exit: usage,
    what: 'Process {pid} is in another network namespace, usually that of a container.',
    why: 'Its inspector would open on a loopback address that cannot be reached from here.',
    todo: 'Run chokepoint in the same container, or in its network: nsenter --target {pid} --net {chokepoint} doctor {pid} --attach',
  },
  ATTACH_FOLDER: {
    exit: usage,
    what: 'chokepoint cannot create a socket that process {pid} can reach.',
    why: '{why}',
    todo: `Give its container a writable /tmp, or run chokepoint as the same user. ${instead}`,
  },
  ATTACH_BUSY: {
    exit: unmeasured,
    what: 'Another chokepoint is attaching to a process right now.',
    why: 'All Node processes open their inspector on the same port, so only one attach can run at a time. The other one has taken more than {seconds} s.',
    todo: 'Try again when it has finished.',
  },
  ATTACH_WRONG_PROCESS: {
    exit: unmeasured,
    what: 'Process {pid} is no longer the process to attach to.',
    why: '{why}',
    todo: 'Find the PID of the process that is running now: pgrep -af node',
  },
  INSPECTOR_SILENT: {
    exit: unmeasured,
    what: 'Process {pid} did not let the probe in within {seconds} s.',
    why: '{why}',
    todo: `Try again later. ${instead}`,
  },
  INSPECTOR_LEFT_OPEN: {
    exit: unmeasured,
    what: 'The inspector of process {pid} is still open at {address}.',
    why: 'The process was asked to close it and did not. While it is open, every user of this machine can run code in that process. {closer}',
    todo: 'Close it by hand: open chrome://inspect and run process.getBuiltinModule("inspector").close() there; or restart the process.',
  },
  PROCESS_STOPPED: {
    exit: unmeasured,
    what: 'Process {pid} is stopped (state {state}), so it was not signalled.',
    why: 'It runs no code and answers no request. The signal would stay pending, and would open the inspector when the process continues.',
    todo: '{todo}',
  },
  PROBE_PRESENT: {
    exit: unmeasured,
    what: 'Another chokepoint already has a probe in process {pid}.',
    why: 'A second probe would measure the first one.',
    todo: 'Wait until the other chokepoint has ended, which removes its probe. Or watch the process from outside: leave --attach out.',
  },
  PROBE_REFUSED: {
    exit: unmeasured,
    what: 'Process {pid} has no probe that can be used.',
    why: '{why}',
    todo: instead,
  },
  PROBE_SILENT: {
    exit: unmeasured,
    what: 'The probe in process {pid} has sent nothing within {seconds} s.',
    why: '{why}',
    todo: `Try again when the machine is less busy. ${instead}`,
  },
} as const satisfies Record<string, Entry>;
