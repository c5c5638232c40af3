/** Empty folders to work in, removed at the end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';

export interface EmptyPlace extends Disposable {
  readonly folder: string;
  /** Leaves a file there, and the folders on the way. An object becomes JSON. @returns its path */
  write(path: string, content: string | object, mode?: number): string;
}

/** @returns a folder that is there until the end of the block */
export function emptyPlace(name: string): EmptyPlace {
  const folder = mkdtempSync(join(tmpdir(), `chokepoint-${name}-`));
  return {
    folder,
    write(path, content, mode = 0o644) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
      return file;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @returns the path of a folder that is there for all tests of the file, or of the suite in which it is made */
export function emptyFolder(name: string): string {
  const place = emptyPlace(name);
  after(() => place[Symbol.dispose]());
  return place.folder;
}
