/** The Node that runs this: whether it suits, and whether an older one has started it in its place (`another-node.ts`). */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that runs this program. */
export const mainFile = fileURLToPath(new URL(`./main${extname(import.meta.url)}`, import.meta.url));

/** The oldest Node that suits. */
export const needed = '22.13';

/** Variable in which a process on an older Node says how it was called itself, when it starts this one. */
export const starterVariable = 'CHOKEPOINT_STARTED_AS';

/** Whether the whole of chokepoint runs on this version: since 22.13, and 23.4, `node:sqlite` needs no flag. */
export function isSuitable(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13);
}

/** Ends this process, as after SIGTERM, when the process on an older Node that started it is gone. */
export function endWithStarter(): void {
  if (process.env[starterVariable] === undefined || !isSuitable()) return;
  // What is started from here has another starter.
  delete process.env[starterVariable];
  if (!process.connected) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
