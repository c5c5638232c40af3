/** The version of a Node that the user named, or that npm brought: it is asked, as it is about to be run anyway. */
import { execFileSync } from 'node:child_process';

/** @returns the version of a node binary, or null if it is none. */
export function nodeVersion(binary: string): string | null {
  try {
    const said = execFileSync(binary, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    // Nearly every program answers to --version; only Node does so with nothing but its own.
    return /^v(\d+\.\d+\.\d+\S*)\s*$/.exec(said)?.[1] ?? null;
  } catch {
    return null;
  }
}
