/** The kernel's tables of TCP sockets, and which of them are of one process. Read from /proc: no program is started. */
import { readFile, readdir } from 'node:fs/promises';
import { linkOf } from '../../host/processes.ts';
import type { Milliseconds } from '../../model/units.ts';

export interface TcpSocket {
  readonly inode: number;
  /** Else it is connected. */
  readonly isListening: boolean;
  readonly local: Endpoint;
  readonly remote: Endpoint;
  /** Bytes that the process has not read yet; for a listening socket the connections that wait to be accepted. */
  readonly unread: number;
  /** For a listening socket: connections that may wait; null if not told. */
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
  /** How long ago. In ticks of the kernel's clock: 1 to 10 ms. */
  readonly last: Milliseconds;
}

/** Links that are read in half a millisecond; between, other things of ours may go on. */
const batch = 256;

/** The sockets among the open files of a process. @throws EACCES without the right to see them, ENOENT when it has ended */
export async function socketInodes(pid: number): Promise<Set<number>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const inodes = new Set<number>();
  for (let start = 0; start < names.length; start += batch) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const name of names.slice(start, start + batch)) {
      // Read at once: it never waits, and asked for on another thread it would cost five times as much.
      const link = linkOf(`${folder}/${name}`);
      if (link?.startsWith('socket:[')) inodes.add(Number(link.slice(8, -1)));
    }
  }
  return inodes;
}

/** What listens and what is connected in the network namespace that a process is in. */
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
        local: endpoint(local),
        remote: endpoint(remote),
        unread: Number.parseInt(queues.split(':')[1] ?? '0', 16),
        limit: null,
        flows: null,
      };
    }),
  );
}

const [established, listening] = ['01', '0A'];

/**
 * Lines: `0: 0100007F:0BB8 00000000:0000 0A TX:RX TR:WHEN RETRANSMITS UID TIMEOUT INODE …`, numbers in hex. A busy
 * machine has tens of thousands that are over and wait for nothing (TIME_WAIT): these are passed over unparsed.
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

/** `0100007F:0BB8`: words of four bytes, each the wrong way round, and a port. */
function endpoint(text: string): Endpoint {
  const [hex = '', port = ''] = text.split(':');
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).toReversed().map((byte) => Number.parseInt(byte, 16)),
  );
  return { address: addressOf(bytes), port: Number.parseInt(port, 16) };
}

function addressOf(bytes: readonly number[]): string {
  const isMapped = bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255;
  if (bytes.length === 4 || isMapped) return bytes.slice(-4).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0)).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname;
}

/** Connections that found a full queue since the machine began, in the network namespace of a process; null if not told. */
export async function listenOverflows(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/net/netstat`, 'latin1').catch(() => '');
  const [names, values] = text.split('\n').filter((line) => line.startsWith('TcpExt:'));
  const index = names?.split(' ').indexOf('ListenOverflows') ?? -1;
  return index < 0 ? null : Number(values?.split(' ')[index]);
}
