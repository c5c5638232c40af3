/** Kinds of jobs of the file system: two find everything in memory, two wait for the device, two read a small file whole. Guest code. */
import { createHash } from 'node:crypto';
import {
  close,
  closeSync,
  constants,
  fstat,
  fsync,
  fsyncSync,
  open,
  openSync,
  read,
  readFile,
  stat,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { number, usualFlight, type Kind } from './kind.ts';

/** Bytes of a direct read: the least that every file system takes. */
const block = 4096;
/** Blocks of a file to read, 8 MiB in all: more than a device's own small buffers, and written in a moment. */
const blocks = 2048;
/** Bytes of a cached read. */
const chunk = 65_536;
/** Bytes of the file that is asked after: no round number. */
const size = 5003;

/** What every block is full of; a server that has not read one can only know it from having written it. */
const content = createHash('sha256').update('block of the lab').digest();
const filled = (bytes: number) => Buffer.alloc(bytes, content);

/** @returns the path of a file of so many bytes that lies on its device */
function dataFile(folder: string, name: string, bytes: number): string {
  const path = join(folder, name);
  const descriptor = openSync(path, 'w');
  writeSync(descriptor, filled(bytes));
  fsyncSync(descriptor);
  closeSync(descriptor);
  return path;
}

/** The place of a read, spread over the file so that two requests seldom ask for neighbours: Knuth's multiplicative hash. */
const scattered = (count: number, places: number) => (Math.imul(count, 2_654_435_761) >>> 16) % places;

export const statKind: Kind = {
  name: 'stat',
  nature: 'cached',
  label: 'fs.stat, cached',
  prepare(_, folder) {
    const path = join(folder, 'asked-after');
    writeFileSync(path, filled(size));
    return (done) => stat(path, (error, found) => done(error, error ? '' : String(found.size)));
  },
  expected: () => Promise.resolve(String(size)),
};

/** @param flags how the file is opened for reading */
function reading(name: 'read' | 'direct', label: string, bytes: number, flags: number): Kind {
  return {
    name,
    nature: name === 'direct' ? 'waits' : 'cached',
    label,
    prepare(parameters, folder) {
      const places = (blocks * block) / bytes;
      const descriptor = openSync(dataFile(folder, name, blocks * block), flags);
      const free = alignedBuffers(number(parameters, 'flight', usualFlight), bytes);
      let count = 0;
      return (done) => {
        const buffer = free.pop() ?? alignedBuffers(1, bytes)[0];
        const place = scattered(count++, places);
        if (!buffer) throw new Error('no buffer');
        read(descriptor, buffer, 0, bytes, place * bytes, (error, found) => {
          // The head of what was read, and how much: hashing all of it would cost more than reading it.
          const value = error ? '' : `${found} ${buffer.toString('hex', 0, content.length)}`;
          buffer.fill(0, 0, content.length);
          free.push(buffer);
          done(error, value);
        });
      };
    },
    expected: () => Promise.resolve(`${bytes} ${content.toString('hex')}`),
  };
}

/** A global that Node has and its types leave to the browser's. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
};

/**
 * Direct reads go from the device to the buffer, which must lie at a multiple of the device's block. Memory of
 * WebAssembly begins on a page; that of a Buffer lies wherever malloc found room.
 */
function alignedBuffers(count: number, bytes: number): Buffer[] {
  const page = 65_536;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((count * bytes) / page) });
  return Array.from({ length: count }, (_, index) => Buffer.from(memory.buffer, index * bytes, bytes));
}

export const readKind = reading('read', 'fs.read, 64 KiB, cached', chunk, constants.O_RDONLY);
export const directKind = reading(
  'direct',
  'fs.read, 4 KiB, O_DIRECT',
  block,
  constants.O_RDONLY | (constants.O_DIRECT ?? 0),
);

/** Bytes of a small file, such as a template or a setting: far below what Node reads in one piece. */
const small = 1000;

/** @param run reads the file of a path */
function wholeFile(
  name: 'readfile' | 'steps',
  label: string,
  run: (path: string, done: (error: Error | null, data: Buffer) => void) => void,
): Kind {
  return {
    name,
    nature: 'whole',
    label,
    prepare(_, folder) {
      const path = join(folder, `${name}-small`);
      writeFileSync(path, filled(small));
      return (done) =>
        run(path, (error, data) =>
          done(error, error ? '' : `${data.length} ${data.toString('hex', 0, content.length)}`),
        );
    },
    expected: () => Promise.resolve(`${small} ${content.toString('hex')}`),
  };
}

export const readFileKind = wholeFile('readfile', 'fs.readFile, 1 kB, cached', readFile);

/** What readFile did before Node 26.8, a job of the pool for each call. */
export const stepsKind = wholeFile('steps', 'open + fstat + read + close, 1 kB, cached', (path, done) => {
  const none = Buffer.alloc(0);
  open(path, 'r', (notOpened, descriptor) => {
    if (notOpened) return done(notOpened, none);
    const closed = (error: Error | null, data: Buffer) =>
      close(descriptor, (notClosed) => done(error ?? notClosed ?? null, data));
    return fstat(descriptor, (unknown, found) => {
      if (unknown) return closed(unknown, none);
      const buffer = Buffer.allocUnsafe(found.size);
      return read(descriptor, buffer, 0, found.size, -1, (error, bytes) =>
        closed(error, buffer.subarray(0, bytes)),
      );
    });
  });
});

/** A line that must survive a power cut: a write into the cache, and an fsync that waits for the device. */
export const fsyncKind: Kind = {
  name: 'fsync',
  nature: 'waits',
  label: 'fs.write + fs.fsync',
  prepare(parameters, folder) {
    const line = filled(block);
    const files = Array.from({ length: number(parameters, 'flight', usualFlight) }, (_, index) =>
      openSync(dataFile(folder, `log-${index}`, block), 'r+'),
    );
    return (done) => {
      const file = files.pop();
      if (file === undefined) throw new Error('more jobs at once than files');
      write(file, line, 0, line.length, 0, (failed, written) => {
        if (failed) done(failed, '');
        else
          fsync(file, (error) => {
            files.push(file);
            done(error, error ? '' : `${written} written`);
          });
      });
    };
  },
  expected: () => Promise.resolve(`${block} written`),
};
