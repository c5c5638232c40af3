/** What stands on the doctor's page in a terminal beside the texts of its rules: the verdict, the resources, what to do next. */
import { counted, percent } from '../../format/number.ts';
import { amount, capital, rounded, time, waited, wholePercent } from '../../format/words.ts';
import type { Maybe, Nested, Numbers } from '../nested.ts';
import { kindName } from './pool-words.ts';

export interface Span {
  readonly low: number;
  readonly high: number;
}

const span = ({ low, high }: Span, text: (value: number) => string) =>
  text(low) === text(high) ? text(low) : `${text(low)}–${text(high)}`;

export const doctorPage = {
  'status.bottleneck': 'BOTTLENECK',
  'status.healthy': 'HEALTHY',
  'status.no-traffic': 'NO TRAFFIC',
  'status.cannot-tell': 'CANNOT TELL',

  'gauge.cpu': 'CPU',
  'gauge.loop': 'event loop',
  'gauge.pool': 'thread pool',
  'gauge.queue': 'pool queue',
  'gauge.slow': 'slow I/O queue',
  'gauge.threads': 'busy threads',
  'gauge.load': 'load',
  'gauge.not-seen': 'not seen',
  /** `others`: CPUs that other programs used, if that was not next to nothing. */
  'gauge.of': ({ used, available, others }: Numbers<'used' | 'available'> & Maybe<'others'>) =>
    `${used.toFixed(2)} of ${amount(available)}${others === null ? '' : ` · other programs ${others.toFixed(2)}`}`,
  'gauge.busy': ({ share }: Numbers<'share'>) => `${percent(share)} busy`,
  'gauge.unused': 'unused',
  'gauge.pool-busy': ({ busy, size }: { busy: number; size: number | null }) =>
    size === null ? `${rounded(busy)} busy` : `${rounded(busy)} of ${size} busy`,
  'gauge.pool-size': ({ size }: Numbers<'size'>) => `${counted(size, 'thread')}, how busy was not seen`,
  /** `kind`: what most of the jobs are; null: mixed, or none waits. `wait`: of a job that comes now; null: not seen. */
  'gauge.jobs': ({
    queued,
    p95,
    kind,
    wait,
  }: {
    queued: number;
    p95: number;
    kind: string | null;
    wait: Nested | null;
  }) => {
    const jobs = `${rounded(queued)} ${kind === null ? (queued === 1 ? 'job' : 'jobs') : kindName(kind)}`;
    const most = rounded(p95) === rounded(queued) ? '' : ` (p95 ${rounded(p95)})`;
    return `${jobs}${most}${wait === null ? '' : `, ${wait}`}`;
  },
  'gauge.wait': ({ mean, p95 }: Numbers<'mean' | 'p95'>) => `wait ${waited(mean)} (p95 ${waited(p95)})`,
  'gauge.no-wait': 'no wait',
  /** `oldest`: milliseconds since the oldest of them was sent. */
  'gauge.no-answer': ({ oldest }: Numbers<'oldest'>) => `wait over ${time(oldest)}`,
  'gauge.pool-time': ({
    running,
    waitedForCpu,
    atLock,
    blocked,
  }: Numbers<'running' | 'waitedForCpu' | 'atLock' | 'blocked'>) =>
    `running ${wholePercent(running)} · waiting for a CPU ${wholePercent(waitedForCpu)} · at a lock ${wholePercent(atLock)} · blocked ${wholePercent(blocked)}`,
  /** `mean`, `p99`: milliseconds; null where nothing was answered. `generator`: of one CPU; null without. */
  'gauge.sent': ({ rate, mean, p99, generator }: Numbers<'rate'> & Maybe<'mean' | 'p99' | 'generator'>) =>
    [
      `${rounded(rate)} requests/s`,
      ...(mean === null ? [] : [`${time(mean)} on average`]),
      ...(p99 === null ? [] : [`p99 ${time(p99)}`]),
      ...(generator === null ? [] : [`generator at ${percent(generator)}`]),
    ].join(' · '),
  /** Other processes of a fleet. Null: not seen in all of them. */
  'gauge.others': ({
    processes,
    cpu,
    loop,
    queued,
  }: {
    processes: number;
    cpu: Span;
    loop: Span | null;
    queued: Span | null;
  }) =>
    [
      counted(processes, 'other process', 'other processes'),
      `CPU ${span(cpu, (value) => value.toFixed(2))}`,
      ...(loop === null ? [] : [`event loop ${span(loop, percent)}`]),
      ...(queued === null ? [] : [`pool queue ${span(queued, rounded)}`]),
    ].join(' · '),

  'doctor.all-rules': ({ found, fine, others, open }: Numbers<'found' | 'fine' | 'others' | 'open'>) =>
    [
      `${fine} of ${counted(found + fine + others + open, 'rule')} fine`,
      ...(found > 0 ? [counted(found, 'finding')] : []),
      ...(others > 0 ? [`${others} not applicable`] : []),
      ...(open > 0 ? [`${open} cannot tell`] : []),
    ].join(', '),
  'doctor.also': ({ rule, severity, title }: { rule: string; severity: string; title: Nested }) =>
    `${capital(severity)}: ${title} (${rule})`,
  'doctor.further': ({ count }: Numbers<'count'>) => `${count} more with --verbose`,
  'doctor.code-elsewhere': ({ lines }: Numbers<'lines'>) =>
    `${counted(lines, 'line')} of code, in the report and with --verbose`,
  'doctor.send-own': 'sends requests while it watches',
  'doctor.verify': 'after the change',
  'doctor.verify-both': 'measures both sizes',
  'doctor.verify-restart': 'after the change and a restart',
  'doctor.deeper': 'sees more; --help says what it does to the process',
  'doctor.verbose': ({ rules, notes }: Numbers<'rules' | 'notes'>) =>
    `--verbose: ${counted(rules, 'rule')}, every process${notes > 0 ? `, ${counted(notes, 'note')}` : ''}`,
};
