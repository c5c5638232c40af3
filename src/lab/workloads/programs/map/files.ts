/** Files: callbacks, promises, handles, streams, watchers (guest). */
import * as fs from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Absent, called, drained, method, named, type Attempt, type ScratchFolder } from './attempt.ts';

type Arguments = (scratch: ScratchFolder) => unknown[];

const own = [process.getuid?.() ?? 0, process.getgid?.() ?? 0] as const;
const mode = 0o600;

const words = (names: string) => names.split(' ');

/** Functions that callbacks and promises both have, by their arguments; the callback goes last. */
const byPath: readonly (readonly [names: string, args: Arguments])[] = [
  ['access lstat open readFile realpath rm stat statfs truncate unlink', (scratch) => [scratch.file()]],
  ['opendir readdir rmdir', (scratch) => [scratch.directory()]],
  ['mkdir mkdtemp', (scratch) => [scratch.path()]],
  ['copyFile cp link rename symlink', (scratch) => [scratch.file(), scratch.path()]],
  // Only macOS has lchmod; elsewhere it says so.
  ['chmod lchmod', (scratch) => [scratch.file(), mode]],
  ['chown lchown', (scratch) => [scratch.file(), ...own]],
  ['lutimes utimes', (scratch) => [scratch.file(), 1, 1]],
  ['readlink', (scratch) => [linkIn(scratch)]],
  ['appendFile', (scratch) => [scratch.file(), 'x']],
  ['writeFile', (scratch) => [scratch.path(), 'x']],
];

const vector = () => [Buffer.alloc(4)];
const byDescriptor: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(words('close fdatasync fstat fsync ftruncate').map((name) => [name, []])),
  fchmod: [mode],
  fchown: own,
  futimes: [1, 1],
  read: [Buffer.alloc(4), 0, 4, 0],
  readv: [vector()],
  write: ['x'],
  writev: [vector()],
};

const ofHandle: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(words('close datasync readFile stat sync truncate').map((name) => [name, []])),
  ...Object.fromEntries(words('appendFile write writeFile').map((name) => [name, ['x']])),
  chmod: [mode],
  chown: own,
  read: [Buffer.alloc(4), 0, 4, 0],
  readv: [vector()],
  utimes: [1, 1],
  writev: [vector()],
};

function linkIn(scratch: ScratchFolder): string {
  const path = scratch.path();
  fs.symlinkSync(scratch.file(), path);
  return path;
}

/** A folder with a few files. */
function fullFolder(scratch: ScratchFolder): string {
  const folder = scratch.directory();
  for (const name of ['a', 'b', 'c']) fs.writeFileSync(`${folder}/${name}`, name);
  return folder;
}

export function fileAttempts(scratch: ScratchFolder): Attempt[] {
  return [
    ...byPath.flatMap(([names, args]) =>
      words(names).flatMap((name) =>
        named({
          [`fs.${name}`]: () => called((done) => method(fs, name)(...args(scratch), done)),
          [`fs.promises.${name}`]: async () => kept(await method(fs.promises, name)(...args(scratch))),
        }),
      ),
    ),
    ...Object.entries(byDescriptor).map(([name, args]): Attempt => ({
      name: `fs.${name}`,
      start: () => called((done) => method(fs, name)(scratch.descriptor(), ...args, done)),
    })),
    ...named({
      // The old function has no error to tell: its callback gets the answer first.
      'fs.exists': () => new Promise((resolve) => void method(fs, 'exists')(scratch.file(), resolve)),
      'fs.glob': () => called((done) => method(fs, 'glob')(`${scratch.directory()}/*`, done)),
      'fs.promises.glob': () => drained(method(fs.promises, 'glob')(`${scratch.directory()}/*`)),
      'fs.promises.mkdtempDisposable': async () => method(fs.promises, 'mkdtempDisposable')(scratch.path()),
      'fs.cp (recursive)': () =>
        called((done) => method(fs, 'cp')(fullFolder(scratch), scratch.path(), { recursive: true }, done)),
      'fs.promises.cp (recursive)': async () =>
        method(fs.promises, 'cp')(fullFolder(scratch), scratch.path(), { recursive: true }),
      'fs.openAsBlob': async () => method(fs, 'openAsBlob')(scratch.file()),
      'fs.openAsBlob().text()': async () => ((await method(fs, 'openAsBlob')(scratch.file())) as Blob).text(),
      'fs.createReadStream': () => pipeline(fs.createReadStream(scratch.file()), nowhere()),
      'fs.createWriteStream': () =>
        called((done) => fs.createWriteStream(scratch.path()).on('error', done).end('x', done)),
      ...watchStarts(scratch),
    }),
    ...named(
      {
        'readline over a file': () =>
          drained(createInterface({ input: fs.createReadStream(scratch.file()) })),
      },
      { through: 'fs' },
    ),
  ];
}

/** Handles that stay until the process ends: the garbage collector closes one that nobody holds, with a warning. */
const handles: unknown[] = [];
function kept(value: unknown): unknown {
  handles.push(value);
  return value;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function watchStarts(scratch: ScratchFolder) {
  return {
    'fs.watch': () =>
      new Promise<void>((resolve, reject) => {
        const path = scratch.file();
        const watcher = fs.watch(path, () => {
          watcher.close();
          resolve();
        });
        watcher.on('error', reject);
        fs.appendFileSync(path, 'x');
      }),
    'fs.promises.watch': async () => {
      const path = scratch.file();
      const events = fs.promises.watch(path)[Symbol.asyncIterator]();
      const next = events.next();
      fs.appendFileSync(path, 'x');
      await next;
      await events.return?.();
    },
    // The watcher reports once, by its first look, that the file is not there.
    'fs.watchFile': () =>
      new Promise<void>((resolve) => {
        const path = scratch.path();
        fs.watchFile(path, { interval: 60_000 }, () => {
          fs.unwatchFile(path);
          resolve();
        });
      }),
  };
}

type Handle = fs.promises.FileHandle;

/** Attempts at handles, which the pool opens: they are made ready before it is held, `each` of them for every start to come. */
export async function handleAttempts(scratch: ScratchFolder, each: number): Promise<Attempt[]> {
  const names = [
    ...Object.keys(ofHandle),
    'createReadStream',
    'createWriteStream',
    'readLines',
    'readableWebStream',
  ];
  const attempts = names.map(async (name): Promise<Attempt> => {
    const ready = await Promise.all(
      Array.from({ length: each }, () => fs.promises.open(scratch.file(), 'r+')),
    );
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
      Array.from({ length: each }, () => fs.promises.opendir(scratch.directory())),
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
