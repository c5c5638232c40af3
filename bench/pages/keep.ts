/** Takes the newest finished run of every experiment out of a store, for docs/experiments; long lists of raw requests are left out. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { experiments } from '../../src/lab/experiments/catalogue.ts';
import type { Sample } from '../../src/model/sample.ts';
import { openStore, type StoredRun } from '../../src/store/store.ts';
import { runFile } from './stored-runs.ts';

/** @returns the names of the experiments whose runs were taken */
export async function keepRuns(file: string): Promise<string[]> {
  using store = openStore(file, 'read');
  const rows = store.list().filter(({ status, scale }) => status === 'finished' && scale === 'quick');
  const taken: string[] = [];
  for (const { name } of experiments) {
    // The store lists the newest run first.
    const newest = rows.find((each) => each.name === name);
    if (!newest) continue;
    const text = withoutPlaces(JSON.stringify(withoutRequests(store.read(newest.id))));
    await writeFile(runFile(name), gzipSync(text, { level: 9 }));
    taken.push(name);
  }
  return taken;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the checkout and the Node binaries lie is nobody's business, and differs on each machine. */
function withoutPlaces(json: string): string {
  return json.replaceAll(root, '').replaceAll(/"[^" ]*\/bin\/node"/g, '"node"');
}

/** Of a command line: where its program and its files lie. */
const withoutFolders = (command: string) => command.replaceAll(/(?<=^|[\s=:])\/\S*\//g, '');

/** Claims look at single requests in bursts alone, which are short; of a window they are a sample, and only for pictures. */
const fewRequests = 100;

function few({ outcome: { traces } }: Sample): Sample['outcome']['traces'] {
  return traces.length <= fewRequests ? traces : [];
}

function withoutRequests(run: StoredRun): StoredRun {
  // Warnings are judged; what else servers print, they print with their places and times.
  const silent = run.trials.map((trial) => ({
    ...trial,
    effective: trial.effective.map((one) => ({ ...one, command: withoutFolders(one.command) })),
    output: trial.output.filter((line) => line.includes('Warning: ')),
  }));
  const trials = silent.map((trial) =>
    trial.sample
      ? {
          ...trial,
          sample: { ...trial.sample, outcome: { ...trial.sample.outcome, traces: few(trial.sample) } },
        }
      : trial,
  );
  // What the store holds besides the run itself stays there.
  const { head, plan, host } = run;
  const contestants = plan.contestants?.map((one) => ({ ...one, launch: undefined }));
  return { head, plan: { ...plan, asked: [], ...(contestants && { contestants }) }, host, trials };
}
