/** The process is stopped by a signal or a debugger: nothing in it goes on, and all other findings follow from that. */
import { message } from '../../messages/message.ts';
import { change } from './changes.ts';
import { findingOf, fine, processRule, told, unseen } from './rule.ts';

/** Share of the readings: a stop now and then is a debugger that looks. */
const limits = { warning: 0.1, critical: 0.5 } as const;

export const stopped = processRule({
  id: 'stopped',
  resource: 'cpu',
  symptom: ['none', 'state of the process'],
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
  threshold: message('evidence.share', { part: limits.warning }),
  signals: ({ stopped: part }) => ({ stopped: told('evidence.of-readings', { part }) }),
  judge({ stopped: part, pid }) {
    if (part === null) return unseen();
    if (part < limits.warning) return fine;
    return {
      severity: part >= limits.critical ? 'critical' : 'warning',
      ...findingOf('stopped', { part }),
      changes: [
        change(
          'command',
          'change.continue',
          `grep -E 'State|TracerPid' /proc/${pid}/status\nkill -CONT ${pid}`,
        ),
      ],
      weight: part,
    };
  },
});
