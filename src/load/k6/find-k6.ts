/**
 * Finds k6 and asks for its version. It is looked for on the PATH and never brought along (AGPL); root runs only what nobody else can
 * have put there.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { leanEnvironment } from '../../host/processes.ts';
import { findTool, whyNoTool } from '../../host/tools.ts';
import { problem } from '../../messages/problem.ts';

export interface K6 {
  readonly file: string;
  /** `1.8.1` */
  readonly version: string;
  readonly major: number;
}

/** Major versions of k6 whose options and CSV are known, from the sources of v1.0.0 to v2.2.0. */
const supported = new Set([1, 2]);
const longestAnswer = 10_000;

/** Every k6 that was found, by file and time of change: each is asked for its version once. */
const asked = new Map<string, K6>();

/** @throws Problem K6_MISSING, K6_UNSUPPORTED */
export function findK6(): K6 {
  const file = findTool('k6');
  if (file === null) throw problem('K6_MISSING', { why: whyNoTool('k6') });
  const key = `${file} ${statSync(file).mtimeMs}`;
  const known = asked.get(key) ?? askVersion(file);
  asked.set(key, known);
  return known;
}

/** @throws Problem K6_UNSUPPORTED */
function askVersion(file: string): K6 {
  const options = { encoding: 'utf8', timeout: longestAnswer, env: k6Environment() } as const;
  const { stdout } = spawnSync(file, ['version'], options);
  const version = versionIn(stdout ?? '');
  const major = Number(version?.split('.')[0]);
  if (version !== null && supported.has(major)) return { file, version, major };
  throw problem('K6_UNSUPPORTED', { file, version: version === null ? '?' : `v${version}` });
}

/** `k6 v1.8.1 (go1.26.8, linux/amd64)` → `1.8.1` */
export function versionIn(text: string): string | null {
  return /^k6(?:\.exe)? v?(\d+\.\d+\.\d+[\w.+-]*)/m.exec(text)?.[1] ?? null;
}

/**
 * The environment of k6 and the script. K6_VUS would override the load, and a proxy would lead requests away from this machine.
 */
export function k6Environment(): NodeJS.ProcessEnv {
  const own = Object.entries(leanEnvironment()).filter(
    ([name]) => !name.startsWith('K6_') && !/^(?:https?|all|no)_proxy$/i.test(name),
  );
  // k6 would download another k6 for a script that imports an extension: K6_BINARY_PROVISIONING is the older name.
  const noDownload = { K6_AUTO_EXTENSION_RESOLUTION: 'false', K6_BINARY_PROVISIONING: 'false' };
  return { ...Object.fromEntries(own), ...noDownload };
}
