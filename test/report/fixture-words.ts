/** What the fixture's experiment has to say: claims with every word that there is, Korean, and the article's own table. */
import { quoted } from '../../src/messages/message.ts';
import type { ClaimVerdict, Passage } from '../../src/model/verdict.ts';

export const labClaims: readonly ClaimVerdict[] = [
  {
    id: 'best-size',
    text: 'UV_THREADPOOL_SIZE의 최적값은 CPU 코어 수와 무관하다: the number of CPU cores is no good criterion, this is I/O.',
    source: 'the article on the thread pool, "결론"',
    verdict: 'refuted',
    because: quoted(
      'pbkdf2 is CPU work: throughput rises until the 7.5 CPUs of this machine are in use, and is flat from 16 threads to 1024 (ratio 1.00, 0.97 to 1.03).',
    ),
    evidence: [
      { text: 'jobs per second at pool 16 ÷ pool 4', unit: '', value: 2.94, low: 2.81, high: 3.08, n: 4 },
      {
        text: 'jobs per second at pool 1024 ÷ pool 16',
        unit: '',
        value: 1.001,
        low: 0.972,
        high: 1.031,
        n: 4,
      },
    ],
  },
  {
    id: 'cases-differ',
    text: 'Case 1 (15 sequential curls) and case 2 (15 parallel curls) load the pool differently.',
    source: 'the repository libuv-thread-pool-size, table 1 and table 2',
    verdict: 'misread',
    because: quoted(
      'The server answers before any job has ended, so that both are the same burst of 150 jobs.',
    ),
    evidence: [
      { text: 'last job done, case 1 ÷ case 2', unit: '', value: 1.01, low: 0.98, high: 1.04, n: 4 },
    ],
  },
  {
    id: 'too-high',
    text: 'Too high a size hurts less than too low a one.',
    source: 'the article on the thread pool, "주의할 점"',
    verdict: 'holds',
    because: quoted(
      'Throughput at 1024 is 12 times that of 1; the average completion is higher than at 16 by 71%.',
    ),
    evidence: [
      { text: 'throughput at pool 1024 ÷ pool 1', unit: '', value: 12.03, low: 11.4, high: 12.7, n: 4 },
      { text: 'average completion at pool 1024', unit: 'ms', value: 118.2, low: 110.7, high: 126.1, n: 4 },
    ],
  },
  {
    id: 'cluster',
    text: 'Cluster 2 × 4 threads is the same as fork × 8 threads.',
    source: 'the article on the thread pool, tables 4 to 6',
    verdict: 'not run',
    because: quoted('PM2 was not found on this machine; npm install pm2 brings it.'),
    evidence: [],
  },
];

const seedRows = [
  ['4', '15', '1', '10', '0.522', '6.684', '3.613', '0.510', '6.440', '3.550'],
  ['8', '15', '1', '10', '0.781', '5.204', '3.022', '0.801', '5.112', '2.990'],
  ['1024', '15', '1', '10', '4.901', '5.313', '5.182', '4.774', '5.241', '5.101'],
];
const seedColumns = [
  'pool size',
  'parallels',
  'curl request',
  'I/O operations',
  'min(sec)',
  'max(sec)',
  'average(sec)',
];

export const labPassages: readonly Passage[] = [
  {
    title: 'The table of the article, measured again',
    paragraphs: [
      'Completion of single jobs in seconds, as the server logs them; the published figures stand beside.',
    ],
    tables: [
      {
        title: 'Case 2: 15 parallel requests of 10 jobs',
        note: 'Published on 12 logical CPUs; 5 figures of each kind.',
        columns: [...seedColumns, 'published min', 'max', 'average'].map((label) => ({
          label,
          align: 'right',
        })),
        rows: seedRows,
      },
    ],
  },
  {
    title: '무엇이 문제일까',
    paragraphs: [
      'What is the problem? The jobs are CPU work: more threads than CPUs do not make the burst end sooner, they only share the CPUs more finely.',
      '평균 응답 시간은 처리량이 아니라 FIFO와 시분할의 차이를 잰 것이다. 풀 크기를 늘리면 첫 작업이 늦게 끝나고, 마지막 작업이 끝나는 시각은 그대로다.',
    ],
    tables: [],
  },
];
