/** Result files and what is said of them. */
import { readResult } from '../../src/cli/verbs/check.ts';
import type { PublishedCheck } from '../../src/model/published.ts';
import type { StatedLoad } from '../../src/published/contradiction.ts';
import { checkPage } from '../../src/report/pages/check.ts';
import { terminalText } from '../../src/report/render/terminal.ts';

export const readAs = (file: string, asked: Partial<StatedLoad> = {}) =>
  readResult(file, 'A', { clients: null, rate: null, ...asked });

/** The page as a terminal of 80 columns has it. */
export const pageOf = (found: PublishedCheck) =>
  terminalText(checkPage(found), { columns: 80, color: false });
