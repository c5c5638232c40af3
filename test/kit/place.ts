/** Empty folders to work in, removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export interface EmptyPlace extends Disposable {
  readonly folder: string;
}

/** @returns a folder that is there until the end of the block */
export function emptyPlace(name: string): EmptyPlace {
  const folder = mkdtempSync(join(tmpdir(), `chokepoint-${name}-`));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @returns the path of a folder that is there for all tests of the file, or of the suite in which it is made */
export function emptyFolder(name: string): string {
  const place = emptyPlace(name);
  after(() => place[Symbol.dispose]());
  return place.folder;
}
