import type { help } from '../../../src/messages/en/help.ts';
import { message } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

export const helpSamples: Samples<Extract<keyof typeof help, string>> = {
  'help.exit-codes': [{ finding: null }, { finding: message('help.doctor.fails') }],
};
