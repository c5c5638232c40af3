/** docs/published.md: what the validity checks say of the tables that this project was created from. */
import { capital } from '../../src/format/words.ts';
import { checkRows } from '../../src/judge/checks/checks.ts';
import { say } from '../../src/messages/message.ts';
import type { CheckResult } from '../../src/model/check.ts';
import { publishedDocuments } from './published/documents.ts';
import type { PublishedDocument } from './published/document.ts';
import { row } from './row.ts';

/** What a reader should take from a failure, where the sentence alone does not say it. */
const readings: Readonly<Record<string, string>> = {
  'the repository libuv-thread-pool-size Q1': 'The third table was never filled in.',
  'the article on the thread pool Q1':
    'The columns of table 4 repeat those of table 3; its heading, and its times, are those of 1 × 15 requests.',
  'the article on the thread pool F2':
    'Only where fewer jobs were asked for than were in flight can the log show it: in cases 1 and 3. The server answers before its work in case 2 as well.',
  'the article on event loop and worker threads L1':
    'Four rows print the total divided by the number of requests as “average request time”; the fifth is faster than its own delays.',
  'the article on event loop and worker threads F1':
    'Each worker had several tasks in flight, and the first reply resolved all of them: most results belong to another task.',
  'the article on cluster T1':
    'The cluster server takes its start time when the worker starts, not when the request comes: the “elapsed” time grows by itself.',
  'the article on cluster T2':
    'With two requests in flight on one loop, each waits for the other. “About 11 s each” is the work; the clients waited twice as long.',
};

export function publishedPage(): string {
  return `# What was published, under the same checks

<!-- Written by bench/pages.ts from bench/pages/published and src/judge/checks; do not edit. -->

This project was created from four documents with measurements of Node.js. Their figures go through the
[checks](checks.md) that every run of chokepoint goes through. Only what a document itself says is held against it: a
check whose data it does not print is _not applicable_, however much is known from elsewhere. A failed check does not say
that a figure was not measured; it says that the figure cannot carry the sentence that stands on it.

${publishedDocuments.map(section).join('\n')}`;
}

function section(document: PublishedDocument): string {
  const results = checkRows({ rows: document.rows, control: null });
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  const names = (outcome: CheckResult['outcome']) =>
    results
      .filter((check) => check.outcome === outcome)
      .map(({ id }) => id)
      .join(', ');
  return `## ${capital(document.id)}: ${document.title}

${document.known} ${document.rows.length} rows.

| fails | what must be so | what was found | rows |
| --- | --- | --- | --: |
${failed.map((check) => row(`**${check.id}**`, check.title, told(document, check), String(check.cells.length || document.rows.length))).join('\n')}

Passed: ${names('pass')}. Not applicable: ${names('not applicable')}.
`;
}

function told({ id }: PublishedDocument, check: CheckResult): string {
  const reading = readings[`${id} ${check.id}`];
  return reading === undefined ? say(check.sentence) : `${say(check.sentence)} ${reading}`;
}
