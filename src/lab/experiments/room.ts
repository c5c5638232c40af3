/** Whether the servers of an experiment will have room for their files: asked before anything starts. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { problem } from '../../model/problem.ts';
import type { Bytes } from '../../model/units.ts';

/** @throws Problem ROOM_MISSING if the temporary folder has less than `needed` left */
export function requireRoom(needed: Bytes): void {
  const folder = tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  const missing = needed - bavail * bsize;
  if (missing > 0) throw problem('ROOM_MISSING', { folder, missing: Math.ceil(missing / 2 ** 20) });
}
