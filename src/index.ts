/** chokepoint as a library: the verbs as functions, and the vocabulary. */
export { experiments, judge, judgePair, planExperiment, planSweep, run, type RunOptions } from './lab.ts';
export { findSubject, serve, subjects, type ServeEvent } from './lab.ts';
export { selftest, type SelftestCheck, type SelftestOptions } from './selftest.ts';
export { openStore, type RunRow, type Store, type StoredRun } from './store.ts';
export { parseLoad } from './model/load-text.ts';
export { parseVary, type Factor } from './model/vary.ts';
export { exitCodes, Problem, type ProblemCode, type ProblemData } from './model/problem.ts';
export type { RunEvent } from './model/event.ts';
export type * from './model/check.ts';
export type * from './model/observation.ts';
export type * from './model/gate.ts';
export type * from './model/plan.ts';
export type * from './model/sample.ts';
export type * from './model/units.ts';
export type * from './model/verdict.ts';
export { html } from './report/html.ts';
export { markdown } from './report/markdown.ts';
export { text, type TextOptions } from './report/text.ts';
