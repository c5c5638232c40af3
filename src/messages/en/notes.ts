/** What was left out or went wrong while a server was watched, and what was not seen. */
import type { Numbers } from '../nested.ts';
import { counted } from '../../format/number.ts';
import { short, wholePercent } from '../../format/words.ts';
import type { Nested } from '../nested.ts';

/** The texts of a problem, which the catalogue of problems has made. */
type Told = {
  readonly problem: string;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
};

type Inspector = Numbers<'pid'> & { readonly address: string };

type SeveralPrograms = Numbers<'root' | 'more'> & {
  readonly programs: readonly { command: string; pids: readonly number[] }[];
};

const told = ({ problem, what, why, todo }: Told) => `${problem}: ${what} ${why} ${todo}`;

export const notes = {
  'note.problem': told,
  'note.probe-refused': ({ pid, ...problem }: Told & { pid: number }) =>
    `No probe in PID ${pid}. ${told(problem)}`,
  'note.found': ({ address }: { address: string }) => `The server was found at ${address}, and loaded there.`,
  'note.not-node': ({ pid }: Numbers<'pid'>) =>
    `PID ${pid} is not a Node process, so the Node processes that it started are watched.`,
  'note.several-programs': ({ root, programs, more }: SeveralPrograms) => {
    const named = programs.map(({ command, pids }) => `${command} (${pids.join(', ')})`).join('; ');
    const rest = more > 0 ? `; and ${more} more` : '';
    return `PID ${root} has started ${programs.length + more} different programs, which are judged as one server: ${named}${rest}. Choose one of them: --pid ${programs[0]?.pids[0]}`;
  },
  'note.process-ended': ({ pid, command }: { pid: number; command: string }) =>
    `PID ${pid} (${command}) has exited.`,
  'note.own-cpu': ({ share }: Numbers<'share'>) =>
    `The doctor itself used ${wholePercent(share)} of one CPU while it watched.`,
  'note.handlers-unknown': ({ pid, why }: { pid: number; why: Nested }) =>
    `It is not known whether PID ${pid} handles SIGUSR1 itself: ${why}.`,
  'note.inspector-was-open': ({ pid, address }: Inspector) =>
    `The inspector of PID ${pid} was already open at ${address}. The probe entered through it and left it open.`,
  'note.inspector-public': ({ pid, address }: Inspector) =>
    `The inspector of PID ${pid} (${address}) is open to the network: anyone who reaches that port can run code in the process. It was already open, and was left open.`,
  'note.inspector-reopened': ({ pid, address }: Inspector) =>
    `The inspector of PID ${pid} opened a second time at ${address}, and was closed again.`,
  'note.inspector-foreign': ({ pid, address }: Inspector) =>
    `The inspector of PID ${pid} is open at ${address}. It was closed after the probe entered, and another program has opened it since. If no debugger is in use, close it.`,
  'note.attach-cut-short': ({ pid, closer }: { pid: number; closer: Nested }) =>
    `The attach to PID ${pid} ended after the signal was sent and before the inspector was closed. ${closer}`,
  /** @param heap in megabytes. @param stop milliseconds */
  'note.no-profile': ({ pid, heap, stop }: Numbers<'pid' | 'heap' | 'stop'>) =>
    `No CPU profile of PID ${pid} was taken: it answers requests, and starting a profile would stop it for about ${(stop / 1000).toFixed(1)} s (its heap holds ${heap} MB). --profile takes one anyway.`,
  /** @param stop milliseconds */
  'note.profile-stop': ({ pid, stop }: Numbers<'pid' | 'stop'>) =>
    `Taking a CPU profile stopped the main thread of PID ${pid} for ${short(Number(stop.toPrecision(3)))} ms. This is not counted as its own delay.`,
  'note.requests-unseen': ({ pid, connections }: Numbers<'pid' | 'connections'>) =>
    `The probe in PID ${pid} saw no HTTP/1 request, though ${counted(connections, 'connection to it is', 'connections to it are')} open. If they use HTTP/2 or another protocol, their requests are not seen, nor the calls that these wait for.`,
  'note.pool-unread': ({ why }: { why: Nested }) =>
    `The pool's queue was not read from memory (${why}): the kinds of its jobs are not seen.`,
  'note.no-probe': ({ why }: { why: Nested }) =>
    `There is no probe in the process (${why}): single stalls of the event loop and garbage collection are not seen.`,
};
