/**
 * Incidents of real services, as servers that really have them: the doctor, looking at the process by its number alone,
 * must advise what helped then. And servers that are well, of which it must say so.
 */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { hostConditions } from '../../src/host/host.ts';
import { findProgram } from '../../src/host/tools.ts';
import { whyNoOwnNames } from '../../src/server/own-names.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { wordsOf } from '../doctor/rules/case.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { whyNotLinux } from '../kit/nodes.ts';
import { whyNoPostgres } from '../kit/postgres.ts';
import { whyNoRedis } from '../kit/redis.ts';
import { everyday } from './everyday.ts';
import { examine, meanResponse, measure, type Examined } from './examine.ts';
import { healthy } from './healthy.ts';
import type { Fix, Incident } from './incident.ts';
import { published } from './published.ts';
import { whyNoQuota } from './quota.ts';

const watched = 2500;
const measured = 1200;
/** Others on the machine that use more CPUs than this are part of what is seen. */
const foreign = 0.3;

/** Why there is no such companion; null if there is. */
const without = {
  names: await whyNoOwnNames(),
  postgres: whyNoPostgres,
  redis: whyNoRedis,
  disk: null,
  upstream: null,
};
const whyNoGroup = await whyNoQuota();
const isMissing = (program: string) => findProgram(program) === null;

/** Why an incident cannot be had on this machine; false if it can. */
const whyNot = ({ beside, quota, cpus, needsCpus = 0, needsCompiler = false }: Incident): string | false =>
  whyNotLinux ||
  (hostConditions().effectiveCpus < needsCpus && 'there are too few CPUs') ||
  (beside !== undefined && without[beside.type]) ||
  (quota !== undefined && whyNoGroup) ||
  (needsCompiler && isMissing('cc') && 'there is no C compiler') ||
  (cpus !== undefined && isMissing('taskset') && 'the program taskset is missing');

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
  const wanted = expected.join(' or ');
  if (!first) {
    const answer = answers.find(({ rule }) => expected.some((verdict) => verdict.startsWith(`${rule}:`)));
    return `wanted ${wanted}; nothing was found: ${JSON.stringify([sentence, answer])}`;
  }
  const words = wordsOf(first);
  if (!expected.includes(`${first.rule}: ${first.verb}`))
    return `wanted ${wanted}; got ${first.rule}: ${first.verb}: ${words}`;
  const unsaid = says.find((pattern) => !pattern.test(words));
  return unsaid ? `does not say ${unsaid}: ${words}` : null;
}

/** CPUs that neither the server nor its load kept busy. */
function usedByOthers({ diagnosis: { service, duration }, outcomes }: Examined): number {
  const load = [...outcomes.values()].reduce((sum, { generator }) => sum + generator.cpu / duration, 0);
  return (service.machineUsed ?? 0) - service.used - load;
}

/** What the doctor says, if it is right. What others used of the machine is part of what it saw. */
async function judged(incident: Incident): Promise<Examined> {
  const examined = await examine(incident, incident.watched ?? watched);
  const message = mistake(incident, examined.diagnosis);
  if (message !== null) blame(incident, examined, message);
  return examined;
}

/** Fails, or says that it cannot be told: others took CPUs, and the verdict is about CPUs. */
function blame(incident: Incident, examined: Examined, message: string): never {
  const others = usedByOthers(examined);
  if (incident.isQuiet || others < foreign) assert.fail(message);
  inconclusive(`others used ${others.toFixed(1)} CPUs, at most ${foreign} were expected: ${message}`);
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

function run(incidents: readonly Incident[]): void {
  for (const incident of incidents) {
    const skip = whyNot(incident);
    if (skip) console.log(`not seen: ${incident.title}: ${skip}`);
    systemTest(incident.title, { skip }, async () => {
      const examined = await judged(incident);
      if (!incident.fix) return;
      const message = await lapse(incident, incident.fix, examined.outcomes);
      if (message !== null) blame(incident, examined, `the change that helps: ${message}`);
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
