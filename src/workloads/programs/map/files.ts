/** Files: callbacks, promises, handles, streams, watchers (guest). */
import * as fs from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Absent, called, drained, method, type Attempt, type Place } from './attempt.ts';

type Arguments = (place: Place) => unknown[];

/** What callbacks and promises both have; the callback goes last. */
const byPath: Readonly<Record<string, Arguments>> = {
  access: (place) => [place.file()],
  appendFile: (place) => [place.file(), 'x'],
  chmod: (place) => [place.file(), 0o600],
  chown: (place) => [place.file(), own.uid, own.gid],
  copyFile: (place) => [place.file(), place.path()],
  cp: (place) => [place.file(), place.path()],
  // Of macOS alone; elsewhere it says so.
  lchmod: (place) => [place.file(), 0o600],
  lchown: (place) => [place.file(), own.uid, own.gid],
  link: (place) => [place.file(), place.path()],
  lstat: (place) => [place.file()],
  lutimes: (place) => [place.file(), 1, 1],
  mkdir: (place) => [place.path()],
  mkdtemp: (place) => [place.path()],
  open: (place) => [place.file()],
  opendir: (place) => [place.directory()],
  readFile: (place) => [place.file()],
  readdir: (place) => [place.directory()],
  readlink: (place) => [linkIn(place)],
  realpath: (place) => [place.file()],
  rename: (place) => [place.file(), place.path()],
  rm: (place) => [place.file()],
  rmdir: (place) => [place.directory()],
  stat: (place) => [place.file()],
  statfs: (place) => [place.file()],
  symlink: (place) => [place.file(), place.path()],
  truncate: (place) => [place.file()],
  unlink: (place) => [place.file()],
  utimes: (place) => [place.file(), 1, 1],
  writeFile: (place) => [place.path(), 'x'],
};

const byDescriptor: Readonly<Record<string, readonly unknown[]>> = {
  close: [],
  fchmod: [0o600],
  fchown: [process.getuid?.() ?? 0, process.getgid?.() ?? 0],
  fdatasync: [],
  fstat: [],
  fsync: [],
  ftruncate: [],
  futimes: [1, 1],
  read: [Buffer.alloc(4), 0, 4, 0],
  readv: [[Buffer.alloc(4)]],
  write: ['x'],
  writev: [[Buffer.from('x')]],
};

const ofHandle: Readonly<Record<string, readonly unknown[]>> = {
  appendFile: ['x'],
  chmod: [0o600],
  chown: [process.getuid?.() ?? 0, process.getgid?.() ?? 0],
  close: [],
  datasync: [],
  read: [Buffer.alloc(4), 0, 4, 0],
  readFile: [],
  readv: [[Buffer.alloc(4)]],
  stat: [],
  sync: [],
  truncate: [],
  utimes: [1, 1],
  write: ['x'],
  writeFile: ['x'],
  writev: [[Buffer.from('x')]],
};

const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function linkIn(place: Place): string {
  const path = place.path();
  fs.symlinkSync(place.file(), path);
  return path;
}

export function fileAttempts(place: Place): Attempt[] {
  return [
    ...Object.entries(byPath).flatMap(([name, args]): Attempt[] => [
      { name: `fs.${name}`, start: () => called((done) => method(fs, name)(...args(place), done)) },
      {
        name: `fs.promises.${name}`,
        start: async () => kept(await method(fs.promises, name)(...args(place))),
      },
    ]),
    ...Object.entries(byDescriptor).map(([name, args]): Attempt => ({
      name: `fs.${name}`,
      start: () => called((done) => method(fs, name)(place.descriptor(), ...args, done)),
    })),
    // The old one has no error to tell: its callback gets the answer first.
    {
      name: 'fs.exists',
      start: () => new Promise((resolve) => void method(fs, 'exists')(place.file(), resolve)),
    },
    { name: 'fs.glob', start: () => called((done) => method(fs, 'glob')(`${place.directory()}/*`, done)) },
    {
      name: 'fs.promises.glob',
      start: () => drained(method(fs.promises, 'glob')(`${place.directory()}/*`)),
    },
    {
      name: 'fs.promises.mkdtempDisposable',
      start: async () => method(fs.promises, 'mkdtempDisposable')(place.path()),
    },
    { name: 'fs.openAsBlob', start: async () => method(fs, 'openAsBlob')(place.file()) },
    {
      name: 'fs.openAsBlob().text()',
      start: async () => ((await method(fs, 'openAsBlob')(place.file())) as Blob).text(),
    },
    ...streamAttempts(place),
    ...watchAttempts(place),
  ];
}

/** A handle that nobody holds is closed by the collector with a warning: it stays until the process ends. */
const handles: unknown[] = [];
function kept(value: unknown): unknown {
  handles.push(value);
  return value;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function streamAttempts(place: Place): Attempt[] {
  return [
    {
      name: 'fs.createReadStream',
      start: () => pipeline(fs.createReadStream(place.file()), nowhere()),
    },
    {
      name: 'fs.createWriteStream',
      start: () => called((done) => fs.createWriteStream(place.path()).on('error', done).end('x', done)),
    },
    {
      name: 'readline over a file',
      start: () => drained(createInterface({ input: fs.createReadStream(place.file()) })),
      through: 'fs',
    },
  ];
}

function watchAttempts(place: Place): Attempt[] {
  return [
    {
      name: 'fs.watch',
      start: () =>
        new Promise<void>((resolve, reject) => {
          const path = place.file();
          const watcher = fs.watch(path, () => {
            watcher.close();
            resolve();
          });
          watcher.on('error', reject);
          fs.appendFileSync(path, 'x');
        }),
    },
    {
      name: 'fs.promises.watch',
      start: async () => {
        const path = place.file();
        const events = fs.promises.watch(path)[Symbol.asyncIterator]();
        const next = events.next();
        fs.appendFileSync(path, 'x');
        await next;
        await events.return?.();
      },
    },
    {
      // Told once, by its first look, that the file is not there.
      name: 'fs.watchFile',
      start: () =>
        new Promise<void>((resolve) => {
          const path = place.path();
          fs.watchFile(path, { interval: 60_000 }, () => {
            fs.unwatchFile(path);
            resolve();
          });
        }),
    },
  ];
}

type Handle = fs.promises.FileHandle;

/** Handles are opened by the pool: they are made ready before it is held, `each` of them for every start to come. */
export async function handleAttempts(place: Place, each: number): Promise<Attempt[]> {
  const names = [
    ...Object.keys(ofHandle),
    'createReadStream',
    'createWriteStream',
    'readLines',
    'readableWebStream',
  ];
  const attempts = names.map(async (name): Promise<Attempt> => {
    const ready = await Promise.all(Array.from({ length: each }, () => fs.promises.open(place.file(), 'r+')));
    handles.push(...ready);
    return {
      name: `FileHandle.${name}`,
      async start() {
        const handle = ready.pop();
        if (!handle) throw new Error('no handle is left');
        return useHandle(handle, name);
      },
    };
  });
  const directories = ['read', 'close'].map(async (name): Promise<Attempt> => {
    const ready = await Promise.all(
      Array.from({ length: each }, () => fs.promises.opendir(place.directory())),
    );
    handles.push(...ready);
    return { name: `Dir.${name}`, start: async () => method(ready.pop() ?? {}, name)() };
  });
  return Promise.all([...attempts, ...directories]);
}

function useHandle(handle: Handle, name: string): Promise<unknown> {
  switch (name) {
    case 'createReadStream':
      return pipeline(handle.createReadStream({ autoClose: false }), nowhere());
    case 'createWriteStream':
      return called((done) =>
        handle.createWriteStream({ autoClose: false }).on('error', done).end('x', done),
      );
    case 'readLines':
      return drained(handle.readLines({ autoClose: false }));
    case 'readableWebStream':
      if (!('readableWebStream' in handle)) throw new Absent(name);
      return drained(handle.readableWebStream());
    default:
      return method(handle, name)(...(ofHandle[name] ?? [])) as Promise<unknown>;
  }
}
