/**
 * Incidents of real services, as servers that really have them: the doctor, looking at the process by its number alone,
 * must advise what helped then. And servers that are well, of which it must say so.
 */
import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { hostConditions } from '../../src/measure/host.ts';
import { whyNoOwnNames } from '../../src/measure/own-names.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { everyday } from './everyday.ts';
import { examine, meanResponse, measure, wordsOf, type Examined } from './examine.ts';
import { healthy } from './healthy.ts';
import type { Fix, Incident } from './incident.ts';
import { published } from './published.ts';
import { whyNoQuota, whyNoTaskset } from './quota.ts';

const watched = 2500;
const measured = 1200;
/** Others on the machine that need more than this many CPUs are part of what is seen: a wrong word is tried again. */
const foreign = 0.3;
const attempts = 2;

const why = {
  linux: process.platform === 'linux' ? null : 'only Linux shows a process from outside',
  names: await whyNoOwnNames(),
  quota: await whyNoQuota(),
  taskset: whyNoTaskset(),
};

/** Why an incident cannot be had on this machine; null if it can. */
function whyNot({ beside, quota, cpus }: Incident): string | null {
  if (why.linux !== null) return why.linux;
  if (beside?.type === 'names' && why.names !== null) return why.names;
  if (quota !== undefined && why.quota !== null) return why.quota;
  if (cpus !== undefined && why.taskset !== null) return why.taskset;
  return null;
}

/** What the doctor should have said, as a message; null if it did. */
function mistake(
  { expected, says = [] }: Incident,
  { findings, sentence, answers }: Diagnosis,
): string | null {
  const [first] = findings;
  if (expected === null) {
    const alarm = findings.find(({ severity }) => severity !== 'info');
    return alarm ? `a healthy server got ${alarm.rule}: ${wordsOf(alarm)}` : null;
  }
  const wanted = expected.map(({ rule, verb }) => `${rule} (${verb})`).join(' or ');
  if (!first) {
    const answer = answers.find(({ rule }) => expected.some((verdict) => verdict.rule === rule));
    return `wanted ${wanted}; nothing was found: ${sentence} ${answer?.word ?? ''} ${answer?.because ?? ''}`;
  }
  const words = wordsOf(first);
  if (!expected.some(({ rule, verb }) => rule === first.rule && verb === first.verb))
    return `wanted ${wanted}; got ${first.rule} (${first.verb}): ${words}`;
  const unsaid = says.find((pattern) => !pattern.test(words));
  return unsaid ? `does not say ${unsaid}: ${words}` : null;
}

/** CPUs that neither the server nor its load kept busy. */
function usedByOthers({ diagnosis: { fleet, duration }, outcomes }: Examined): number {
  const load = [...outcomes.values()].reduce((sum, { generator }) => sum + generator.cpu / duration, 0);
  return (fleet.machineUsed ?? 0) - fleet.used - load;
}

/** @returns null where the machine was too busy with other things to tell; then the test is skipped */
async function judged(incident: Incident, t: TestContext): Promise<Examined | null> {
  let message: string | null = null;
  let others = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const examined = await examine(incident, watched);
    message = mistake(incident, examined.diagnosis);
    if (message === null) return examined;
    others = usedByOthers(examined);
    if (incident.isQuiet || others < foreign) assert.fail(message);
    t.diagnostic(`others kept ${others.toFixed(1)} CPUs busy: ${message}`);
  }
  t.skip(
    `others keep ${others.toFixed(1)} CPUs of the machine busy, and the verdict is about CPUs: ${message}`,
  );
  return null;
}

/** @returns what is not as it should be with the change made; null if it helps as it did then, or does not where it did not */
async function lapse(
  incident: Incident,
  { path, throughput, response, atMost, ...variant }: Fix,
  before: Examined['outcomes'],
): Promise<string | null> {
  const after = (await measure(incident, variant, measured)).get(path);
  const ill = before.get(path);
  // Without an answer the ratio is infinite, or not a number if there was none before either.
  const gain = (after?.throughput ?? 0) / (ill?.throughput ?? 0);
  if (throughput !== undefined && !(gain >= throughput)) return `throughput × ${gain.toFixed(2)}`;
  if (atMost !== undefined && gain > atMost) return `throughput × ${gain.toFixed(2)}`;
  if (response === undefined) return null;
  if (!after || after.response.count === 0) return 'no answer';
  const ratio = ill && ill.response.count > 0 ? meanResponse(after) / meanResponse(ill) : 0;
  return ratio <= response ? null : `response time × ${ratio.toFixed(2)}`;
}

async function checkFix(incident: Incident, fix: Fix, examined: Examined, t: TestContext): Promise<void> {
  const message = await lapse(incident, fix, examined.outcomes);
  if (message === null) return;
  const others = usedByOthers(examined);
  const text = `the change that helps: ${message}`;
  if (incident.isQuiet || others < foreign) assert.fail(text);
  t.skip(
    `others keep ${others.toFixed(1)} CPUs of the machine busy, and the figures are about CPUs: ${text}`,
  );
}

function run(incidents: readonly Incident[]): void {
  for (const incident of incidents) {
    const skip = whyNot(incident) ?? false;
    if (skip) console.log(`not seen: ${incident.title}: ${skip}`);
    test(incident.title, { skip }, async (t) => {
      if (hostConditions().effectiveCpus < (incident.needsCpus ?? 0)) return t.skip('there are too few CPUs');
      const examined = await judged(incident, t);
      if (examined && incident.fix) await checkFix(incident, incident.fix, examined, t);
    });
  }
}

const sick = [...published, ...everyday];

// What hardly uses a CPU does not disturb its neighbours. The probe comes in through one port: one at a time.
suite('The doctor says what helped: servers that wait', { concurrency: 4 }, () => {
  run(sick.filter(({ isQuiet, attach }) => isQuiet && !attach));
});

suite('The doctor says what helped: servers that compute', () => {
  run(sick.filter(({ isQuiet, attach }) => !isQuiet || attach));
});

suite('The doctor finds nothing to change in a server that is well, and waits:', { concurrency: 4 }, () => {
  run(healthy.filter(({ isQuiet }) => isQuiet));
});

suite('The doctor finds nothing to change in a server that is well, and computes:', () => {
  run(healthy.filter(({ isQuiet }) => !isQuiet));
});
