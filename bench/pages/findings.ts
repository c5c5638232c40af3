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
  'not the pool': 'another resource is the limit: it is named',
};

/** The figures that each rule judges. */
const needs: Readonly<Record<RuleId, string>> = {
  stopped: 'the state of the process',
  'memory-growth': 'the queue of the pool by kind; memory over the watch',
  'pool-stuck': 'what each pool thread does, over the whole watch',
  'slow-lane': "the probe's slow-I/O job, or the queue of DNS lookups",
  'pool-size-not-in-force': 'the environment of the process; how many pool threads it has',
  'pool-hog': 'the queue of the pool by kind; which jobs the threads have in hand, and what they do',
  'pool-too-large': 'what the pool threads do; CPUs, quota and throttling; how late the loop is',
  'pool-starved-of-cpu': 'the wait or the queue of the pool; how long its threads ran and waited for a CPU',
  'pool-lock':
    "where the pool threads wait (with libuv read from memory: only then a lock can be told from an idle thread); the library's own threads",
  'pool-too-small': 'the wait of the probe or the queue of the pool; what the pool threads do',
  'cpu-throttled': 'the throttling counters of its cgroup; how late the loop is',
  'blocking-calls': 'system calls in which the main thread is found; CPU profile for the names',
  'heap-limit':
    'what full garbage collections leave in the heap, how it grows, and the limit of the heap (probe)',
  'long-gc':
    "time and longest pause of garbage collection (probe); from outside the CPU time of V8's own threads",
  'loop-saturated': 'loop utilisation; what the main thread does; the CPUs left',
  'loop-blocked': 'how late timers are (probe); CPU profile for the name',
  'too-many-processes': 'the number of processes; CPUs; how long their main threads waited for one',
  'worker-imbalance': 'loop utilisation and connections of each worker',
  'workers-saturated': "CPU time and CPU waits of the application's own worker threads; requests in flight",
  'cpu-saturated': 'CPU use of the processes and of the machine; how long main threads waited for a CPU',
  backlog: 'the listen queues of the kernel',
  downstream: 'requests and calls in flight, with their ages (kernel or probe); everything local',
  'memory-leak': 'memory over the watch; the memory limit',
};

export function findingsPage(): string {
  return `# What the doctor finds

<!-- Written by bench/pages.ts from src/doctor/rules and test/incidents; do not edit. -->

\`chokepoint doctor\` asks these ${rules.length} rules about every process that it watched. A rule is a declaration and a pure function
of the process's figures (\`Vitals\`); it says _finding_, _fine_, _does not apply_, or _cannot tell_ with the figure that it
misses. What one finding explains is not told beside it. The first finding is the bottleneck; a server without one above
_info_ is healthy, and the report says what was looked at.

| rule | what it looks for | what it needs | usual advice | explains | shown by |
| --- | --- | --- | --- | --- | --- |
${rules
  .map(({ id, verb, explains, experiment }) =>
    row(
      `**${id}**`,
      say(message(`${id}.rule`)),
      needs[id],
      verb,
      explains.join(', ') || '–',
      experiment === null ? '–' : `[${experiment}](experiments/${experiment}.md)`,
    ),
  )
  .join('\n')}

## Six verbs

| verb | what it means |
| --- | --- |
${Object.entries(verbs)
  .map(([verb, text]) => row(`**${verb}**`, text))
  .join('\n')}

Every finding comes with its figures, the exact change, and what to expect from it by Little's law and the bounds of the
queueing model ([method.md](method.md)).

## The incidents that try them

Each is a small real server in [test/incidents](../test/incidents) with the load that shows what is wrong with it. The doctor
looks at it by its number, as a stranger, and its first finding must be this one; where the change is a setting, it is
made, and must help.

| incident | reported in | first finding | verb |
| --- | --- | --- | --- |
${[...published, ...everyday].map(incidentRow).join('\n')}

These servers are healthy, and must stay so: ${healthy.map(({ title }) => title).join('; ')}.
`;
}

function incidentRow({ title, from, expected }: Incident): string {
  const found = expected ?? [];
  return row(
    title,
    from === undefined ? '–' : source(from),
    [...new Set(found.map(({ rule }) => rule))].join(' or '),
    [...new Set(found.map(({ verb }) => verb))].join(' or '),
  );
}

/** `owner/name #35` for an issue; any other address by its host. */
function source(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/(?:issues|pull|discussions)\/(\d+)/.exec(pathname) ?? [];
  return `[${repository === undefined ? host : `${repository} #${number}`}](${address})`;
}
