import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

export const helpSamples: SomeSamples = {
  'help.exit-codes': [{ finding: null }, { finding: message('help.doctor.fails') }],
};
