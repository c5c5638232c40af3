/** docs/first-looks.md: what `chokepoint -- COMMAND` said of the servers of docs/cases. */
import { cases } from '../cases/catalogue.ts';
import { firstLooksOf, type FirstLookRecord } from '../first-looks/records.ts';
import { row } from './row.ts';

const source = 'Written by bench/first-look.ts from bench/data/first-looks.json; do not edit.';
const words = { 'as known': 'yes', other: '**no**', disturbed: 'not judged' } as const;

export function firstLooksPage(): string {
  const all = firstLooksOf();
  const judged = all.filter(({ word }) => word !== 'disturbed');
  const right = judged.filter(({ word }) => word === 'as known').length;
  const first = all.map(({ bare }) => bare);
  const ended = first.filter(({ code }) => code === 0).length;
  const hinted = first.filter(({ code }) => code === 2).length;
  const inTime = all.filter(({ took }) => took <= 90_000).length;
  return `# First looks at ${all.length} servers that nobody here wrote

<!-- ${source} -->

\`chokepoint -- COMMAND\` on the servers of [docs/cases](cases/README.md), as their manual starts them. Without another word ${ended} of ${all.length} ended
with exit code 0; ${hinted} answer \`GET /\` with an error or not at all, and ended with exit code 2 and the hint to name a path. Where the
server is asked for something else than \`GET /\`, the line below is that of the request named in the second column.

- It took at most 90 s in **${inTime} of ${all.length}**, starting the server and the proof included.
- It named what a person had found with all tools in **${right} of ${judged.length}**.${all.length > judged.length ? ` In ${all.length - judged.length} others it said that other programs had the CPUs.` : ''}

\`npm run bench -- first-look --cases\` does it again.

| server | asked with | took | first finding | as the person? | proof |
| --- | --- | ---: | --- | --- | --- |
${all.map(line).join('\n')}
`;
}

function line({ name, words: typed, took, word, found, title, proof }: FirstLookRecord): string {
  const known = cases.some((one) => one.name === name);
  return row(
    known ? `[${name}](cases/${name}.md)` : name,
    typed.length === 0 ? 'nothing' : `\`${typed.join(' ').slice(0, 60)}\``,
    `${Math.round(took / 1000)} s`,
    title === '' ? found : `**${found}**: ${title}`,
    words[word],
    proof === '' ? '–' : proof,
  );
}
