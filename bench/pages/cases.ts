/** docs/cases: a table of all cases, and a page for each, from what people found and what the doctor said of them. */
import { isKept, isRight, type CaseRecord, type Followed, type NamedCase, type Seen } from '../cases/case.ts';
import { cases } from '../cases/catalogue.ts';
import { recordOf } from '../cases/records.ts';
import { row } from './row.ts';

/** By what `isRight` says. */
const yesOrNo: Readonly<Record<string, string>> = { true: 'yes', false: '**no**', null: 'not judged' };
const answers: Readonly<Record<string, string>> = {
  true: 'The same.',
  false: '**Something else.**',
  null: 'Other programs had the CPUs at that moment, and the doctor says so. That is true, and no answer about the server.',
};

type Told = NamedCase & { readonly record: CaseRecord };

const source = 'Written by bench/cases.ts from bench/cases and bench/data/cases; do not edit.';

/** By their names in docs/; cases that were never run have no page. */
export function casePages(): Readonly<Record<string, string>> {
  const told = cases.flatMap((one) => {
    const record = recordOf(one.name);
    return record ? [{ ...one, record }] : [];
  });
  return Object.fromEntries([
    ['cases/README.md', index(told)],
    ...told.map((one) => [`cases/${one.name}.md`, page(one)] as const),
  ]);
}

const packagesOf = ({ record }: Told) =>
  Object.entries(record.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
const times = (value: number) => `× ${value.toFixed(2)}`;
const said = ({ record: { finding, status } }: Told) =>
  finding ? `**${finding.rule}**: ${finding.title}` : status;

function index(told: readonly Told[]): string {
  const verdicts = told.map((one) => isRight(one, one.record)).filter((right) => right !== null);
  const disturbed = told.length - verdicts.length;
  const usable = told.filter(({ advice }) => advice.canBeFollowed).length;
  const tried = told.flatMap(({ record }) => (record.followed ? [record.followed] : []));
  const judged = tried.map(isKept).filter((kept) => kept !== null);
  const [first] = told;
  return `# ${told.length} servers that nobody here wrote

<!-- ${source} -->

The incidents of the [findings](../findings.md) were made for the doctor. These servers were not: they come from the npm registry
as they are, or are the first page of the manual where the package is a library. A person looked at each of them with \`/proc\`, \`ss\`,
\`strace\` and \`perf\` before the doctor was asked (\`npm run bench -- cases --look\`; the machine had other work as well, so look at
shares and counts, not at speeds). Then the doctor was asked, with \`chokepoint doctor --url … -c 32 -- COMMAND\`.
Where its advice is a setting, the setting was tried.

- The doctor named what the person found in **${verdicts.filter(Boolean).length} of ${verdicts.length}** cases.${disturbed > 0 ? ` Of ${disturbed} more it said first that other programs have the CPUs, which was true: a quiet machine is needed.` : ''}
- Its advice can be followed in **${usable} of ${told.length}**.
- Settings that were advised and tried: ${tried.length}, of which ${judged.length} promise a gain. What was promised came within 25% in **${judged.filter(Boolean).length} of ${judged.length}**.

Node ${first?.record.node ?? ''} on a machine of ${first?.record.cpus ?? ''} CPUs; the load comes from the same machine. So a server whose one thread is busy
has hardly a free CPU, and the doctor promises nothing from more processes there. \`npm run bench -- cases\` does all of it again.

| server | kind | the person | the doctor | right? | followed | gain expected | gain measured |
| --- | --- | --- | --- | --- | --- | --- | --- |
${told.map(indexRow).join('\n')}

"Gain" is throughput with the advice divided by throughput without it, with its 95% interval. A dash under "expected": the doctor
advises the setting, and says that only a measurement shows how much it gains.

## What they teach

- **Most servers are one busy thread.** In ${told.filter(({ person }) => person.rules.includes('loop-saturated')).length} of ${told.length} cases the main thread is the limit or part of it, and no size of the pool helps.
- **One variable is worth more than most code**: [React](react-ssr.md), [Vue](vue-ssr.md) and [Pug](pug.md) without \`NODE_ENV=production\`.
- **Who waits in the pool is not who computes.** [sharp](sharp.md) and [ipx](ipx.md) compute on threads of libvips, and the pool threads wait for them.
- **Names of threads lie.** A thread inherits the name of the one that started it: [DuckDB](duckdb.md)'s own worker and the threads of each hash of
  [argon2](argon2.md) are called \`libuv-worker\`.
- **Asynchronous by name only.** [resvg](resvg.md) renders on the pool, but encodes on the main thread; [jsonwebtoken](jsonwebtoken.md) signs there, with or without a
  callback.
- **Nothing is busy, and everybody waits**: [four connections](undici.md), [one worker of a queue](fastq.md), [a driver that sleeps](koffi.md), [a slow service](grpc.md).
`;
}

function indexRow(one: Told): string {
  const { name, kind, person, record } = one;
  const { followed } = record;
  return row(
    `[${name}](${name}.md)`,
    kind,
    person.short,
    said(one),
    yesOrNo[String(isRight(one, record))] ?? '',
    followed ? `\`${followed.setting}\`` : '–',
    followed?.expected ? times(followed.expected) : '–',
    followed ? gainText(followed) : '–',
  );
}

const gainText = ({ gain: { low, value, high } }: Followed) =>
  `${times(value)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

function page(one: Told): string {
  const { name, what, kind, person, advice, record } = one;
  const words = one.command.map((word) => word.replace('$PORT', '3000').replace('node_modules/.bin/', ''));
  const { method, headers = {}, body } = one.request;
  const options = [
    `--url :3000${one.request.path}`,
    `-c ${one.clients ?? 32}`,
    ...(method ? [`-m ${method}`] : []),
    ...Object.entries(headers).map(([key, value]) => `-H '${key}: ${value}'`),
    ...(body === undefined ? [] : [`-b '${body}'`]),
  ];
  const isBin = one.command[0] !== 'node';
  return `# ${name}

<!-- ${source} -->

${what} (${kind}; ${packagesOf(one)}${isBin ? '' : `; [its code](../../bench/cases/${name}/server.mjs)`})

\`\`\`sh
PORT=3000 chokepoint doctor ${options.join(' ')} -- ${words.join(' ')}
\`\`\`

## What a person found

${person.found}

${seenText(record.seen)}

## What the doctor said

${answers[String(isRight(one, record))] ?? ''}

\`\`\`text
${record.output}
\`\`\`

## What came of the advice

${advice.said}
${record.followed ? `\n${followedText(record.followed)}\n` : ''}
[All cases](README.md)
`;
}

/** What the tools showed without the doctor, in the same run of the case. */
function seenText({ threads, throughput, response, failed }: Seen): string {
  const rows = threads.map(({ name, count, ran, waited, states }) =>
    row(name, count === 0 ? '' : String(count), ran.toFixed(2), waited.toFixed(2), states),
  );
  return `\`/proc\` without the doctor, at ${throughput.toFixed(throughput < 100 ? 1 : 0)} answers/s, ${response === null ? 'which is none in this window' : `${response.toFixed(1)} ms each on average`}${failed > 0 ? `, ${failed} failed` : ''}:

| threads | number | CPUs used | waiting for a CPU | state |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function followedText(followed: Followed): string {
  const { setting, expected, pairs, response } = followed;
  const kept = isKept(followed);
  const promise = expected === null ? 'nothing was promised' : `${times(expected)} was promised`;
  const word =
    kept === null ? '' : kept ? ' The promise holds within 25%.' : ' **The promise does not hold.**';
  return `With \`${setting}\`: ${gainText(followed)} of the throughput; ${promise}.${word} Mean response ${response[0].toFixed(1)} ms before,
${response[1].toFixed(1)} ms after. Each pair is two freshly started servers, one without the setting and one with it.

| pair | answers/s before | answers/s after |
| --- | --- | --- |
${pairs.map(([before, after], pair) => row(String(pair + 1), before.toFixed(1), after.toFixed(1))).join('\n')}`;
}
