/** Takes the newest finished run of every experiment out of a store, for docs/experiments; raw requests are left out. */
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { experiments } from '../../src/experiments/catalogue.ts';
import { openStore, type StoredRun } from '../../src/store.ts';
import { runFile } from './experiments.ts';

/** @returns the names of the experiments whose runs were taken */
export async function keepRuns(file: string): Promise<string[]> {
  using store = openStore(file, 'read');
  const rows = store.list().filter(({ status, scale }) => status === 'finished' && scale === 'quick');
  const taken: string[] = [];
  for (const { name } of experiments) {
    const own = rows.filter((each) => each.name === name);
    const newest = own.toSorted((a, b) => a.createdAt - b.createdAt).at(-1);
    if (!newest) continue;
    const text = JSON.stringify(withoutRequests(store.read(newest.id)));
    await writeFile(runFile(name), gzipSync(text, { level: 9 }));
    taken.push(name);
  }
  return taken;
}

function withoutRequests(run: StoredRun): StoredRun {
  const trials = run.trials.map((trial) =>
    trial.sample
      ? {
          ...trial,
          sample: { ...trial.sample, outcome: { ...trial.sample.outcome, traces: [] } },
        }
      : trial,
  );
  // What the store holds besides the run itself stays there.
  const { head, plan, host } = run;
  return { head, plan, host, trials };
}
