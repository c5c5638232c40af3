/** The process is stopped by a signal or a debugger: nothing in it goes on, and all else that is seen follows from that. */
import { fine, processRule, unseen } from './rule.ts';
import { fact, share } from './words.ts';

/** Of the time: a sample now and then is a debugger that looks. */
const limits = { warning: 0.1, critical: 0.5 } as const;

export const stopped = processRule({
  id: 'stopped',
  title: 'The process is stopped by a signal',
  needs: 'the state of the process',
  resource: 'cpu',
  verb: 'not the pool',
  experiment: null,
  explains: [
    'memory-growth',
    'pool-stuck',
    'slow-lane',
    'pool-hog',
    'pool-too-large',
    'pool-starved-of-cpu',
    'pool-lock',
    'pool-too-small',
    'blocking-calls',
    'loop-saturated',
    'loop-blocked',
    'worker-imbalance',
    'backlog',
    'downstream',
  ],
  judge({ stopped: part, pid }) {
    if (part === null) return unseen('The state of the process was not seen.');
    if (part < limits.warning) return fine(`It was stopped for ${share(part)} of the time.`);
    return {
      word: 'finding',
      severity: part >= limits.critical ? 'critical' : 'warning',
      title: `The process is stopped (state T) for ${share(part)} of the time: it does nothing at all`,
      because: `SIGSTOP, SIGTSTP (Ctrl+Z in its terminal) or a debugger stopped it. No thread of it runs until SIGCONT; connections are still accepted by the kernel, and wait. It is neither the pool nor the load.`,
      evidence: [fact('stopped', `${share(part)} of the readings`)],
      changes: [
        {
          type: 'command',
          what: 'Let it go on, after a look at who stopped it (a debugger shows as TracerPid)',
          text: `grep -E 'State|TracerPid' /proc/${pid}/status\nkill -CONT ${pid}`,
        },
      ],
      expect: 'It answers what waits, and goes on where it was.',
      gain: null,
      weight: part,
    };
  },
});
