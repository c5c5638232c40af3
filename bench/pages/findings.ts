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
  'not the pool': 'another resource is the limit: it is named',
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
  .map(({ id, verb, needs, explains, experiment }) =>
    row(
      `**${id}**`,
      say(message(`${id}.rule`)),
      needs,
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
