/** What the doctor's whole report says around the texts of its rules: headings, tables, figures, the live view. */
import { counted, date, percent } from '../../format/number.ts';
import { amount, capital, rounded, serviceAt, time } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';
import { stateName, type State } from './pool-words.ts';

const sections = {
  'doctor.title': ({ subject }: { subject: Nested }) => `Doctor: ${subject}`,
  /** @param probed how many of the processes had a probe */
  'doctor.byline': ({
    at,
    seen,
    processes,
    probed,
    node,
  }: Numbers<'at' | 'seen' | 'processes' | 'probed'> & { node: string | null }) => {
    const inside = `outside and inside${probed === processes ? '' : ` (${probed} of them)`}`;
    return `${date(at)} · ${time(seen)} · ${counted(processes, 'process', 'processes')}${node === null ? '' : ` · Node ${node}`} · ${probed === 0 ? 'from outside' : inside}`;
  },
  /** @param more how many are not named */
  'doctor.pids': ({ pids, more }: { pids: readonly number[]; more: number }) =>
    `${pids.length === 1 ? 'pid' : 'pids'} ${pids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  'doctor.app': ({ app }: Strings<'app'>) => `PM2 application ${app}`,
  'doctor.footer': ({ watch, version }: Strings<'watch' | 'version'>) =>
    `Watch ${watch}, judged by chokepoint ${version}. The same folder holds watch.json, which "{chokepoint} doctor --replay watch.json" judges again.`,

  'doctor.status.bottleneck': 'bottleneck',
  'doctor.status.healthy': 'healthy',
  'doctor.status.no-traffic': 'no traffic',
  'doctor.status.cannot-tell': 'cannot tell',
  'doctor.severity.critical': 'critical',
  'doctor.severity.warning': 'warning',
  'doctor.severity.info': 'info',
  'doctor.answer.finding': 'finding',
  'doctor.answer.fine': 'fine',
  'doctor.answer.cannot-tell': 'cannot tell',
  'doctor.answer.does-not-apply': 'does not apply',

  'doctor.interrupted': ({ seen }: Numbers<'seen'>) =>
    `Interrupted after ${time(seen)}: this is what was seen until then.`,
  'doctor.ended': ({ seen }: Numbers<'seen'>) => `The server ended after ${time(seen)}.`,
  'doctor.steal': ({ share }: Numbers<'share'>) =>
    `The hypervisor took ${percent(share)} of the CPU time: other machines use the same CPUs.`,
  'doctor.others': ({ others, cpus, service }: Numbers<'others' | 'cpus'> & { service: string | null }) =>
    `Other programs${service === null ? '' : `, ${serviceAt(service)} among them,`} used ${amount(others)} of the machine's ${counted(cpus, 'CPU')} meanwhile${service === null ? ': the figures are lower than on a quiet machine' : ''}.`,
  'doctor.failed-requests': ({ failed, due }: Numbers<'failed' | 'due'>) =>
    `${counted(failed, 'request')} of ${counted(due, 'request')} failed, or had a wrong answer.`,

  'doctor.findings': 'Findings',
  'doctor.rules': 'What the rules said',
  'doctor.notes': 'Notes',
  'doctor.unseen': 'What could not be seen',
  'doctor.change': ({ what }: Strings<'what'>) => `Change: ${what}`,
  'doctor.or': ({ what }: Strings<'what'>) => `Or: ${what}`,
  'doctor.other-ways': 'Other ways to do it',
  'doctor.how': 'How to change it',
  'doctor.what-to-expect': 'What to expect:',
  'doctor.see-yourself': 'To see it for yourself:',
  'doctor.see-more': ({ help }: Strings<'help'>) => `To see more (${help} says what it does to the process):`,

  'doctor.unseen.queue': 'The queue of the pool',
  'doctor.unseen.probe': 'What only a probe sees',
  'doctor.unseen.process': 'The process from outside',
  'doctor.unseen.connections': 'Its connections',
  'doctor.unseen.note': ({ about }: Strings<'about'>) => `Probe: ${about}`,

  'doctor.load': 'Load',
  'doctor.load-sent': ({ engine, due, throughput }: Strings<'engine'> & Numbers<'due' | 'throughput'>) =>
    `${engine}: ${counted(due, 'request')}, ${rounded(throughput)} a second`,
  'doctor.response-time': 'Response time',
  'doctor.on-average': ({ mean }: Numbers<'mean'>) => `${time(mean)} on average`,
  'doctor.load-cost': 'Cost of the load',
  'doctor.load-share': ({ share }: Numbers<'share'>) => `${percent(share)} of one CPU`,
};

const tables = {
  'doctor.processes': 'Processes',
  'doctor.processes-note':
    'CPU: CPUs kept busy, of those that it may use. Loop: share of the time in which the event loop was busy. Wait: how long a job that comes now would wait for a pool thread. A dash: not seen.',
  'doctor.serving': ({ processes }: Numbers<'processes'>) => `${processes} serving`,
  'doctor.no-wait': 'none',
  'doctor.waits-over': ({ oldest }: Numbers<'oldest'>) => `over ${time(oldest)}`,
  'doctor.places': 'Where the pool threads were',
  'doctor.state': (state: State) => stateName(state),
  'doctor.capture': 'Jobs of the pool, by trace events',
  'doctor.capture-note': 'The whole time of each job, its wait for a thread included.',
  /** @param pid null where there is one process */
  'doctor.capture-cut': ({ pid, taken, rate }: Maybe<'pid'> & Numbers<'taken' | 'rate'>) =>
    `${pid === null ? 'It' : `Of PID ${pid} it`} was ended after ${time(taken)}: ${counted(Math.round(rate), 'event')} a second are more than a process at work should be asked for.`,
  'doctor.capture-ended-early': ({ taken }: Numbers<'taken'>) => `${time(taken)}, ended early`,
  'doctor.no-job': 'no job was seen',
};

/** Sentences are clauses: `doctor-figure.sentence` makes them whole. */
const figures = {
  'doctor-figure.pool-busy.title': 'Pool threads in a job',
  'doctor-figure.pool-busy.unit': 'threads',
  'doctor-figure.pool-busy.busy': 'busy',
  'doctor-figure.pool-busy.level': 'threads that the pool has',
  'doctor-figure.pool-busy.seen': ({ busy, size, full }: Numbers<'busy'> & Maybe<'size' | 'full'>) =>
    `${amount(busy)} of ${size ?? 'its'} pool threads were in a job on average${full === null ? '' : `, and none was free for ${percent(full)} of the time`}`,
  'doctor-figure.pool-queue.title': 'Jobs that wait for a pool thread',
  'doctor-figure.pool-queue.unit': 'jobs',
  'doctor-figure.pool-queue.waiting': 'waiting',
  'doctor-figure.pool-queue.seen': ({ mean, max }: Numbers<'mean' | 'max'>) =>
    `${amount(mean)} jobs waited on average, ${amount(max)} at most`,
  'doctor-figure.pool-wait.title': 'How long a job waits for a pool thread',
  'doctor-figure.pool-wait.unit': 'ms',
  'doctor-figure.pool-wait.median': 'median',
  'doctor-figure.pool-wait.longest': 'longest',
  'doctor-figure.pool-wait.seen': ({ jobs, p50, longest }: Numbers<'jobs' | 'p50' | 'longest'>) =>
    `half of the probe's ${counted(jobs, 'job')} waited ${time(p50)} or longer, one ${time(longest)}`,
  'doctor-figure.loop-utilization.title': 'How busy the event loop was',
  'doctor-figure.loop-utilization.unit': 'share of the time',
  'doctor-figure.loop-utilization.utilization': 'utilisation',
  'doctor-figure.loop-utilization.level': 'all of it',
  'doctor-figure.loop-utilization.seen': ({ share }: Numbers<'share'>) =>
    `it was busy for ${percent(share)} of the time`,
  'doctor-figure.loop-delay.title': 'How late the event loop was',
  'doctor-figure.loop-delay.unit': 'ms',
  'doctor-figure.loop-delay.longest': 'longest',
  'doctor-figure.loop-delay.seen': ({ p50, max }: Numbers<'p50' | 'max'>) =>
    `a timer fired ${time(p50)} late in half of the cases, ${time(max)} at most`,
  'doctor-figure.cpu.title': 'CPUs kept busy',
  'doctor-figure.cpu.unit': 'CPUs',
  'doctor-figure.cpu.used': 'used',
  'doctor-figure.cpu.level': 'CPUs that it may use',
  'doctor-figure.cpu.seen': ({
    used,
    available,
    throttled,
  }: Numbers<'used' | 'available'> & Maybe<'throttled'>) =>
    `CPUs in use: ${amount(used)} of ${amount(available)}${throttled === null ? '' : `, and the quota stopped the process in ${percent(throttled)} of the periods`}`,

  /** @param unit null: it is a share */
  'doctor-figure.highest': ({ value, unit }: { value: number; unit: Nested | null }) =>
    `the highest value is ${rounded(value)} ${unit ?? '(1 is all of the time)'}`,
  /** @param of which process it is, of several; @param omitted processes */
  'doctor-figure.sentence': ({
    clause,
    of,
    omitted,
  }: {
    clause: Nested;
    of: Nested | null;
    omitted: number;
  }) =>
    `${of === null ? capital(clause) : `${of}, the highest: ${clause}`}.${omitted > 0 ? ` ${omitted} further processes are not drawn.` : ''}`,
  'doctor-figure.of-process': ({ title, pid }: { title: Nested; pid: Nested }) => `${title}, ${pid}`,
};

const live = {
  'live.looking': 'looking …',
  'live.foot': 'Ctrl-C ends it with the report',
  /** Seconds; `all`: null without an end. */
  'live.clock': ({ at, all }: Numbers<'at'> & Maybe<'all'>) =>
    `${at.toFixed(1)} s${all === null ? '' : ` of ${rounded(all)} s`}`,
  'live.of': ({ value, all }: Strings<'value' | 'all'>) => `${value} of ${all}`,
  'live.cpu': 'CPU',
  'live.loop': 'loop',
  'live.pool': 'pool',
  'live.queue': 'queue',
  'live.wait': 'wait',
  'live.more': ({ processes }: Numbers<'processes'>) =>
    `… and ${counted(processes, 'further process', 'further processes')}`,
  'live.looking-at': ({ processes }: Numbers<'processes'>) =>
    `looking at ${counted(processes, 'process', 'processes')}`,
};

export const doctorReport = { ...sections, ...tables, ...figures, ...live };
