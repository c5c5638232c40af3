/** A real Prometheus, which Debian has. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../src/server/launch.ts';
import type { EmptyPlace } from './place.ts';
import { held } from './process.ts';

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Why a test of a real Prometheus is skipped here; false where it can run. */
export const lacksPrometheus =
  isThere('prometheus') && isThere('promtool')
    ? false
    : 'there is no prometheus with its promtool on the PATH (Debian has both in its package prometheus)';

type Labels = Readonly<Record<string, string>>;

/** What is scraped, and the labels that all of its series get. */
export interface Scraped {
  readonly targets: readonly string[];
  readonly labels?: Labels;
}

export interface Prometheus extends AsyncDisposable {
  /** @returns the data of an answer of its API; undefined: it does not answer yet, or refuses */
  // oxlint-disable-next-line no-unnecessary-type-parameters -- who asks knows what the path gives
  ask<Data>(path: string): Promise<Data | undefined>;
  /** @returns the series of an expression now; none while it does not answer */
  query(expression: string): Promise<{ readonly labels: Labels; readonly value: number }[]>;
}

interface Vector {
  readonly result: readonly { readonly metric: Labels; readonly value: readonly [number, string] }[];
}

/** @returns one that scrapes once a second, and judges the rules as often; its files lie in that place */
export async function prometheus(
  here: EmptyPlace,
  scraped: readonly Scraped[],
  rules = 'groups: []',
): Promise<Prometheus> {
  const port = await freePort();
  const config = here.write('prometheus.yml', {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [here.write('rules.yml', rules)],
    scrape_configs: [{ job_name: 'chokepoint', static_configs: scraped }],
  });
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(here.folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const child = held(spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] }));
  // oxlint-disable-next-line no-unnecessary-type-parameters
  const ask = async <Data>(path: string): Promise<Data | undefined> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null);
    if (!answer?.ok) return undefined;
    return ((await answer.json()) as { readonly data: Data }).data;
  };
  return {
    ask,
    async query(expression) {
      const vector = await ask<Vector>(`query?query=${encodeURIComponent(expression)}`);
      return (vector?.result ?? []).map(({ metric, value: [, figure] }) => ({
        labels: metric,
        value: Number(figure),
      }));
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
