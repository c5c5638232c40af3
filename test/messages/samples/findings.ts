/** What the doctor's rules say, in English: of every case that they are tried with, and of the few codes that no case needs. */
import { evaluateRules } from '../../../src/doctor/evaluate-rules.ts';
import { rules } from '../../../src/doctor/rules/rules.ts';
import { isMessage, message, quoted, type AnyMessage } from '../../../src/messages/message.ts';
import { cases } from '../../doctor/rules/cases.ts';
import { serviceByHand, vitalsByHand } from '../../doctor/rules/vitals-by-hand.ts';

const hot = { name: 'render', file: '/srv/app.js', line: 12, package: null, caller: null, total: 0.6 };
const ofPackage = { ...hot, name: 'next', file: '/srv/node_modules/router/index.js', package: 'router' };

const saturated = {
  utilization: 0.97,
  hot: { ...ofPackage, name: 'stringify', package: 'express', caller: hot },
  free: 0.68,
  taken: null,
  beside: null,
  serving: 1,
  processes: 2,
  gain: 1.7,
  isDevelopment: false,
  isSpread: false,
};
const blocked = { longest: 420, utilization: 0.4, hot: ofPackage, isBusy: false, isMovable: true };

/** What rules say together, and what is said of figures that no case has. */
const others: readonly AnyMessage[] = [
  message('finding.is', { title: quoted('Jobs wait') }),
  message('finding.alike', { title: quoted('Jobs wait'), pid: 7, others: 2 }),
  message('finding.follows', { title: quoted('Jobs wait'), from: 'pool-stuck' }),
  message('rule.no-process'),
  message('evidence.label', { label: 'jobs that wait' }),
  message('evidence.pool-wait', { mean: 46.2, p95: 70.4, isProbe: false }),
  message('evidence.at-most', { running: 1.9, cap: null }),
  message('evidence.loop', { part: 0.97, isProbe: false }),
  message('evidence.calls', { pending: 9.5, connections: 10, age: null }),
  message('evidence.job-times', { kinds: [{ kind: 'crypto', ms: 68 }] }),
  message('evidence.hot', { hot }),
  message('evidence.hot-of-profile', { hot }),
  message('diagnosis.no-process'),
  message('diagnosis.too-little'),
  message('diagnosis.ended', { seconds: 2.34, exit: 'exit code 3', heap: null }),
  message('diagnosis.stretch', {
    title: quoted('All 10 connections are busy'),
    held: 21_200,
    of: 31_000,
    until: Date.UTC(2026, 10, 2, 3, 47, 49),
  }),
  message('diagnosis.no-traffic', { seconds: 4, port: 3000 }),
  message('diagnosis.no-traffic', { seconds: 4, port: null }),
  message('diagnosis.wrong-answers', { wrong: 49_459, answered: 49_459 }),
  message('diagnosis.slow', { response: 267, loop: 0.74, cpu: 0.55 }),
  message('diagnosis.slow', { response: 267, loop: null, cpu: null }),
  message('diagnosis.flat', { clients: 8, throughput: 6492, loop: 0.71, cpu: 0.75 }),
  message('diagnosis.healthy', { loop: 0.12, cpu: 0.2, isPoolUnused: false, wait: null, queued: 0.01 }),
  message('diagnosis.healthy', { loop: 0.12, cpu: 0.2, isPoolUnused: false, wait: null, queued: 0.8 }),
  message('change.limit-holders', { most: 2 }),
  message('change.quota-pool', { size: 1 }),
  message('change.profile-large-heap', { stop: 512 }),
  message('change.profile-again', { hot }),
  message('change.cheaper-function', { hot }),
  message('change.move-function', { place: { ...hot, name: '(anonymous)' } }),
  message('loop-saturated.because', saturated),
  message('loop-saturated.expect', saturated),
  message('change.less-json', saturated),
  message('change.fewer-calls', { hot: ofPackage }),
  message('change.fewer-calls', { hot: { ...ofPackage, name: '(anonymous)', caller: hot } }),
  message('change.production'),
  message('change.one-thread-each'),
  message('change.less-native', {
    hot: { ...ofPackage, name: '(anonymous)', file: '', package: 'native code', caller: hot },
  }),
  message('change.fewer-middleware', { hot: ofPackage }),
  message('change.see-threads', { isUnread: true }),
  message('long-gc.expect', { part: 0.3, isOld: true }),
  message('change.in-pool', {
    hot: {
      ...ofPackage,
      name: 'signOneShot',
      file: 'node:internal/crypto/sig',
      package: 'Node',
      caller: hot,
    },
  }),
  message('change.find-native', { named: 0.008 }),
  message('downstream.inside.title', {
    pending: 32,
    each: 86,
    to: '10.0.0.5:4000',
    connections: null,
    limit: null,
  }),
  message('downstream.inside.because', {
    utilization: 0.06,
    waitedForCpu: 0.04,
    to: null,
    connections: null,
  }),
  ...[10, null].flatMap((connections) => {
    const figures = {
      pending: 32,
      each: 98,
      utilization: 0.06,
      waitedForCpu: null,
      to: '/run/postgresql/.s.PGSQL.5432',
      connections,
      limit: { atOnce: connections ?? 1, rate: 325, alone: 31 },
    };
    return [message('downstream.inside.title', figures), message('downstream.inside.because', figures)];
  }),
  message('downstream.connections.because', {
    connections: 10,
    open: 10,
    inbound: 32,
    rate: 328,
    each: 30.5,
    mean: 98,
    utilization: 0.1,
    waitedForCpu: null,
  }),
  message('downstream.inside.title', {
    pending: 32,
    each: 99,
    to: '/run/postgresql/.s.PGSQL.5432',
    connections: 10,
    limit: null,
  }),
  message('downstream.unexplained', { pending: 32, each: 99, to: null }),
  message('downstream.unexplained', { pending: 8, each: null, to: '10.0.0.5:4000' }),
  message('change.more-processes-pm2', { processes: 2 }),
  message('loop-blocked.expect', { ...blocked, isMovable: false }),
  message('loop-blocked.because', { ...blocked, utilization: 0.88, isBusy: true }),
  message('change.wait-async'),
];

/** Names of the figures that the findings rest on. */
export const evidenceLabels = new Set<string>();

function messagesIn(data: unknown): AnyMessage[] {
  const found: AnyMessage[] = [];
  JSON.stringify(data, (key, value: unknown) => {
    if (key === 'label' && typeof value === 'string') evidenceLabels.add(value);
    if (isMessage(value)) found.push(value);
    return value;
  });
  return found;
}

const ofCases = Object.values(cases).flatMap(({ fires, fine, cannotTell }) =>
  [...fires, ...fine, ...cannotTell].flatMap(({ processes, service }) => {
    const vitals = processes.map(vitalsByHand);
    // Each by itself: what another one explains is left out otherwise.
    return rules.flatMap((rule) => messagesIn(evaluateRules(vitals, serviceByHand(vitals, service), [rule])));
  }),
);

/** Of what all rules say in the same way some are enough. */
const unlike = new Map(ofCases.map((one) => [JSON.stringify(one), one])).values();
const byCode = Map.groupBy(unlike, ({ code }) => code);
const some = Array.from(byCode, ([code, all]) => (/^(?:rule|evidence)\./.test(code) ? all.slice(0, 4) : all));

export const findingMessages: readonly AnyMessage[] = [...some.flat(), ...others];
