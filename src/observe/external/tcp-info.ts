/**
 * TCP sockets from the kernel's tables in /proc, and its clocks of each connection (TCP_INFO), as `ss` of iproute2 prints them:
 * when data last came, and when it was last sent. A side that was asked after its last answer owes an answer:
 *
 *   a connection to us    ──request──▶ ··········· now      lastrcv < lastsnd: pending for lastrcv
 *                         ◀──answer──  before that
 *   our call to others    the same the other way round
 *
 * This holds for one question at a time, as HTTP/1.1, and databases without pipelining, ask. In HTTP/2, WebSocket and
 * subscriptions either side speaks when it likes: there it only tells who spoke last.
 */
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { addressOf } from '../../host/listeners.ts';
import { linkOf } from '../../host/kernel-files.ts';
import { findTool } from '../../host/tools.ts';
import type { Milliseconds } from '../../model/units.ts';

const timeout: Milliseconds = 1000;
/** Most bytes that `ss` may print: about 20,000 connections. */
const mostOutput = 10 * 2 ** 20;
/** Most terms of a filter: a longer one is slower than none. */
const mostTerms = 64;

/**
 * Returns some connections of this process's own network namespace, and all the sockets that listen there. Connections that
 * are over (TIME_WAIT, often tens of thousands) are not among them, unlike in the tables of /proc.
 * @param own inodes of the connections that are wanted
 * @param ports ports of either side whose connections alone are wanted; null or too many: all
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

/** Sockets that are none of the application's: the log of its output, and the probe's own connection. */
const notItsOwn = /^\/run\/systemd\/|\/chokepoint-/;

/**
 * Returns the path at which the other side listens, once for each connection over a unix socket; these have no kernel clocks.
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

/** Questions that are being asked. A program costs some milliseconds, so what several watched processes need is asked once. */
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

/** Reads `ESTAB 0 0 LOCAL REMOTE … ino:9658692 … bytes_sent:1125 … lastsnd:116 …`; fields that are zero are left out there. */
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

/** Returns how long a request to us, or a call of ours, has waited for an answer; null if none waits, or that is not known. */
export function pendingAge(
  { flows, unread }: Pick<TcpSocket, 'flows' | 'unread'>,
  direction: 'inbound' | 'outbound',
): Milliseconds | null {
  if (!flows) return null;
  const isInbound = direction === 'inbound';
  const [question, answer] = isInbound ? [flows.received, flows.sent] : [flows.sent, flows.received];
  // Nobody has asked on this connection yet: it was opened ahead, or just now.
  if (question.bytes === 0) return null;
  if (answer.bytes === 0) return question.last;
  if (isInbound && unread > 0) return question.last;
  if (question.last !== answer.last) return question.last < answer.last ? question.last : null;
  return isOneMore(question.segments, answer.segments) ? question.last : null;
}

/**
 * Whether a question and an answer within one tick of the kernel's clock are in this order: the answer, then the next question.
 * A client without a pause asks so each time. With a packet for each question and the same number for each answer, the packets
 * tell. Otherwise the question counts as answered.
 */
function isOneMore(questions: number, answers: number): boolean {
  return questions > 1 && answers % (questions - 1) === 0 && answers % questions !== 0;
}

export interface TcpSocket {
  readonly inode: number;
  /** Whether it listens; else it is connected. */
  readonly isListening: boolean;
  readonly local: Endpoint;
  readonly remote: Endpoint;
  /** Bytes that the process has not read yet; for a listening socket the connections that wait to be accepted. */
  readonly unread: number;
  /** Most connections that may wait at a listening socket; null if not told, or of a connection. */
  readonly limit: number | null;
  /** The kernel's clocks; null where they cannot be had, and of a socket that listens. */
  readonly flows: Flows | null;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

export interface Flows {
  readonly sent: Flow;
  readonly received: Flow;
}

/** One direction of a connection. */
interface Flow {
  readonly bytes: number;
  readonly segments: number;
  /** Time since the last of them, in steps of the kernel's clock: 1 to 10 ms. */
  readonly last: Milliseconds;
}

/** Links that are read at a time, in half a millisecond; between, other things of ours may go on. */
const batch = 256;

/** The sockets among the open files of a process. @throws EACCES without the right to see them, ENOENT when it has ended */
export async function socketInodes(pid: number): Promise<Set<number>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const inodes = new Set<number>();
  for (let start = 0; start < names.length; start += batch) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const name of names.slice(start, start + batch)) {
      // The link is read here: that never waits, and on another thread it would cost five times as much.
      const link = linkOf(`${folder}/${name}`);
      if (link?.startsWith('socket:[')) inodes.add(Number(link.slice(8, -1)));
    }
  }
  return inodes;
}

/** Returns the sockets that listen or are connected in the network namespace of a process. */
export async function tcpTable(pid: number): Promise<TcpSocket[]> {
  // Without IPv6 there is no second table.
  const texts = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'latin1').catch(() => '')),
  );
  return texts.flatMap((text) =>
    Array.from(linesIn(text), (line) => {
      const [, local = '', remote = '', code, queues = '', , , , , inode] = line.trim().split(/\s+/);
      return {
        inode: Number(inode),
        isListening: code === listening,
        local: endpointIn(local),
        remote: endpointIn(remote),
        unread: Number.parseInt(queues.split(':')[1] ?? '0', 16),
        limit: null,
        flows: null,
      };
    }),
  );
}

const [established, listening] = ['01', '0A'];

/**
 * Yields `0: 0100007F:0BB8 00000000:0000 0A TX:RX TR:WHEN RETRANSMITS UID TIMEOUT INODE …`, numbers in hex. A busy machine
 * has tens of thousands of lines of connections that are over (TIME_WAIT): these are passed over unparsed.
 */
function* linesIn(text: string): Generator<string> {
  let start = text.indexOf('\n') + 1;
  const addresses = text.indexOf(':', start) + 2;
  const width = text.indexOf(' ', addresses) - addresses;
  for (let end = text.indexOf('\n', start); end > 0; end = text.indexOf('\n', start)) {
    const state = text.indexOf(':', start) + 2 + 2 * (width + 1);
    const code = text.slice(state, state + 2);
    if (code === established || code === listening) yield text.slice(start, end);
    start = end + 1;
  }
}

/** `0100007F:0BB8` */
function endpointIn(text: string): Endpoint {
  const [hex = '', port = ''] = text.split(':');
  const address = addressOf(hex);
  return { address: address.includes(':') ? `[${address}]` : address, port: Number.parseInt(port, 16) };
}

/** Returns how many connections found a full queue, in the network namespace of a process, since the machine began; null if not told. */
export async function listenOverflows(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/net/netstat`, 'latin1').catch(() => '');
  const [names, values] = text.split('\n').filter((line) => line.startsWith('TcpExt:'));
  const index = names?.split(' ').indexOf('ListenOverflows') ?? -1;
  return index < 0 ? null : Number(values?.split(' ')[index]);
}
