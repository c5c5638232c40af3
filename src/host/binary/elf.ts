/**
 * Finds where libuv keeps its pool, from the symbol table of a node binary (ELF, 64 bit, little-endian).
 * Node's official Linux builds keep their symbols and are loaded at a fixed address, so what stands in the table is
 * where it is in memory. The probe reads its own process by this too: nothing is imported but what Node 20 has.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { OutOfReach, Readable, Unseen } from '../../model/process-snapshot.ts';
import type { ProblemCode } from '../../messages/problem.ts';

/** Variables of libuv's `src/threadpool.c` without which nothing can be told, with their sizes in bytes. */
const variables = {
  nthreads: 4,
  idle_threads: 4,
  slow_io_work_running: 4,
  wq: 16,
  slow_io_pending_wq: 16,
  run_slow_work_message: 16,
  exit_message: 16,
} as const;
/**
 * Variables that are useful. Those of the same file tell which threads are the pool's, and what they wait at; their sizes
 * are the C library's. `uv__signal_tree`, of `src/unix/signal.c`, is the root of libuv's tree of signal handlers.
 */
const helpful = ['threads', 'cond', 'mutex', 'uv__signal_tree'] as const;
/** Optimizers add a number to the name of a variable that they moved (Node 26). */
const otherNames = { 'uv__signal_tree.0': 'uv__signal_tree' } as const;
/** Functions that run a job: each says of which kind it is. */
const functions = [
  'uv__fs_work',
  'uv__queue_work',
  'uv__getaddrinfo_work',
  'uv__getnameinfo_work',
  'uv__random_work',
  'uv__cancelled',
] as const;

export type Variable = keyof typeof variables;
export type JobFunction = (typeof functions)[number];

interface SymbolRange {
  readonly address: number;
  readonly size: number;
}

export interface PoolSymbols {
  readonly variables: Readonly<Record<Variable, number>>;
  readonly helpful: Readonly<Partial<Record<(typeof helpful)[number], SymbolRange>>>;
  readonly functions: Readonly<Partial<Record<JobFunction, number>>>;
  /** Whether it uses the musl C library, whose threads wait in other ways. */
  readonly isMusl: boolean;
  /** Addresses of the binary itself in memory: Node's own strings and functions are among them. */
  readonly image: { readonly start: number; readonly end: number };
  /** The linker's id of the build, in hexadecimal; null if the binary has none. */
  readonly buildId: string | null;
}

/** Numbers of the ELF format. */
const elfMagic = 0x7f454c46;
const is64LittleEndian = 0x0201;
const sharedObject = 3;
const loadSegment = 1;
const [symbolTable, dynamicSection, noteSection, dynamicSymbols] = [2, 6, 7, 11];
const buildIdNote = 3;
const neededLibrary = 1;
const symbolBytes = 24;
/** Whole symbols, and more than the longest name that is looked for. */
const [pieceBytes, longestName] = [symbolBytes * 2 ** 13, 64];

/**
 * Most bytes that are read of one file: its fields are its owner's, and may say anything. Official builds need 25 MB, those
 * with debug symbols a few times as much.
 */
const mostBytes = 128 * 2 ** 20;
/** Most rows of the dynamic section that are read: it has about forty. */
const mostDynamic = 1024;
const longestLibrary = 256;
/** Most places that are kept of one name: all that is asked is whether it is unique. */
const mostPlaces = 16;
/** Largest distance between variables of the pool: they are read at once, and are some hundred bytes apart. */
const mostSpan = 2 ** 16;

/** Thrown if what a file says of itself cannot be so. */
class Malformed extends Error {}

interface ElfSection {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

interface Elf {
  readonly isFixed: boolean;
  readonly image: { readonly start: number; readonly end: number };
  readonly sections: readonly ElfSection[];
  /** @param into memory to read to, at least as long */
  readonly bytes: (offset: number, length: number, into?: Buffer) => Buffer;
}

/** A file as itself, not as its path: what is at that path may be another one after an upgrade. */
export function fileIdentity(path: string): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/**
 * The addresses of libuv's pool in a binary, or why they cannot be had. Reads about 25 MB.
 * @throws if the file cannot be read
 */
export function readPoolSymbols(path: string): Readable<{ symbols: PoolSymbols }> {
  return withElf(path, search) ?? no('PEEK_NO_ELF', { code: 'unseen.no-elf', params: {} });
}

/** The id of a binary's build, in hexadecimal; null if it has none. @throws if the file cannot be read */
export function buildIdOf(path: string): string | null {
  return withElf(path, buildId);
}

/** Whether a binary is Node under another name: it exports `node::Start`, also when it was stripped. */
export function exportsNode(path: string): boolean {
  const names = withElf(path, (elf) => strings(elf, dynamicSymbols));
  return names?.includes('\0_ZN4node5StartEiPPc\0') ?? false;
}

function withElf<Result>(path: string, use: (elf: Elf) => Result): Result | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let left = mostBytes;
    const bytes: Elf['bytes'] = (offset, length, into) => {
      left -= length;
      if (left < 0 || offset + length > size) throw new Malformed();
      const buffer = into ?? Buffer.alloc(length);
      const read = readSync(file, buffer, 0, length, offset);
      return buffer.subarray(0, read);
    };
    const head = size < 64 ? Buffer.alloc(64) : bytes(0, 64);
    if (head.readUInt32BE(0) !== elfMagic) return null;
    if (head.readUInt16BE(4) !== is64LittleEndian) return null;
    const sections = table(head.readUInt16LE(60), bytes, Number(head.readBigUInt64LE(40)), 64, (row) => ({
      type: row.readUInt32LE(4),
      offset: Number(row.readBigUInt64LE(24)),
      size: Number(row.readBigUInt64LE(32)),
      link: row.readUInt32LE(40),
    }));
    const segments = table(head.readUInt16LE(56), bytes, Number(head.readBigUInt64LE(32)), 56, (row) => ({
      type: row.readUInt32LE(0),
      start: Number(row.readBigUInt64LE(16)),
      end: Number(row.readBigUInt64LE(16) + row.readBigUInt64LE(40)),
    })).filter(({ type }) => type === loadSegment);
    const image = {
      start: Math.min(...segments.map(({ start }) => start)),
      end: Math.max(...segments.map(({ end }) => end)),
    };
    return use({ isFixed: head.readUInt16LE(16) !== sharedObject, image, sections, bytes });
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  } finally {
    closeSync(file);
  }
}

function table<Row>(
  rows: number,
  bytes: Elf['bytes'],
  offset: number,
  width: number,
  row: (bytes: Buffer) => Row,
): Row[] {
  const all = bytes(offset, rows * width);
  return Array.from({ length: Math.floor(all.length / width) }, (_, index) =>
    row(all.subarray(index * width, (index + 1) * width)),
  );
}

/** The names that a section of symbols, or the dynamic section, refers to. */
function strings({ sections, bytes }: Elf, type: number): Buffer | null {
  const link = sections[sections.find((section) => section.type === type)?.link ?? -1];
  return link ? bytes(link.offset, link.size) : null;
}

function search(elf: Elf): Readable<{ symbols: PoolSymbols }> {
  const libraries = needed(elf);
  const holders = libraries.filter((name) => /^lib(node|uv)\b/.test(name));
  if (holders.length > 0)
    return no('PEEK_SHARED_LIBRARY', { code: 'unseen.libuv-elsewhere', params: { libraries: holders } });
  const symbols = elf.sections.find((section) => section.type === symbolTable);
  if (!symbols) return no('PEEK_STRIPPED', { code: 'unseen.stripped', params: {} });
  if (!elf.isFixed) return no('PEEK_MOVABLE', { code: 'unseen.movable', params: {} });
  const found = places(elf, symbols);

  const missing: string[] = [];
  const only = (name: string, size?: number) => {
    const [first, ...more] = (found.get(name) ?? []).filter(
      (place) => size === undefined || place.size === size,
    );
    return more.length === 0 ? first : undefined;
  };
  const addresses = Object.entries(variables).map(([name, size]) => {
    const place = only(name, size);
    if (!place) missing.push(name);
    return [name, place?.address ?? 0] as const;
  });
  if (missing.length > 0)
    return no('PEEK_UNKNOWN_LIBUV', { code: 'unseen.unknown-libuv', params: { missing } });
  const all = addresses.map(([, address]) => address);
  if (Math.max(...all) - Math.min(...all) > mostSpan)
    return no('PEEK_UNKNOWN_LIBUV', { code: 'unseen.libuv-apart', params: {} });
  // musl's threads wait for a condition not at its address but at one on their own stack.
  const isMusl = libraries.some((name) => name.includes('musl'));
  const useful = isMusl ? (['threads', 'uv__signal_tree'] as const) : helpful;
  const ofHelp = useful.map((name) => [name, only(name)] as const).filter(([, place]) => place);
  const jobs = functions.map((name) => [name, only(name)?.address] as const).filter(([, address]) => address);
  return {
    ok: true,
    symbols: {
      variables: Object.fromEntries(addresses) as Record<Variable, number>,
      helpful: Object.fromEntries(ofHelp),
      functions: Object.fromEntries(jobs),
      isMusl,
      image: elf.image,
      buildId: buildId(elf),
    },
  };
}

/** The longest note that is looked into: a build id's has 36 bytes. */
const longestNote = 256;

function buildId({ sections, bytes }: Elf): string | null {
  for (const { type, offset, size } of sections) {
    if (type !== noteSection || size > longestNote) continue;
    const note = bytes(offset, size);
    if (
      note.length < 16 ||
      note.readUInt32LE(8) !== buildIdNote ||
      note.toString('latin1', 12, 16) !== 'GNU\0'
    )
      continue;
    return note.subarray(16, 16 + note.readUInt32LE(4)).toString('hex');
  }
  return null;
}

function no(code: ProblemCode, why: Unseen): OutOfReach {
  return { ok: false, code, why };
}

/** The libraries that the binary asks for by name. */
function needed({ sections, bytes }: Elf): string[] {
  const section = sections.find(({ type }) => type === dynamicSection);
  const texts = sections[section?.link ?? -1];
  if (!section || !texts) return [];
  const rows = Math.min(Math.floor(section.size / 16), mostDynamic);
  return table(rows, bytes, section.offset, 16, (row) => ({
    tag: Number(row.readBigUInt64LE(0)),
    name: Number(row.readBigUInt64LE(8)),
  }))
    .filter(({ tag, name }) => tag === neededLibrary && name < texts.size)
    .map(({ name }) => {
      // Its other texts have megabytes.
      const text = bytes(texts.offset + name, Math.min(longestLibrary, texts.size - name));
      const end = text.indexOf(0);
      return text.toString('latin1', 0, end < 0 ? text.length : end);
    });
}

/**
 * Finds the places of all wanted names: first where their texts are, then the symbols that have these. Both are read in pieces:
 * a process that reads its own binary has not ten megabytes to spare.
 */
function places({ sections, bytes }: Elf, { offset, size, link }: ElfSection): Map<string, SymbolRange[]> {
  const texts = sections[link];
  if (!texts) return new Map();
  const wanted = textsOf(bytes, texts);
  const found = new Map<string, SymbolRange[]>();
  for (const { piece: rows } of pieces(bytes, { offset, size }, 0))
    for (let at = 0; at + symbolBytes <= rows.length; at += symbolBytes) {
      const name = wanted.get(rows.readUInt32LE(at));
      if (name === undefined) continue;
      const place = {
        address: Number(rows.readBigUInt64LE(at + 8)),
        size: Number(rows.readBigUInt64LE(at + 16)),
      };
      const before = found.get(name) ?? [];
      if (before.length < mostPlaces) found.set(name, [...before, place]);
    }
  return found;
}

/** The wanted names by their places among the texts: also at the end of a longer one, which linkers share. */
function textsOf(bytes: Elf['bytes'], texts: ElfSection): Map<number, string> {
  const same = [...Object.keys(variables), ...helpful, ...functions].map((name) => [name, name] as const);
  const byLast = new Map<number | undefined, { readonly name: string; readonly text: Buffer }[]>();
  for (const [inFile, name] of [...same, ...Object.entries(otherNames)]) {
    const text = Buffer.from(inFile);
    byLast.set(text.at(-1), [...(byLast.get(text.at(-1)) ?? []), { name, text }]);
  }
  const found = new Map<number, string>();
  for (const { at, piece } of pieces(bytes, texts, longestName))
    for (let end = piece.indexOf(0); end >= 0; end = piece.indexOf(0, end + 1))
      for (const { name, text } of byLast.get(piece[end - 1]) ?? []) {
        const start = end - text.length;
        if (start >= 0 && text.compare(piece, start, end) === 0) found.set(at + start, name);
      }
  return found;
}

/** The pieces of a section with their places in it, in the same memory; each repeats so many bytes of the next one: a text may lie across. */
function* pieces(
  bytes: Elf['bytes'],
  { offset, size }: Pick<ElfSection, 'offset' | 'size'>,
  repeated: number,
): Generator<{ readonly at: number; readonly piece: Buffer }> {
  const memory = Buffer.allocUnsafeSlow(pieceBytes + repeated);
  for (let at = 0; at < size; at += pieceBytes)
    yield { at, piece: bytes(offset + at, Math.min(memory.length, size - at), memory) };
}
