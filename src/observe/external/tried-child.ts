/** A child of a binary whose memory is about to be read: it is known what the child does, so the reading can be tried. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileIdentity } from '../../host/binary/elf.ts';

/** Who the child runs as: root must not run the binary of another user with its own rights. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export type TriedChild = ChildProcess & { stdin: Writable; stdout: Readable };

/** What a trial is kept by: the binary, and whose rights it was tried with. */
export const trialKey = (binary: string, { uid, gid }: Owner): string =>
  `${fileIdentity(binary)}:${uid}:${gid}`;

/**
 * @param binary what is started: the node binary itself, or /proc/PID/exe, which also leads into a container and to a
 * file that was replaced. It must be Node and no application packed into one file: that one would be started.
 * @param environment all that it gets: options of the target's environment or of ours would change what is tried
 * @throws Error if it cannot be started
 */
export function triedChild(
  binary: string,
  script: string,
  { uid, gid }: Owner,
  environment: Readonly<Record<string, string>> = {},
): TriedChild {
  const isOther = process.getuid?.() === 0 && uid !== 0;
  return spawn(binary, ['-e', script], {
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(isOther && { uid, gid }),
  });
}
