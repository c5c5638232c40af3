/** MariaDB, new and empty, as Debian installs it; it ends with this process, whose group it is in. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const data = mkdtempSync(join(tmpdir(), 'case-mysql-'));
// It refuses to be root.
const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
if (nobody.uid) chownSync(data, nobody.uid, nobody.gid);
const folder = ['--no-defaults', `--datadir=${data}`];
execFileSync('mariadb-install-db', [...folder, '--auth-root-authentication-method=normal'], {
  ...nobody,
  stdio: 'ignore',
});
const init = join(data, 'init.sql');
writeFileSync(init, "CREATE USER ann@'127.0.0.1'; GRANT ALL ON *.* TO ann@'127.0.0.1';\n");
const args = [`--port=${process.env.BESIDE_PORT}`, '--bind-address=127.0.0.1', `--socket=${data}/s`];
spawn('mariadbd', [...folder, ...args, `--init-file=${init}`], { ...nobody, stdio: 'ignore' });
process.once('exit', () => rmSync(data, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit());
