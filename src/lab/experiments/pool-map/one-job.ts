/** What newer versions of Node do in one job of the pool, and older ones in several, one after the other. */
import { message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Claim, Judgement } from '../experiment.ts';
import { notRun, plain } from '../judgement.ts';
import { versions, type NodeVersion } from './api-needs.ts';

type Since = readonly [major: number, minor: number];

const isFrom = ({ node }: NodeVersion, [major, minor]: Since) => {
  const [own = 0, ownMinor = 0] = node.split('.').map(Number);
  return own > major || (own === major && ownMinor >= minor);
};

/** The APIs by version, oldest first, as the report names them. */
const countsOf = (all: readonly NodeVersion[], apis: readonly string[]) =>
  all.flatMap(({ node, turns }) =>
    apis.flatMap((name) => {
      const found = turns.get(name);
      return found ? [{ name, node, ...found }] : [];
    }),
  );

/** Each of them must be one job in every version that was run and should have it. */
function inOneJob(measured: Measured, apis: readonly string[], since: Since): Judgement {
  const all = versions(measured);
  if (all.length === 0) return notRun(message('claim.no-trial'));
  const newer = all.filter((version) => isFrom(version, since));
  if (newer.length === 0) return notRun(message('claim.needs-node', { version: since.join('.') }));
  const own = countsOf(newer, apis);
  if (own.length === 0) return notRun(message('claim.no-pool-of-one'));
  const counts = countsOf(all, apis);
  const isOne = own.every(({ count }) => count === 1);
  return {
    verdict: isOne ? (own.length === newer.length * apis.length ? 'holds' : 'undecided') : 'refuted',
    because: message('claim.jobs-in-turn', {
      apis: [...Map.groupBy(counts, ({ name }) => name)].map(([name, each]) => ({
        name,
        counts: [...Map.groupBy(each, ({ count }) => count)].map(([count, those]) => ({
          count,
          nodes: those.map(({ node }) => node),
        })),
      })),
    }),
    evidence: counts.map(({ name, node, count, trials }) =>
      plain(`jobs of ${name}, Node ${node}`, '', count, trials),
    ),
  };
}

const rows: readonly (readonly [
  id: string,
  text: string,
  source: string,
  apis: readonly string[],
  since: Since,
])[] = [
  [
    'read-in-one-job',
    'A small file is read in one job of the pool, since Node 26.8.',
    'nodejs/node pull request 65327',
    ['fs.readFile', 'fs.promises.readFile'],
    [26, 8],
  ],
  [
    'write-in-one-job',
    'A small file is written in one job of the pool, since Node 26.9.',
    'nodejs/node pull request 65489',
    ['fs.writeFile', 'fs.promises.writeFile'],
    [26, 9],
  ],
  [
    'copy-in-one-job',
    'A folder is copied in one job of the pool, since Node 26.9.',
    'nodejs/node pull request 65488',
    ['fs.cp (recursive)', 'fs.promises.cp (recursive)'],
    [26, 9],
  ],
];

export const oneJobClaims: readonly Claim[] = rows.map(([id, text, source, apis, since]) => ({
  id: `pool-map/${id}`,
  text,
  source,
  judge: (measured) => inOneJob(measured, apis, since),
}));
