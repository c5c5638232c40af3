/**
 * Hosts of their own as far as a network goes: namespaces behind links that take their time, each with a real sshd. All of it ends
 * with the test.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { findProgram } from '../../../src/host/tools.ts';
import { started } from '../../kit/process.ts';

/** Why none can be made here; false if they can. */
export function whyNowhereElse(): string | false {
  if (process.platform !== 'linux') return 'needs network namespaces';
  if (process.getuid?.() !== 0) return 'needs root, for network namespaces';
  const missing = ['ip', 'ssh', 'ssh-keygen', 'unshare', 'python3'].find((name) => !findProgram(name));
  if (missing) return `${missing} was not found`;
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is not there';
  return false;
}

export interface Elsewhere extends AsyncDisposable {
  /** The address of this machine, seen from there. */
  readonly here: string;
  /** A command that runs another one there. */
  readonly ssh: (command: string) => string;
}

/**
 * @param folder empty, for keys and what is fetched
 * @param number of the host, from 1 on
 * @param delay of a round trip, in milliseconds
 */
export async function elsewhere(folder: string, number: number, delay: number): Promise<Elsewhere> {
  const name = `chokepoint-${process.pid}-${number}`;
  const [here, there] = [`10.77.${number}.1`, `10.77.${number}.2`];
  const own: ChildProcess[] = [];
  const end = async () => {
    for (const child of own.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const closed = once(child, 'close');
      child.kill(child.stdin ? 'SIGKILL' : 'SIGTERM');
      await closed;
    }
    execFileSync('ip', ['netns', 'del', name]);
  };
  execFileSync('ip', ['netns', 'add', name]);
  try {
    const script = join(import.meta.dirname, 'delayed-link.py');
    const device = `cp${process.pid % 100_000}${number}`;
    const link = spawn('python3', [script, name, device, here, there, `${delay}`]);
    own.push(link);
    await started(link, /(ready)/);
    const sshd = startSshd(folder, name, there);
    own.push(sshd);
    await started(sshd, /(Server listening)/);
  } catch (error) {
    await end();
    throw error;
  }
  const options =
    '-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes -p 2222';
  return {
    here,
    ssh: (command) => `ssh -i '${join(folder, 'key')}' ${options} root@${there} "${command}"`,
    [Symbol.asyncDispose]: end,
  };
}

/** An sshd that needs nothing of this machine: its user and its folder are in a view of the files of its own. */
function startSshd(folder: string, namespace: string, address: string): ChildProcess {
  const { program, libraries } = findSshd(folder);
  for (const key of ['key', 'host-key'])
    if (!existsSync(join(folder, key)))
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]);
  const config = join(folder, `sshd-${namespace}`);
  writeFileSync(
    join(folder, 'passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}\nsshd:x:65000:65000::/run/sshd:/bin/false\n`,
  );
  writeFileSync(
    config,
    [
      `ListenAddress ${address}`,
      'Port 2222',
      `HostKey ${join(folder, 'host-key')}`,
      `AuthorizedKeysFile ${join(folder, 'key.pub')}`,
      'StrictModes no',
      'PermitRootLogin yes',
      'UsePAM no',
      `PidFile ${config}.pid`,
      '',
    ].join('\n'),
  );
  const inside = [
    `mount --bind '${join(folder, 'passwd')}' /etc/passwd`,
    'mount -t tmpfs none /run',
    'mkdir /run/sshd',
    `exec env LD_LIBRARY_PATH='${libraries}' '${program}' -D -e -f '${config}'`,
  ].join(' && ');
  return spawn('ip', ['netns', 'exec', namespace, 'unshare', '-m', 'sh', '-c', inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** That of this machine, or Debian's, fetched and not installed. */
function findSshd(folder: string): { program: string; libraries: string } {
  if (existsSync('/usr/sbin/sshd')) return { program: '/usr/sbin/sshd', libraries: '' };
  const place = join(folder, 'debian');
  if (!existsSync(place)) {
    mkdirSync(place);
    execFileSync('apt-get', ['download', 'openssh-server', 'libwrap0'], { cwd: place, stdio: 'ignore' });
    for (const file of readdirSync(place))
      execFileSync('dpkg', ['-x', join(place, file), join(place, 'root')]);
  }
  const libraries =
    readdirSync(join(place, 'root/usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';
  return {
    program: join(place, 'root/usr/sbin/sshd'),
    libraries: join(place, 'root/usr/lib', libraries),
  };
}
