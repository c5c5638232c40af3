/**
 * The kernel's own clocks of each connection (TCP_INFO), as the program `ss` of iproute2 prints them: when data came
 * last and when data was sent last. Who was asked after he answered last owes an answer:
 *
 *   a connection to us    ──request──▶ ··········· now      lastrcv < lastsnd: pending for lastrcv
 *                         ◀──answer──  before that
 *   our call to others    the same the other way round
 *
 * It is so for one question at a time, as HTTP/1.1, and databases without pipelining, ask. In HTTP/2, WebSocket and
 * subscriptions either side speaks when it likes: there it only tells who spoke last.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Milliseconds } from '../../model/units.ts';

/** One direction of a connection. */
interface Flow {
  readonly bytes: number;
  readonly segments: number;
  /** How long ago. In ticks of the kernel's clock: 1 to 10 ms. */
  readonly last: Milliseconds;
}

export interface TcpInfo {
  readonly inode: number;
  readonly isListening: boolean;
  /** Bytes that the process has not read yet; for a listening socket the connections that wait. */
  readonly unread: number;
  /** For a listening socket: connections that may wait. */
  readonly limit: number;
  readonly sent: Flow;
  readonly received: Flow;
}

const patience: Milliseconds = 1000;
/** About 20,000 connections. */
const mostOutput = 10 * 2 ** 20;
/** A longer filter is slower than none. */
const mostPorts = 32;

/**
 * Connections of this process's own network namespace, and the sockets that listen there.
 * @param local ports of ours, `remote` ports of others; a connection is told if either fits
 * @returns null where there is no `ss`, or it took too long or said too much
 */
export async function tcpInfo(
  local: readonly number[],
  remote: readonly number[],
): Promise<TcpInfo[] | null> {
  const terms = [...local.map((port) => `sport = :${port}`), ...remote.map((port) => `dport = :${port}`)];
  if (terms.length === 0) return [];
  const filter = terms.length <= mostPorts ? [`( ${terms.join(' or ')} )`] : [];
  try {
    const { stdout } = await promisify(execFile)(
      'ss',
      ['-tineHO', 'state', 'listening', 'state', 'established', ...filter],
      {
        timeout: patience,
        killSignal: 'SIGKILL',
        maxBuffer: mostOutput,
        env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LC_ALL: 'C' },
      },
    );
    return stdout.split('\n').flatMap((line) => lineOf(line) ?? []);
  } catch {
    return null;
  }
}

/** `ESTAB 0 0 LOCAL REMOTE ino:9658692 … bytes_sent:1125 … lastsnd:116 …`; what is zero is left out. */
function lineOf(line: string): TcpInfo | null {
  const [state, unread, limit] = line.split(/\s+/, 3);
  const inode = /\sino:(\d+)/.exec(line)?.[1];
  if (inode === undefined || (state !== 'LISTEN' && state !== 'ESTAB')) return null;
  const number = (name: string) => Number(new RegExp(`\\s${name}:(\\d+)`).exec(line)?.[1] ?? 0);
  return {
    inode: Number(inode),
    isListening: state === 'LISTEN',
    unread: Number(unread),
    limit: Number(limit),
    sent: { bytes: number('bytes_sent'), segments: number('data_segs_out'), last: number('lastsnd') },
    received: { bytes: number('bytes_received'), segments: number('data_segs_in'), last: number('lastrcv') },
  };
}

/** How long a request to us, or a call of ours, has waited for an answer; null if none waits. */
export function pendingAge(info: TcpInfo, direction: 'inbound' | 'outbound'): Milliseconds | null {
  const isInbound = direction === 'inbound';
  const [question, answer] = isInbound ? [info.received, info.sent] : [info.sent, info.received];
  // A connection on which nobody has asked yet: opened ahead, or just now.
  if (question.bytes === 0) return null;
  if (answer.bytes === 0) return question.last;
  if (isInbound && info.unread > 0) return question.last;
  if (question.last !== answer.last) return question.last < answer.last ? question.last : null;
  return isOneMore(question.segments, answer.segments) ? question.last : null;
}

/**
 * Both within one tick of the kernel's clock: was the question answered at once, or is it the next one, sent as soon
 * as the answer had come? A client without a pause does so each time. With a packet for each question and the same
 * number for each answer, the packets tell. Otherwise it counts as answered.
 */
function isOneMore(questions: number, answers: number): boolean {
  return questions > 1 && answers % (questions - 1) === 0 && answers % questions !== 0;
}
