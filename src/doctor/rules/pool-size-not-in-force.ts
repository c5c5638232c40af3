/** A pool size was asked for, and another one is in force: libuv reads the variable once, at the first job. */
import { isPlainSize } from '../../model/vary.ts';
import { setPoolSize } from './changes.ts';
import { poolEvidence, poolRule } from './pool-load.ts';
import { fine, findingOf, unseen } from './rule.ts';
import { gainOfSize, sizeFor } from './sizing.ts';
import { seen } from './words.ts';

export const poolSizeNotInForce = poolRule({
  id: 'pool-size-not-in-force',
  resource: 'pool',
  symptom: ['idle', 'environment of the process; number of its pool threads'],
  verb: 'raise',
  experiment: 'pool-mechanics',
  explains: ['pool-too-small'],
  signals: ({ pool: { asked, askedText, size } }) => ({
    'asked for': askedText === null ? null : `UV_THREADPOOL_SIZE=${askedText} (${asked})`,
    'in force': seen(size, String),
  }),
  judge(vitals, load, work, service) {
    const { size, asked, askedText: text } = vitals.pool;
    if (size === null) return unseen('pool threads');
    if (asked === null) return unseen('asked for');
    if (text === null) return fine;
    const isPlain = isPlainSize(text);
    // Where the text is no number and another size is in force, code has set it early enough.
    if (isPlain === (asked === size)) return fine;
    const waiting = load?.isWaiting && !work?.isStarved ? load : null;
    // What is not a number says nothing of what was wanted: then what is needed, and at least libuv's own 4.
    const wanted = isPlain ? asked : Math.max(4, waiting ? sizeFor(vitals, service, waiting).size : 4);
    const gain = waiting && wanted > size ? gainOfSize(vitals, service, waiting, wanted) : null;
    return {
      severity: wanted <= size ? 'info' : waiting ? 'critical' : 'warning',
      verb: wanted > size ? 'raise' : 'lower',
      ...findingOf('pool-size-not-in-force', {
        text,
        asked,
        size,
        isPlain,
        isPm2: /pm2|ProcessContainer/i.test(vitals.command),
        wait: waiting?.wait?.mean ?? null,
        wanted,
        gain,
      }),
      also: waiting ? poolEvidence(vitals, waiting).slice(1) : [],
      changes: setPoolSize(vitals, wanted),
      gain,
      weight: Math.abs(wanted - size),
    };
  },
});
