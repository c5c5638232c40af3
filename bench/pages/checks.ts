/** docs/checks.md: the table of checks, from their declarations. */
import { checks } from '../../src/judge/checks/checks.ts';
import { message, say } from '../../src/messages/message.ts';
import type { CheckEffect } from '../../src/model/check.ts';
import { row } from './row.ts';

const effects: Readonly<Record<CheckEffect, string>> = {
  note: 'it is said',
  hide: 'figures that mean nothing are neither shown nor compared',
  undecided: 'comparisons of these settings, and claims that rest on them, lose their word',
  void: 'the trials of these settings do not count',
  silence: 'no comparing word in the whole run',
};

export function checksPage(): string {
  return `# The validity checks

<!-- Written by bench/pages.ts from src/judge/checks; do not edit. -->

A result that cannot be trusted must not look like one that can. Every run is judged by these ${checks.length} checks, each a
pure function over what is stored; \`chokepoint runs show ID --checks\` lists them with their numbers. Each says _pass_,
_fail_, or _not applicable_ with the data that it would need. Failed ones stand at the top of every report, and weigh on
what the report may say:

| effect | what a failure does |
| --- | --- |
${Object.entries(effects)
  .map(([effect, text]) => row(`_${effect}_`, text))
  .join('\n')}

A ratio that was measured stays in the table with its interval; only its word is withheld, and the check that took it is
named beside it. Where a failure weighs less than the table says (a setting that alone was measured once, jobs that
outnumber the clients where F2 has the word), the report says what it did.

| id | what must be so | it fails when | effect |
| --- | --- | --- | --- |
${checks.map(({ id, effect }) => row(`**${id}**`, say(message(`check.${id}.title`)), say(message(`check.${id}.fails-when`)), `_${effect}_`)).join('\n')}

The same checks judge figures that others have published: see [published.md](published.md).

## Where the limits come from

- **L1, B1, S1** are laws: Little's, and the bounds of Denning and Buzen. What is left to them is the last digit of a
  published figure and what is in flight at the edges of a window.
- **G1**: a generator above 85% of its loop queues its own requests. On CPUs that it shares with the server it is part of
  the result only when these are used up, and only for as much as it takes: 5% is the difference that counts as none.
  What the generator of a closed load takes, a server on used-up CPUs lacks: with a share g of them, at most g of its
  throughput. A ratio r of two such settings is measured as r′ with 1 ÷ r′ = (1 − g) ÷ r + g, where g is the share beside
  the setting that r is told against: nearer to 1, never beyond it. So a gain is larger than it looks, and the share by
  which one setting lies below another is understated by the factor 1 − g. Where only one of the two uses its CPUs up,
  only that one lacks anything, and then a difference of up to g can be made. Therefore a word about throughput or mean times stays if
  it is the same with g added to each setting that lacks it, and is withheld otherwise; the certificate of a search stays if no
  near rival lacks 1% more than what is recommended. Percentiles are another matter: the longer the queue for a CPU, the
  later the generator sees an answer, and that differs between settings. The verdict of a gate is about more than a word,
  and is withheld as before.
- **G2** calls 95% of a window together enough, since what is missing then is what counts as no difference; and a network that
  adds less than 5% to the median. It is a pause of each client, so what it hides is known: of a mean response time R with the
  share g of the network, throughput lacks at most g, and a verdict that stays the same with it added is kept, as under G1.
- **M1** fails for a setting when half of its trials or more were disturbed. One of several is in the interval. What steal and
  other programs took is known, so a verdict is kept where it is the same with all of it added, as under G1: of a setting that
  used the share u of the CPUs while l was lost, throughput lacks at most l ÷ (u + l), and never more CPUs than were lost. Steal
  is averaged over all trials, as blocks are random. Percentiles and open loads have no such bound. That the machine
  changes its speed is a note: [the window probe](method.md#the-speed-of-the-machine) tells the speed of each trial, and ratios
  are adjusted for it. It is said where its readings fall into two heaps, or where the speed of trials spreads by more than 10%.
- **V1** asks for a gap that chance makes in at most one of a hundred runs: simulated for 8 to 28 trials, with hiccups.
- **W1** and **I1** share their level among all trials of a run, so that a run of a hundred trials is not called at random.
- **D1** is a note. A window shorter than five seconds holds less than it seems to (one collection of the heap, one turn
  of a timer), but its trials differ by just that, and the intervals know it.
- **F2** in a published log: if clients wait for their answers, no more jobs can be in flight than they may start. By
  Little's law the jobs beyond that belong to requests that were answered already.
`;
}
