import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

export const actionSamples: SomeSamples = {
  'comment.title': [
    { verdict: 'pass', name: '' },
    { verdict: 'fail', name: 'checkout' },
    { verdict: 'undecided', name: '' },
    { verdict: 'unmeasured', name: '' },
  ],
  'comment.of-commit': [{ commit: '0123456789' }],
  'action.commented': [
    { isNew: true, number: 7 },
    { isNew: false, number: 7 },
  ],
  'action.not-commented': [{ why: message('action.answered', { status: 500 }) }],
  'action.refused': [{ status: 403 }],
  'action.limited': [
    { status: 429, seconds: 60 },
    { status: 403, seconds: null },
  ],
  'action.answered': [{ status: 500 }],
  'action.unreachable': [{ reason: 'connect ECONNREFUSED 127.0.0.1:443.' }],
};
