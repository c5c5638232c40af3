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
import { findTool } from '../../host/tools.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Endpoint, TcpSocket } from './tcp-table.ts';

const timeout: Milliseconds = 1000;
/** About 20,000 connections. */
const mostOutput = 10 * 2 ** 20;
/** A longer filter is slower than none. */
const mostTerms = 64;

/**
 * Some connections of this process's own network namespace, and all the sockets that listen there. Connections that are over
 * (TIME_WAIT, often tens of thousands) are not among them, which the tables in /proc have not spared us.
 * @param own inodes of the connections that are wanted
 * @param ports of either side, to see the connections of these alone; null or too many: all
 * @returns null where there is no `ss`, or it took too long or said too much
 */
export async function tcpInfo(
  own: ReadonlySet<number>,
  ports: readonly number[] | null,
): Promise<{ readonly sockets: readonly TcpSocket[]; readonly total: number } | null> {
  const terms = (ports ?? []).flatMap((port) => [`sport = :${port}`, `dport = :${port}`]);
  const filter = terms.length > 0 && terms.length <= mostTerms ? [`( ${terms.join(' or ')} )`] : [];
  const words = ['-tineHO', 'state', 'listening', 'state', 'established', ...filter];
  try {
    const lines = await linesOf(words);
    return { sockets: lines.flatMap((line) => socketOf(line, own) ?? []), total: lines.length };
  } catch {
    return null;
  }
}

/** What is none of the application's: a log of its output, and the probe's own connection. */
const notItsOwn = /^\/run\/systemd\/|\/chokepoint-/;

/**
 * Connections over unix sockets: the path at which their other side listens, once for each. The kernel keeps no clocks of them.
 * @returns none where there is no `ss`
 */
export async function unixPeers(own: ReadonlySet<number>): Promise<string[]> {
  const lines = await linesOf(['-xnHO', 'state', 'connected']).catch(() => []);
  return lines.flatMap((line) => {
    // `u_str ESTAB 0 0 PATH INODE * INODE`, as the side has it that listens.
    const [, path = '', inode] = /^u_str +ESTAB +\d+ +\d+ +(\/.*?) \d+ +\* (\d+)/.exec(line) ?? [];
    return path !== '' && own.has(Number(inode)) && !notItsOwn.test(path) ? [path] : [];
  });
}

/** A program costs some milliseconds: what several ask at one time, for processes that are watched together, is asked once. */
const asked = new Map<string, Promise<readonly string[]>>();

function linesOf(words: readonly string[]): Promise<readonly string[]> {
  const key = words.join(' ');
  const running = asked.get(key);
  if (running) return running;
  const ss = findTool('ss');
  if (ss === null) return Promise.reject(new Error('no ss'));
  const lines = promisify(execFile)(ss, words, {
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: mostOutput,
    env: { LC_ALL: 'C' },
  }).then(({ stdout }) => stdout.split('\n'));
  asked.set(key, lines);
  const forget = () => void asked.delete(key);
  lines.then(forget, forget);
  return lines;
}

/** `ESTAB 0 0 LOCAL REMOTE … ino:9658692 … bytes_sent:1125 … lastsnd:116 …`; what is zero is left out. */
function socketOf(line: string, own: ReadonlySet<number>): TcpSocket | null {
  const [state, unread, limit, local = '', remote = ''] = line.split(/\s+/, 5);
  const inode = /\sino:(\d+)/.exec(line)?.[1];
  const isListening = state === 'LISTEN';
  if (inode === undefined || !(isListening || (state === 'ESTAB' && own.has(Number(inode))))) return null;
  const number = (pattern: RegExp) => Number(pattern.exec(line)?.[1] ?? 0);
  return {
    inode: Number(inode),
    isListening,
    local: endpoint(local),
    remote: endpoint(remote),
    unread: Number(unread),
    limit: isListening ? Number(limit) : null,
    flows: isListening
      ? null
      : {
          sent: {
            bytes: number(/\sbytes_sent:(\d+)/),
            segments: number(/\sdata_segs_out:(\d+)/),
            last: number(/\slastsnd:(\d+)/),
          },
          received: {
            bytes: number(/\sbytes_received:(\d+)/),
            segments: number(/\sdata_segs_in:(\d+)/),
            last: number(/\slastrcv:(\d+)/),
          },
        },
  };
}

/** `127.0.0.1:3000`, `[::1]:3000`, `[::ffff:10.0.0.5]:5432`, `*:3000`, `0.0.0.0%eth0:*`. */
function endpoint(text: string): Endpoint {
  const at = text.lastIndexOf(':');
  const address = text.slice(0, at).replace(/%[^\]]*/, '');
  const mapped = /^\[::ffff:(\d+\.\d+\.\d+\.\d+)\]$/i.exec(address)?.[1];
  return { address: mapped ?? (address === '*' ? '[::]' : address), port: Number(text.slice(at + 1)) || 0 };
}

/** How long a request to us, or a call of ours, has waited for an answer; null if none waits, or that is not known. */
export function pendingAge(
  { flows, unread }: Pick<TcpSocket, 'flows' | 'unread'>,
  direction: 'inbound' | 'outbound',
): Milliseconds | null {
  if (!flows) return null;
  const isInbound = direction === 'inbound';
  const [question, answer] = isInbound ? [flows.received, flows.sent] : [flows.sent, flows.received];
  // A connection on which nobody has asked yet: opened ahead, or just now.
  if (question.bytes === 0) return null;
  if (answer.bytes === 0) return question.last;
  if (isInbound && unread > 0) return question.last;
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
