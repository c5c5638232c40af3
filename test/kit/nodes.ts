/** The Nodes that a test runs on: this one and the older ones that npm can bring, from its cache first. */
import { test } from 'node:test';
import { findNodes } from '../../src/host/node-versions.ts';

export const whyNotLinux = process.platform === 'linux' ? false : 'only Linux shows a process from outside';
/** Options of a test. */
export const onLinux = { skip: whyNotLinux };
export const asRoot = { skip: process.geteuid?.() !== 0 && 'only root can do that' };
export const whyNoSockets = process.platform === 'win32' ? 'there are no unix sockets on Windows' : false;

export type Version =
  | { readonly label: string; readonly binary: string }
  | { readonly label: string; readonly why: string };

export interface TestedNode {
  readonly label: string;
  readonly binary: string;
  readonly major: number;
}

export async function versions(): Promise<Version[]> {
  Object.assign(process.env, {
    npm_config_prefer_offline: 'true',
    npm_config_fetch_retries: '0',
    npm_config_fetch_timeout: '20000',
  });
  const found: Version[] = [{ label: process.versions.node, binary: process.execPath }];
  let why: string | null = null;
  for (const label of ['20', '22', '24']) {
    if (why === null) {
      try {
        found.push(...(await findNodes(label)));
        continue;
      } catch (error) {
        why = (error as Error & { why?: string }).why ?? String(error);
      }
    }
    found.push({ label, why });
  }
  return found;
}

/** Registers tests for each of them; for one that is not to be had a test that is skipped, and says why. */
export async function onEachNode(tests: (node: TestedNode) => void): Promise<void> {
  for (const version of await versions()) {
    const { label } = version;
    if ('why' in version) test(`on Node ${label}`, { skip: version.why });
    else tests({ label, binary: version.binary, major: Number.parseInt(label, 10) });
  }
}
