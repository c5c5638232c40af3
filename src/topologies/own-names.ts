/**
 * A server that asks a name server of its own: in mounts of its own, in which three things of /etc and /var/run are
 * replaced. Its network stays that of everybody, so that the load generator reaches it.
 */
import type { Launch } from './topology.ts';

/**
 * In place of the server, which it becomes at its end: the process keeps its id, and with it its address for a name
 * server, so that no two trials at the same time share one. A cache of names (nscd) would answer for itself.
 */
const script = `
set -e
folder="\${CHOKEPOINT_DIR:?}/names"
mkdir -p "$folder/no-cache"
printf 'nameserver 127.77.%d.%d\\n' $(($$ / 256 % 256)) $(($$ % 256)) > "$folder/resolv.conf"
printf 'hosts: dns\\n' > "$folder/nsswitch.conf"
mount -o bind "$folder/resolv.conf" /etc/resolv.conf
if [ -e /etc/nsswitch.conf ]; then mount -o bind "$folder/nsswitch.conf" /etc/nsswitch.conf; fi
if [ -d /var/run/nscd ]; then mount -o bind "$folder/no-cache" /var/run/nscd; fi
exec "$@"
`;

/** Without root, mounts are changed as the root of a user namespace. */
const ownMounts = () => (process.getuid?.() === 0 ? '-m' : '-rm');

/** The same server in mounts of its own. They end with it. */
export function withOwnNames(launch: Launch): Launch {
  return {
    ...launch,
    file: 'unshare',
    args: [ownMounts(), 'sh', '-c', script, 'sh', launch.file, ...launch.args],
  };
}
