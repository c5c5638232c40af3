/** docs/findings.md: what the doctor can find, from the declarations of its rules and the incidents that try them. */
import { message, say } from '../../src/messages/message.ts';
import { rules } from '../../src/doctor/evaluate-rules.ts';
import type { Symptom } from '../../src/doctor/rules/rule.ts';
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

/** What a reader sees of it. */
const symptoms: Readonly<Record<Symptom, string>> = {
  idle: 'Requests wait, and the CPUs are idle',
  core: 'One core is full, or everything stops now and then',
  cpus: 'All CPUs are full, or the quota is used up',
  memory: 'Memory grows',
  none: 'Nothing is answered',
};

export function findingsPage(): string {
  return `# What the doctor finds

<!-- Written by bench/pages.ts from src/doctor/rules and test/incidents; do not edit. -->

\`chokepoint doctor\` asks these ${rules.length} rules about every process that it watched. Each says that it found something, that all is
fine, or which figure it misses. The first finding is the bottleneck. Every finding comes with its figures, the exact change, and
what to expect from it ([method.md](method.md)).
${Object.entries(symptoms)
  .map(
    ([key, title]) => `
## ${title}

| finding | what it is, and the advice | seen by |
| --- | --- | --- |
${rules
  .filter(({ symptom }) => symptom[0] === key)
  .map(({ id, verb, experiment, symptom }) =>
    row(
      experiment === null ? `**${id}**` : `[**${id}**](experiments/${experiment}.md)`,
      say(message(`${id}.rule`)) + (verb === 'not the pool' ? '' : `: _${verb}_`),
      symptom[1],
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
  const [foundRules, foundVerbs] = [0, 1].map((i) => new Set(expected?.map((one) => one.split(': ')[i])));
  return row(
    from !== undefined && URL.canParse(from) ? `[${title}](${from})` : title,
    [...(foundRules ?? [])].join(' or '),
    [...(foundVerbs ?? [])].join(' or '),
  );
}
