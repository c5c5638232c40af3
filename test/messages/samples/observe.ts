/** Plausible figures for why something was not seen, or not entered. */
import { message } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const pool = { busy: 4, threads: 4, queued: { fs: 3 }, slow: { dns: 2 } };
const closer = message('attach.closer', { pid: 9, until: '17:05' });

export const observeSamples: Samples<`${'unseen' | 'attach' | 'target'}.${string}`> = {
  'unseen.libuv-elsewhere': [{ libraries: ['libuv.so.1'] }],
  'unseen.unknown-libuv': [{ missing: ['wq', 'nthreads'] }],
  'unseen.memory': [{ error: 'ENOENT' }],
  'unseen.test-not-started': [{ error: 'EACCES' }, { error: null }],
  'unseen.test-misread': [
    { expected: pool, read: pool },
    { expected: pool, read: null },
  ],
  'unseen.packed': [{ binary: '/srv/app' }],
  'unseen.other-sandbox': [{ other: 'mnt' }, { other: 'label' }],
  'unseen.writable': [{ folder: '/srv' }, { folder: null }],
  'unseen.files': [{ error: 'ENOENT' }],
  'unseen.handlers-misread': [{ expected: [1, 10], read: null }],
  'unseen.handlers-test-failed': [{ why: message('unseen.memory-forbidden') }],
  'unseen.probe-refused': [{ problem: 'PROBE_REFUSED', what: 'There is no probe.', why: 'It said so.' }],

  'attach.closer': [{ pid: 9, until: '17:05' }],
  'attach.traced': [{ tracer: 7 }, { tracer: 0 }],
  'attach.stopped': [{ pid: 7 }],
  'attach.port-held': [
    { holder: 8, command: 'node other.js' },
    { holder: null, command: '' },
  ],
  'attach.foreign-inspector': [{ pid: '4' }],
  'attach.not-opened': [{ closer }],
  'attach.not-opened-unsure': [{ why: message('unseen.handlers'), closer }],
  'attach.opened-late': [{ address: '127.0.0.1:9229', closer }],
  'attach.said': [{ said: 'a probe is in this process already' }],
  'attach.not-a-probe': [{ why: 'a line is not JSON' }],
  'attach.closer-late': [{ seconds: 10 }],
  'attach.closer-ended': [{ error: 'it is gone' }],
  'target.docker': [{ port: 3000 }],
  'target.both': [{ number: 3000, listening: 4711 }],
  'target.both-hidden': [{ number: 3000 }],
  'target.say-which': [{ number: 3000 }],
  'target.apps': [{ names: [] }, { names: ['api', 'worker'] }],
  'target.several-daemons': [{ daemons: [812, 4711] }],
  'target.name-pid': [{ pid: 4711 }],
  'target.thread': [{ pid: 8, group: 7 }],
  'target.as-user': [{ uid: 1000 }],
  'target.other-user': [{ uid: 0, own: 1000 }],
  'target.not-node': [{ binary: '/bin/sh' }],
  'target.hidden': [{ uid: 0 }],
  'target.kernel': [{ name: 'kworker' }],
};
