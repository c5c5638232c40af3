/** docs/findings.md: what the doctor can find, from the declarations of its rules and the incidents that try them. */
import { message, say } from '../../src/messages/message.ts';
import { rules } from '../../src/doctor/rules/rules.ts';
import type { RuleId, Verb } from '../../src/model/diagnosis.ts';
import { everyday } from '../../test/incidents/everyday.ts';
import { healthy } from '../../test/incidents/healthy.ts';
import type { Incident } from '../../test/incidents/incident.ts';
import { published } from '../../test/incidents/published.ts';
import { row } from './row.ts';

const verbs: Readonly<Record<Verb, string>> = {
  raise: 'more pool threads: those that are there are blocked, and CPUs are free',
  lower: 'fewer of what is there: they take CPU time from each other, or from the event loop',
  bound: 'let fewer jobs of one kind in at a time, so that the others find a thread',
  move: 'give that work threads or a process of its own',
  bypass: 'do it in a way that needs no pool thread',
  'not the pool': 'another resource is the limit, and it is named (no word stands in the tables then)',
};

/** What a reader sees of it. */
const symptoms = {
  idle: 'Requests wait, and the CPUs are idle',
  core: 'One core is full, or everything stops now and then',
  cpus: 'All CPUs are full, or the quota is used up',
  memory: 'Memory grows',
  none: 'Nothing is answered',
};

/** By which symptom a finding is looked for, and the figures that its rule judges. */
const findings: Readonly<Record<RuleId, readonly [keyof typeof symptoms, string]>> = {
  stopped: ['none', 'state of the process'],
  'memory-growth': ['memory', 'queue of the pool by kind; memory over the watch'],
  'pool-stuck': ['none', 'what each pool thread does, over the whole watch'],
  'slow-lane': ['idle', "the probe's slow-I/O job, or the queue of DNS lookups"],
  'pool-size-not-in-force': ['idle', 'environment of the process; number of its pool threads'],
  'pool-hog': ['idle', 'queue of the pool by kind; what its threads do'],
  'pool-too-large': ['cpus', 'what the pool threads do; CPUs, quota, throttling; delay of the loop'],
  'pool-starved-of-cpu': ['cpus', 'queue of the pool; how long its threads ran and waited for a CPU'],
  'pool-lock': ['idle', 'where the pool threads wait, with libuv read from memory'],
  'pool-too-small': ['idle', 'wait of the probe, or queue of the pool; what its threads do'],
  'cpu-throttled': ['cpus', 'throttling counters of its cgroup; delay of the loop'],
  'blocking-calls': ['core', 'system calls of the main thread; names from a CPU profile'],
  'heap-limit': ['memory', 'what full garbage collections leave in the heap, and its limit (probe)'],
  'long-gc': ['core', "garbage collection (probe), or the CPU time of V8's own threads"],
  'loop-saturated': ['core', 'loop utilisation; what the main thread does; the CPUs left'],
  'loop-blocked': ['core', 'delay of timers (probe); the name from a CPU profile'],
  'too-many-processes': ['cpus', 'processes and CPUs; how long main threads waited for one'],
  'worker-imbalance': ['core', 'loop utilisation and connections of each worker'],
  'workers-saturated': ['cpus', 'CPU time and CPU waits of worker threads; requests in flight'],
  'cpu-saturated': ['cpus', 'CPU use of the processes and the machine; CPU waits of main threads'],
  backlog: ['none', 'listen queues of the kernel'],
  downstream: ['idle', 'requests and calls in flight with their ages; everything local'],
  'memory-leak': ['memory', 'memory over the watch; the memory limit'],
};

export function findingsPage(): string {
  return `# What the doctor finds

<!-- Written by bench/pages.ts from src/doctor/rules and test/incidents; do not edit. -->

\`chokepoint doctor\` asks these ${rules.length} rules about every process that it watched. Each says that it found something, that all is
fine, or which figure it misses. The first finding is the bottleneck. Every finding comes with its figures, the exact change, and
what to expect from it ([method.md](method.md)).
${Object.entries(symptoms)
  .map(
    ([symptom, title]) => `
## ${title}

| finding | what it is, and the advice | seen by |
| --- | --- | --- |
${rules
  .filter(({ id }) => findings[id][0] === symptom)
  .map(({ id, verb, experiment }) =>
    row(
      experiment === null ? `**${id}**` : `[**${id}**](experiments/${experiment}.md)`,
      say(message(`${id}.rule`)) + (verb === 'not the pool' ? '' : `: _${verb}_`),
      findings[id][1],
    ),
  )
  .join('\n')}
`,
  )
  .join('')}
## What the advice means

${Object.entries(verbs)
  .map(([verb, text]) => `- **${verb}**: ${text}`)
  .join('\n')}

## The incidents that try them

Each is a small real server in [test/incidents](../test/incidents) with the load that shows its fault. The doctor looks at it from
outside, and its first finding must be this one. Where the change is a setting, it is made, and must help.

| incident | first finding | advice |
| --- | --- | --- |
${[...published, ...everyday].map(incidentRow).join('\n')}

These servers are healthy, and must stay so: ${healthy.map(({ title }) => title).join('; ')}.
`;
}

function incidentRow({ title, from, expected }: Incident): string {
  const found = expected ?? [];
  return row(
    from !== undefined && URL.canParse(from) ? `[${title}](${from})` : title,
    [...new Set(found.map(({ rule }) => rule))].join(' or '),
    [...new Set(found.map(({ verb }) => verb))].join(' or '),
  );
}
