/** Programs that see no /proc, as on macOS: in mounts of their own, where it is empty. */
import { spawnSync } from 'node:child_process';

const prefix = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs none /proc && exec "$@"', 'sh'] as const;

/** @returns the command that runs another one so */
export const withoutProc = (command: readonly string[]) => [...prefix, ...command] as const;

const [file, ...args] = withoutProc(['true']);

/** Why that cannot be done here; false if it can. */
export const whyNoHiding: string | false =
  process.platform === 'linux' && spawnSync(file, args).status === 0
    ? false
    : 'no mounts of its own can be had';
if (whyNoHiding) console.log(`not seen: what is done without /proc: ${whyNoHiding}`);
