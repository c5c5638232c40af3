/** Plausible figures for the notes of a watch. */
import { message } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const inspector = { pid: 7, address: '127.0.0.1:9229' };
const problem = {
  problem: 'INSPECTOR_BUSY',
  what: 'It is in use.',
  why: 'By a debugger.',
  todo: 'Close it.',
};

export const noteSamples: Samples<`note.${string}`> = {
  'note.problem': [problem],
  'note.probe-refused': [{ pid: 7, ...problem }],
  'note.found': [{ address: 'http://127.0.0.1:3000' }],
  'note.not-node': [{ pid: 7 }],
  'note.several-programs': [
    {
      root: 7,
      programs: [
        { command: 'node a.js', pids: [8] },
        { command: 'node b.js', pids: [9, 10] },
      ],
      more: 1,
    },
  ],
  'note.process-ended': [{ pid: 7, command: 'node job.js' }],
  'note.own-cpu': [{ share: 0.2 }],
  'note.handlers-unknown': [{ pid: 7, why: message('unseen.stripped') }],
  'note.inspector-was-open': [inspector],
  'note.inspector-public': [inspector],
  'note.inspector-reopened': [inspector],
  'note.inspector-foreign': [inspector],
  'note.attach-cut-short': [{ pid: 7, closer: message('attach.closer', { pid: 9, until: '10:00' }) }],
  'note.no-profile': [{ pid: 7, heap: 300, stop: 312.4 }],
  'note.profile-stop': [{ pid: 7, stop: 31.24 }],
  'note.requests-unseen': [{ pid: 7, connections: 3 }],
  'note.pool-unread': [{ why: message('unseen.memory-forbidden') }],
  'note.no-probe': [{ why: message('unseen.probe-not-allowed') }],
};
