/** Plausible figures for what is said of result files of other tools. */
import { message, quoted } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const ratio = { value: 1.234, low: 1.101, high: 1.383 };
const label = 'throughput';

export const publishedSamples: Samples<`published.${string}` | `check-page.${string}`> = {
  'published.hidden.stall': [{ metric: 'p99', shown: 2.1, max: 1000, least: 900 }],
  'published.withheld.other': [{ deciding: label }],
  'published.differ': [
    { key: 'clients', a: ['10'], b: ['20'] },
    { key: 'tool', a: ['oha'], b: ['wrk', 'ab'] },
  ],
  'published.mixed': [{ key: 'clients', values: ['8', '32'] }],
  'published.lengths': [{ shortest: 5000, longest: 30_000 }],
  'published.unlike': [{ difference: message('published.lengths', { shortest: 5000, longest: 30_000 }) }],
  'published.unsound': [{ checks: ['L1'] }, { checks: ['L1', 'E1', 'R1'] }],
  'published.one-each': [{ label, ratio: 1.234 }],
  'published.compared': [
    { ...ratio, label, word: 'better', except: [] },
    { ...ratio, label, word: 'worse', except: ['p90', 'p99'] },
  ],
  'published.undecided': [
    { label, value: 1.02, runs: 2, enough: 6 },
    { label, value: 1.02, runs: 5, enough: null },
  ],
  'published.no-verdict': [{ label, why: message('published.withheld.hidden') }],
  'published.sound': [{ except: [] }, { except: ['p99'] }],
  'published.sound-alone': [{ except: [] }, { except: ['p99'] }],
  'published.missing': [
    { option: '--clients=N', checks: ['L1', 'L2'] },
    { option: '--rate=R', checks: ['G1'] },
  ],
  'published.says-clients': [{ clients: 8, told: 9 }],
  'published.above-rate': [{ sent: 9135, rate: 100 }],
  'published.all-failed': [{ lost: 40, kinds: { timeouts: 30, errors: 10 } }],
  'published.unfinished': [
    { tool: 'autocannon', bytes: 300 },
    { tool: null, bytes: 1 },
  ],
  'published.no-answer': [{ source: 'oha JSON' }],
  'published.torn': [
    { lines: 1, requests: 3 },
    { lines: 400, requests: 600 },
  ],
  'check-page.closed': [{ clients: 32 }, { clients: null }],
  'check-page.open': [{ rate: 500 }, { rate: null }],
  'check-page.unknown': [{ clients: 50 }, { clients: null }],
  'check-page.requests': [
    { requests: 41_230, wrong: 0 },
    { requests: 41_230, wrong: 12 },
  ],
  'check-page.runs': [{ runs: 3 }],
  'check-page.unread': [{ lines: 2 }],
  'check-page.passed': [{ checks: ['L1', 'T1', 'C1'] }],
  'check-page.others': [{ checks: 14 }],
  'check-page.failed': [
    {
      title: 'Window long enough',
      id: 'D1',
      sentence: quoted('A.json: 50 ms were measured, 5 s are needed.'),
    },
  ],
  'check-page.failed-alone': [
    { title: 'Window long enough', id: 'D1', finding: quoted('50 ms were measured, 5 s are needed') },
  ],
  'check-page.hidden': [{ name: 'A2', why: quoted('p99 is hidden: clients that wait send nothing.') }],
  'check-page.ratio': [
    { label: 'p99', ratio },
    { label: 'p99', ratio: { value: 1.234, low: null, high: null } },
  ],
};
