/** TCP as the kernel has it, for one process. */
import type { Seen } from '../../model/look.ts';
import type { Sockets } from '../../model/watch.ts';

export interface OpenSockets {
  sample(): Promise<void>;
  summary(): Seen<Sockets>;
}

export function openSockets(_pid: number): OpenSockets {
  return {
    sample: () => Promise.resolve(),
    summary: () => ({ ok: false, code: 'SOCKETS_UNREADABLE', why: 'its open files may not be read' }),
  };
}
