/** What was measured, on what machine, under which conditions: names and values. */
import { counted, percent } from '../../format/number.ts';
import type { Nested, Numbers, Strings } from '../nested.ts';

export const facts = {
  'fact.logical-cpus': ({ cpus }: Numbers<'cpus'>) => counted(cpus, 'logical CPU'),
  'fact.cores': ({ cores }: Numbers<'cores'>) => counted(cores, 'core'),
  'fact.allowed': ({ cpus }: Numbers<'cpus'>) => `${cpus} allowed`,
  'fact.cgroup-cpus': ({ cpus }: Strings<'cpus'>) => `cgroup quota ${cpus}`,
  'fact.effective': ({ cpus, effective }: Strings<'cpus' | 'effective'>) => `${cpus}; ${effective} effective`,
  'fact.memory': 'Memory',
  'fact.cgroup-memory': ({ memory, limit }: Strings<'memory' | 'limit'>) =>
    `${memory}, cgroup limit ${limit}`,
  'fact.software': 'Software',
  'fact.system': 'System',
  'fact.kernel': ({ platform, kernel }: Strings<'platform' | 'kernel'>) => `${platform}, kernel ${kernel}`,
  'fact.load-average': 'Load average',
  'fact.before': ({ load }: Strings<'load'>) => `${load} before the run`,
  'fact.hypervisor': 'CPU taken by the hypervisor',
  'fact.at-worst': ({ share }: Numbers<'share'>) => `at worst ${percent(share)} of a trial`,
  'fact.quota': 'CPU quota',
  'fact.throttled': ({ periods }: Numbers<'periods'>) =>
    `throttled in at most ${counted(periods, 'period')} of a trial`,

  'fact.subject': 'Subject',
  'fact.workload': ({ name }: Strings<'name'>) => `workload ${name}`,
  'fact.program': ({ name }: Strings<'name'>) => `program ${name}, which asks Node itself`,
  'fact.varied': ({ key }: Strings<'key'>) => `Varied: ${key}`,
  'fact.load': 'Load',
  'fact.window': 'Window',
  'fact.windows': ({ windows }: { windows: readonly string[] }) => windows.join('; or '),
  'fact.all-answered': 'until every request is answered',
  'fact.warm-up': ({ window, warmup }: Strings<'window' | 'warmup'>) =>
    `${window}, after ${warmup} of warm-up`,
  'fact.no-warm-up': ({ window }: Strings<'window'>) => `${window}, no warm-up`,
  'fact.blocks': 'Blocks',
  'fact.order': ({ blocks, seed, isAsked }: { blocks: Nested; seed: number; isAsked: boolean }) =>
    `${blocks}, in random order (seed ${seed}); a fresh ${isAsked ? 'server' : 'process'} for each trial`,
  'fact.blocks-search': 'as many as the search asks for',
  'fact.blocks-lab': ({ blocks, time }: Numbers<'blocks'> & { time: string | null }) =>
    `${blocks}, and more of the settings whose figures are not yet precise enough for the claims${time === null ? '' : `, or ${time} are over`}`,
  'fact.blocks-until': ({
    blocks,
    precision,
    time,
  }: Numbers<'blocks'> & { precision: number | null; time: string | null }) =>
    `at most ${blocks}, until ${precision === null ? 'enough is known' : `each ratio is known within ±${percent(precision)}`}${time === null ? '' : ` or ${time} are over`}`,
  'fact.ended': 'Ended',
  'fact.withheld': ({ end, check }: { end: Nested } & Strings<'check'>) =>
    `${end}; withheld, since check ${check} failed`,
  'fact.isolation': 'CPU isolation',
  'fact.shared': "none (load generator shares the server's CPUs)",
  'fact.apart': ({ server, generator }: Strings<'server' | 'generator'>) =>
    `server on ${server}; generator on ${generator}`,
  'fact.searched': 'Searched for',
  'fact.search': ({
    metric,
    within,
    confidence,
    mode,
    time,
  }: { metric: Nested; time: string | null } & Numbers<'within' | 'confidence'> & Strings<'mode'>) =>
    `the best ${metric}, within ${percent(within)}, with ${percent(confidence)} confidence (${mode})${time === null ? '' : `; at most ${time}`}`,
  'fact.constraints': 'Constraints',
  'fact.now': 'Now',
  'fact.iterations': 'Iterations of a job',
  'fact.servers-node': "The server's Node",
  'fact.address': 'Address found',
  'fact.other-ports': ({ address }: Strings<'address'>) => `${address}, and another port in each trial`,

  'fact.noise': 'Noise per trial (CV)',
  'fact.spread': ({ value, low, high }: Strings<'value' | 'low' | 'high'>) => `${value} (${low} to ${high})`,
  'fact.noise-of': ({
    spread,
    metric,
    before,
    trials,
  }: { spread: Nested; metric: Nested; before: string | null } & Numbers<'trials'>) =>
    `${spread} in ${metric}, after removing setting and block effects${before === null ? '' : ` and the machine's speed (${before} before)`}; ${counted(trials, 'trial')}`,
  'fact.resolution': 'Smallest difference',
  'fact.sees': ({ share }: Strings<'share'>) => `this run can tell differences above ${share}`,
  'fact.steal': 'Steal',
  'fact.stolen': ({ mean, max }: Strings<'mean' | 'max'>) => `${mean} on average, ${max} at worst`,
  'fact.control': 'A/A′ control',
  'fact.control-ratio': ({
    value,
    low,
    high,
    confidence,
    isSound,
  }: Strings<'value' | 'low' | 'high'> & Numbers<'confidence'> & { isSound: boolean }) =>
    `baseline ÷ its copy ${value} (${low} to ${high}, ${Math.round(confidence * 100)}%): ${isSound ? 'no significant difference' : 'DIFFERENT FROM ITSELF: no comparison is valid'}`,
  'fact.machine-speed': 'Speed of the machine',
  'fact.cpu-speed': 'Speed of the CPUs',
};
