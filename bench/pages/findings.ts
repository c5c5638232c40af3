/** docs/findings.md: what the doctor can find, from the declarations of its rules and the incidents that try them. */
import { message, say } from '../../src/messages/message.ts';
import { rules } from '../../src/doctor/rules/rules.ts';
import type { Verb } from '../../src/model/diagnosis.ts';
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

/** What a reader sees, and the findings that are looked for then. */
const symptoms: readonly (readonly [title: string, readonly string[]])[] = [
  [
    'Requests wait, and the CPUs are idle',
    ['slow-lane', 'pool-size-not-in-force', 'pool-hog', 'pool-lock', 'pool-too-small', 'downstream'],
  ],
  [
    'One core is full, or everything stops now and then',
    ['blocking-calls', 'long-gc', 'loop-saturated', 'loop-blocked', 'worker-imbalance'],
  ],
  [
    'All CPUs are full, or the quota is used up',
    [
      'pool-too-large',
      'pool-starved-of-cpu',
      'cpu-throttled',
      'too-many-processes',
      'workers-saturated',
      'cpu-saturated',
    ],
  ],
  ['Memory grows', ['memory-growth', 'heap-limit', 'memory-leak']],
  ['Nothing is answered', ['stopped', 'pool-stuck', 'backlog']],
];

export function findingsPage(): string {
  const lost = rules.find(({ id }) => !symptoms.some(([, ids]) => ids.includes(id)));
  if (lost) throw new Error(`docs/findings.md has no place for ${lost.id}`);
  return `# What the doctor finds

<!-- Written by bench/pages.ts from src/doctor/rules and test/incidents; do not edit. -->

\`chokepoint doctor\` asks these ${rules.length} rules about every process that it watched. Each says that it found something, that all is
fine, or which figure it misses. The first finding is the bottleneck. Every finding comes with its figures, the exact change, and
what to expect from it ([method.md](method.md)).
${symptoms
  .map(
    ([title, ids]) => `
## ${title}

| finding | what it is, and the advice | seen by |
| --- | --- | --- |
${rules
  .filter(({ id }) => ids.includes(id))
  .map(({ id, verb, needs, experiment }) =>
    row(
      experiment === null ? `**${id}**` : `[**${id}**](experiments/${experiment}.md)`,
      say(message(`${id}.rule`)) + (verb === 'not the pool' ? '' : `: _${verb}_`),
      needs,
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
