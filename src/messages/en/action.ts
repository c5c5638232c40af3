/** What the GitHub Action says: the comment of a pull request, and the log of its job. */
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';

const verdicts: Readonly<Record<string, string>> = {
  pass: 'the gate passed',
  fail: 'the gate failed',
  undecided: 'the gate is undecided',
  unmeasured: 'the gate could not be measured',
};

export const action = {
  'comment.title': ({ verdict, name }: Strings<'verdict' | 'name'>) =>
    `chokepoint: ${verdicts[verdict] ?? verdict}${name === '' ? '' : ` (${name})`}`,
  'comment.base': 'base',
  'comment.head': 'head',
  'comment.ratio': 'head ÷ base',
  'comment.interval': '95% interval',
  'comment.report': 'The whole report',
  'comment.of-commit': ({ commit }: Strings<'commit'>) => `Measured at ${commit}.`,

  'action.commented': ({ isNew, number }: { isNew: boolean } & Numbers<'number'>) =>
    isNew ? `Commented on pull request ${number}.` : `Updated the comment on pull request ${number}.`,
  'action.no-pull':
    'This is no pull request, so there is no comment. The result is in the summary of the job.',
  'action.no-token':
    'There is no token, so there is no comment. The result is in the summary of the job. The action takes the token of the job by itself; a job that may comment has "permissions: { pull-requests: write }".',
  'action.not-commented': ({ why }: { why: Nested }) =>
    `The comment could not be written. ${why} The result is in the summary of the job, and the verdict stands.`,
  'action.refused': ({ status }: Numbers<'status'>) =>
    `GitHub refused it (${status}): the token may not write to pull requests. That of a fork never may; otherwise give the job "permissions: { pull-requests: write }".`,
  'action.limited': ({ status, seconds }: Numbers<'status'> & Maybe<'seconds'>) =>
    `GitHub's rate limit is reached (${status})${seconds === null ? '' : `; it asks to wait ${seconds} s`}.`,
  'action.answered': ({ status }: Numbers<'status'>) => `GitHub answered with status ${status}.`,
  'action.unreachable': ({ reason }: Strings<'reason'>) => `There was no answer that can be read: ${reason}`,
  'action.address': 'The address of the API is neither HTTPS nor on this machine, so no token is sent to it.',
};
