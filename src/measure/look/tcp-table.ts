/** The kernel's tables of TCP sockets, and which of them are of one process. Read from /proc: no program is started. */
import { readFile, readdir, readlink } from 'node:fs/promises';

export interface TcpRow {
  readonly inode: number;
  readonly state: 'listening' | 'established';
  readonly local: Endpoint;
  readonly remote: Endpoint;
  /** For a listening socket: connections that wait to be accepted. */
  readonly received: number;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Links that are read at once; between, other things of ours may go on. */
const batch = 256;

/** The sockets among the open files of a process. @throws EACCES without the right to see them, ENOENT when it has ended */
export async function socketInodes(pid: number): Promise<Set<number>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const inodes = new Set<number>();
  for (let start = 0; start < names.length; start += batch) {
    const links = names
      .slice(start, start + batch)
      .map((name) => readlink(`${folder}/${name}`).catch(() => ''));
    for (const link of await Promise.all(links)) {
      const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
      if (inode !== undefined) inodes.add(Number(inode));
    }
  }
  return inodes;
}

/** All sockets of the network namespace that a process is in, those that listen and those that are connected. */
export async function tcpRows(pid: number): Promise<TcpRow[]> {
  // Without IPv6 there is no second table.
  const [four, six] = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'latin1').catch(() => '')),
  );
  return [...rowsOf(four ?? ''), ...rowsOf(six ?? '')];
}

const states: Readonly<Record<string, TcpRow['state']>> = { '01': 'established', '0A': 'listening' };

/** Lines: `0: 0100007F:0BB8 00000000:0000 0A TX:RX TR:WHEN RETRANSMITS UID TIMEOUT INODE …`, numbers in hex. */
function* rowsOf(text: string): Generator<TcpRow> {
  for (const line of text.split('\n').slice(1)) {
    const [, local = '', remote = '', code = '', queues = '', , , , , inode] = line.trim().split(/\s+/);
    const state = states[code];
    if (!state) continue;
    yield {
      inode: Number(inode),
      state,
      local: endpoint(local),
      remote: endpoint(remote),
      received: Number.parseInt(queues.split(':')[1] ?? '0', 16),
    };
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
