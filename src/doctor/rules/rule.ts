/** What a rule is: a declaration, and a pure function that says one of four words about one process or all of them. */
import type { Finding, Resource, RuleAnswer, RuleId, Verb } from '../../model/diagnosis.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';

/** A finding, but for what the declaration of its rule says already. */
export interface Found extends Omit<Finding, 'rule' | 'resource' | 'pids' | 'verb' | 'experiment'> {
  readonly word: 'finding';
  /** Where it is another one than the rule's own. */
  readonly verb?: Verb;
  /** Of several processes alike the one with the greatest is told. */
  readonly weight: number;
}

export interface NotFound {
  readonly word: Exclude<RuleAnswer['word'], 'finding'>;
  readonly because: string;
  /** What is not seen might be what holds the server back: then it cannot be called healthy. */
  readonly isDecisive?: boolean;
}

export type Word = Found | NotFound;

interface Declaration {
  readonly id: RuleId;
  /** What it looks for, for the list of answers: `Jobs wait for a pool thread`. */
  readonly title: string;
  /** The figures that it judges, in words, for the documents. */
  readonly needs: string;
  readonly resource: Resource;
  /** What it advises unless a finding says otherwise. */
  readonly verb: Verb;
  /** An experiment of the lab that shows it. */
  readonly experiment: string | null;
  /** What follows from this and is therefore not told beside it, for the same processes, unless it weighs more. */
  readonly explains: readonly RuleId[];
}

export interface ProcessRule extends Declaration {
  readonly about: 'process';
  /** Also of a cluster's primary, which accepts for its workers. */
  readonly asksPrimary?: true;
  readonly judge: (vitals: Vitals, fleet: FleetVitals) => Word;
}

export interface FleetRule extends Declaration {
  readonly about: 'fleet';
  readonly judge: (serving: readonly Vitals[], fleet: FleetVitals) => Word;
}

export type Rule = ProcessRule | FleetRule;

export function processRule(rule: Omit<ProcessRule, 'about'>): ProcessRule {
  return { about: 'process', ...rule };
}

export function fleetRule(rule: Omit<FleetRule, 'about'>): FleetRule {
  return { about: 'fleet', ...rule };
}

export function fine(because: string): NotFound {
  return { word: 'fine', because };
}

export function notApplicable(because: string): NotFound {
  return { word: 'does not apply', because };
}

/** What is missing hardly matters, or another rule would see it. */
export function unseen(because: string): NotFound {
  return { word: 'cannot tell', because };
}

/** What is missing could be the choke point. */
export function cannotTell(because: string): NotFound {
  return { word: 'cannot tell', because, isDecisive: true };
}
