/** Finds who listens at which TCP port in the network of a process, and whether it is that process itself (Linux; elsewhere by `lsof`). */
import { spawnSync } from 'node:child_process';
import { linkOf, namesIn } from './kernel-files.ts';
import { allPids, commandLine, isNode } from './processes.ts';
import { findTool } from './tools.ts';
import { closeSync, openSync, readSync } from 'node:fs';
import { connect, isIPv4 } from 'node:net';
import type { Milliseconds } from '../model/units.ts';

export interface Listener {
  /** `127.0.0.1`, `0.0.0.0`, `::1`, `::`, … */
  readonly address: string;
  readonly port: number;
  /** The number of its socket. */
  readonly socket: string;
  /** The user who opened it. */
  readonly uid: number;
}

/** The state LISTEN in /proc/net/tcp. */
const listen = '0A';
const chunk = 16 * 1024;

/** Returns all sockets that listen in the network of `pid`; none if it has ended. */
export function listeners(pid: number): Listener[] {
  return [...listenersIn(`/proc/${pid}/net/tcp`), ...listenersIn(`/proc/${pid}/net/tcp6`)];
}

/**
 * Reads `NUMBER: ADDRESS:PORT ADDRESS:PORT STATE … INODE …`. The kernel lists first those that listen, so no more
 * is read: the connections of a busy server are many, and this is read every few milliseconds.
 */
function listenersIn(path: string): Listener[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return []; // it has ended, or there is no IPv6
  }
  try {
    const found: Listener[] = [];
    const buffer = Buffer.alloc(chunk);
    let text = '';
    for (;;) {
      const read = readSync(file, buffer, 0, chunk, null);
      text += buffer.toString('latin1', 0, read);
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const [number = '', local = '', , state, , , , uid, , socket = ''] = line.trim().split(/\s+/);
        if (!/^\d+:$/.test(number)) continue;
        if (state !== listen) return found;
        const [address = '', port = ''] = local.split(':');
        found.push({
          address: addressOf(address),
          port: Number.parseInt(port, 16),
          socket,
          uid: Number(uid),
        });
      }
      if (read === 0) return found;
    }
  } catch {
    return [];
  } finally {
    closeSync(file);
  }
}

/** Reads an address from words of 32 bits: little-endian, as on every machine that Node is built for but s390x. */
export function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  bytes.swap32();
  if (bytes.length === 4) return [...bytes].join('.');
  const isMapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xffff;
  if (isMapped) return [...bytes.subarray(12)].join('.');
  const words = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return new URL(`http://[${words.join(':')}]`).hostname.slice(1, -1);
}

/** Whether whoever binds `address` and `port` would meet this one. */
export function isInTheWay(listener: Listener, address: string, port: number): boolean {
  if (listener.port !== port) return false;
  return listener.address === address || ['0.0.0.0', '::'].includes(listener.address);
}

/** Whether only this machine can connect to the address. A name could mean any address, so it is none of these. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** @returns why no connection to that place comes about in time; null if one does */
export function connectFailure(host: string, port: number, timeout: Milliseconds): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const end = (why: string | null) => {
      socket.destroy();
      resolve(why);
    };
    socket.once('connect', () => end(null));
    socket.once('error', (error) => end(error.message));
    socket.setTimeout(timeout, () => end(`no answer within ${timeout / 1000} s`));
  });
}

/** A socket that listens, and the process that has it. */
export interface OwnListener extends Listener {
  readonly pid: number;
}

/** Returns the sockets that listen in the network of this process and belong to one of these processes. */
export function listenersOf(pids: readonly number[]): OwnListener[] {
  return listeners(process.pid).flatMap((one) => {
    const pid = pids.find((each) => hasSocket(each, one.socket));
    return pid === undefined ? [] : [{ ...one, pid }];
  });
}

/** A Node process of this machine, and the ports at which it listens. */
export interface NodeProcess {
  readonly pid: number;
  readonly ports: readonly number[];
  /** What it was started with, or calls itself: a text of its own choice. */
  readonly command: string;
}

/** Returns the Node processes that may be looked at, but for this one: those that listen first. */
export function nodeProcesses(): NodeProcess[] {
  const pids = allPids().filter((pid) => pid !== process.pid && isNode(pid));
  const open = Map.groupBy(listenersOf(pids), ({ pid }) => pid);
  return pids
    .map((pid) => {
      const ports = new Set((open.get(pid) ?? []).map(({ port }) => port));
      return { pid, ports: [...ports].toSorted((a, b) => a - b), command: commandLine(pid) };
    })
    .toSorted((one, other) => Number(other.ports.length > 0) - Number(one.ports.length > 0));
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:9229`, `[::1]:9229` */
export function addressText({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the address to connect to: loopback for what is bound to every address. */
export function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

/** Whether the process has the socket open. */
export function hasSocket(pid: number, socket: string): boolean {
  const wanted = `socket:[${socket}]`;
  return namesIn(`/proc/${pid}/fd`).some((file) => linkOf(`/proc/${pid}/fd/${file}`) === wanted);
}

/** Finds the process that has the socket open; null if none that may be looked at has it. */
export function holderOf(socket: string): number | null {
  return allPids().find((pid) => hasSocket(pid, socket)) ?? null;
}

/** Returns the sockets at which these processes listen; none where there is no `lsof`. It takes some tens of milliseconds. */
export function listenersByLsof(pids: readonly number[]): OwnListener[] {
  const lsof = pids.length > 0 ? findTool('lsof') : null;
  if (lsof === null) return [];
  // One field on each line, by its letter: the process, its user, the file, its kind, its name.
  const asked = ['-nP', '-a', '-iTCP', '-sTCP:LISTEN', '-p', pids.join(','), '-F', 'pufPtn'];
  const { stdout } = spawnSync(lsof, asked, { encoding: 'utf8' });
  let [pid, uid, file, isV6] = [0, 0, '', false];
  return stdout.split('\n').flatMap((line) => {
    const [letter, value] = [line[0], line.slice(1)];
    if (letter === 'p') pid = Number(value);
    else if (letter === 'u') uid = Number(value);
    else if (letter === 'f') file = value;
    else if (letter === 't') isV6 = value === 'IPv6';
    if (letter !== 'n') return [];
    // `*:3000`, `127.0.0.1:3000`, `[::1]:3000`
    const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(value) ?? [];
    if (port === undefined) return [];
    const address = host === '*' ? (isV6 ? '::' : '0.0.0.0') : host;
    return { address, port: Number(port), socket: `${pid} ${file}`, uid, pid };
  });
}
