/** A disk of its own, which can fill up: a file system in memory. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { emptyPlace } from './place.ts';

/** @param size of it, as mount(8) takes it. It is there for all tests of the file; `skip`: why it is not */
export function tmpfs(size: string) {
  const place = emptyPlace('tmpfs');
  const folder = join(place.folder, 'disk');
  mkdirSync(folder);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder]).status === 0;
  after(() => {
    if (isMounted) execFileSync('umount', ['--lazy', folder]);
    place[Symbol.dispose]();
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    skip: !isMounted && 'this user cannot mount a tmpfs',
    /** Writes until not a byte is left. */
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']),
    free: () => rmSync(filler),
  };
}
