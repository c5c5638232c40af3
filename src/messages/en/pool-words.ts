/** Words for what runs in libuv's thread pool and what its threads do, which several texts share. */

const namesOfKinds: Readonly<Record<string, string>> = {
  fs: 'file system calls',
  dns: 'DNS lookups',
  crypto: 'crypto jobs',
  random: 'random-number jobs',
  zlib: 'compression jobs',
  node_api: 'jobs of a native add-on (Node-API)',
  'fs.readfile': 'whole-file reads',
  other: 'jobs of an unknown kind',
};

/** @returns what jobs of a kind are called: `crypto jobs` */
export function kindName(kind: string): string {
  if (kind.startsWith('addon:')) return `jobs of the add-on ${kind.slice('addon:'.length)}`;
  return namesOfKinds[kind] ?? `${kind} jobs`;
}

/** What a thread does: a `ThreadState`, as far as its words need it. */
export interface State {
  readonly state: 'idle' | 'running' | 'polling' | 'waiting' | 'blocked' | 'asleep';
  readonly at?: 'pool lock' | 'other';
  readonly by?: 'mutex' | 'condition';
  readonly syscall?: string;
  readonly on?: string | null;
}

/** @returns where a thread is: `read of /mnt/nfs/a`, `a lock` */
export function stateName({ state, at, by, syscall = '', on }: State): string {
  switch (state) {
    case 'blocked':
      return on ? `${syscall} of ${on}` : syscall;
    case 'waiting':
      if (at === 'pool lock') return "the pool's own lock";
      return by === 'condition' ? 'a condition (to be woken)' : 'a lock';
    case 'running':
      return 'running, or waiting for a CPU';
    case 'idle':
      return 'idle';
    case 'polling':
      return 'event loop with nothing to do';
    case 'asleep':
      return 'asleep (where cannot be read)';
  }
}
