/** Tells the kind of a job by the function that runs it, and of Node's own jobs by the type that they carry. */
import type { JobFunction, PoolSymbols } from '../../host/binary/elf.ts';
import { beforeRequest } from '../../host/binary/job-numbers.ts';
import { textOf } from '../../host/kernel-files.ts';
import type { TargetMemory } from './memory.ts';
import { pointer } from './queue.ts';
import { basename } from 'node:path';

const kindOf: Readonly<Record<Exclude<JobFunction, 'uv__queue_work' | 'uv__cancelled'>, string>> = {
  uv__fs_work: 'fs',
  uv__getaddrinfo_work: 'dns',
  uv__getnameinfo_work: 'dns',
  uv__random_work: 'random',
};

/** Most types that are kept: Node has about ten, but a process that changes the text there could make up any number. */
const mostTypes = 64;

export type KindReader = ReturnType<typeof kindReader>;

export function kindReader(pid: number, memory: TargetMemory, { image, functions }: PoolSymbols) {
  const addons = addonNames(pid);
  /** Kind by the address of the function that runs the job. */
  const runners = new Map(
    (Object.entries(functions) as [JobFunction, number][]).map(([name, address]) => [address, name]),
  );
  /** The types of Node's jobs by address: constants of the binary, so they never change. */
  const types = new Map<number, string>();
  return { kind };

  /** @param job as `queueReader` gives it */
  function kind(job: Buffer): string {
    const name = runners.get(pointer(job, beforeRequest + 88));
    if (name === undefined || name === 'uv__cancelled') return 'other';
    if (name !== 'uv__queue_work') return kindOf[name];
    const callback = pointer(job, beforeRequest + 72);
    const { start, end } = image;
    if (callback < start || callback >= end) return addons(callback);
    const type = job.length >= beforeRequest + 136 ? typeAt(pointer(job, beforeRequest + 128)) : null;
    return (type === 'node_api' && addonOf(job)) || (type ?? 'other');
  }

  /** The add-on of a Node-API job, by the function that does its work; null where that is in no file that is mapped. */
  function addonOf(job: Buffer): string | null {
    if (job.length < beforeRequest + 160) return null;
    const addon = addons(pointer(job, beforeRequest + 152));
    return addon === 'other' ? null : addon;
  }

  /** The type at an address: `crypto`, `zlib`, `node_api`, …; null if no constant of the binary is there. */
  function typeAt(address: number): string | null {
    const { start, end } = image;
    if (address < start || address >= end) return null;
    const before = types.get(address);
    if (before !== undefined) return before;
    if (types.size >= mostTypes) return null;
    const text = memory.text(address, 40);
    // Kinds become keys of objects: `constructor` would be one that each object has.
    if (text === null || !/^[a-z][\w.:-]+$/i.test(text) || text in {}) return null;
    types.set(address, text);
    return text;
  }
}

interface Mapping {
  readonly start: number;
  readonly end: number;
  readonly file: string;
}

/** Most functions that are distinguished. Add-ons have a few each, but the target's memory could name any number of addresses. */
const mostFunctions = 64;
/** Most readings of the list of mappings, which may have megabytes. */
const mostReadings = 16;

/** Returns a function that finds the native add-on of a function, by the file that is mapped where its code is. */
function addonNames(pid: number): (address: number) => string {
  const kinds = new Map<number, string>();
  let readings = 0;
  let mappings: readonly Mapping[] = [];
  /** `addon:bcrypt`, or `addon:my-own.node` of no package; `other` if no file is mapped there. */
  return (address) => {
    const before = kinds.get(address);
    if (before !== undefined) return before;
    if (kinds.size >= mostFunctions) return 'other';
    const holds = ({ start, end }: Mapping) => start <= address && address < end;
    let mapping = mappings.find(holds);
    // The add-on may have been loaded since. The list is long, so it is read once for each function that is new.
    if (!mapping && readings++ < mostReadings) mappings = executableMappings(pid);
    mapping ??= mappings.find(holds);
    const kind = mapping ? `addon:${ownerOf(mapping.file)}` : 'other';
    kinds.set(address, kind);
    return kind;
  };
}

/** The end of a package's name that says which platform its binaries are for. */
const platformOfPackage =
  /-(?:linux|linuxmusl|musl)-(?:x64|arm64|arm|ia32|ppc64|s390x|riscv64)(?:-(?:gnu|musl|gnueabihf))?$/;

/** @returns the package of a file, `bcrypt`, `@img/sharp`; else the name of the file, which may be gone since */
function ownerOf(mapped: string): string {
  const file = mapped.replace(/ \(deleted\)$/, '');
  const [, owner] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return owner?.replace(platformOfPackage, '') ?? basename(file);
}

/** Lines of maps: `START-END r-xp OFFSET DEVICE INODE FILE`. */
function executableMappings(pid: number): Mapping[] {
  return Array.from(
    (textOf(`/proc/${pid}/maps`) ?? '').matchAll(/^([\da-f]+)-([\da-f]+) ..x. \S+ \S+ \S+ +(\/.*)$/gm),
    ([, start = '', end = '', file = '']) => ({
      start: Number.parseInt(start, 16),
      end: Number.parseInt(end, 16),
      file,
    }),
  );
}
