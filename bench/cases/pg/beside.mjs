/** PostgreSQL, new and empty, as Debian installs it; it ends with this process, whose group it is in. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
const data = mkdtempSync(join(tmpdir(), 'case-pg-'));
// It refuses to be root.
const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
if (nobody.uid) chownSync(data, nobody.uid, nobody.gid);
execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'], {
  ...nobody,
  cwd: data,
});
const port = process.env.BESIDE_PORT;
const settings = [
  'fsync=off',
  `unix_socket_directories=${data}`,
  'listen_addresses=127.0.0.1',
  `port=${port}`,
];
const args = ['-D', data, ...settings.flatMap((one) => ['-c', one])];
spawn(join(programs, 'postgres'), args, { ...nobody, stdio: 'ignore' });
process.once('exit', () => rmSync(data, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit());
