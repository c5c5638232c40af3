/** Where a store lies decides how it can be written by two processes at once. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * File systems that other machines may share, by statfs(2)'s f_type. The names and numbers are those of linux/magic.h, or of
 * the file system's own sources. FUSE is among them: it is what sshfs, s3fs and virtiofs are, and what is local looks the same.
 */
const shared = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'kAFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x20030528, 'OrangeFS'],
  [0xaad7aaea, 'PanFS'],
  [0x786f4256, 'vboxsf'],
  [0xbacbacbc, 'vmhgfs'],
]);

/**
 * The name of a file system that other machines may share; null of a local one. WAL keeps its index in memory that all
 * processes share, which two machines cannot (sqlite.org/wal.html: "WAL does not work over a network filesystem").
 * @param type f_type; its upper half is a sign on some kernels
 */
export function sharedFileSystem(type: bigint): string | null {
  return shared.get(Number(BigInt.asUintN(32, type))) ?? null;
}

/** f_type of the file system that a file lies on, or will lie on. */
export function fileSystemOf(file: string): bigint {
  return statfsSync(dirname(file), { bigint: true }).type;
}
