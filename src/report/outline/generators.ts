/** Who sent what: the generators of a run, over all trials that have them. */
import { message, type Message } from '../../messages/message.ts';
import { sayProblem } from '../../messages/problem.ts';
import type { GeneratorShare, LoadOutcome, Trial } from '../../model/sample.ts';
import { numbered } from '../../format/words.ts';
import { shorten } from '../../format/width.ts';

/** The shares of the generators in each load; none for a load that came from this machine alone. */
function sharesOf(trials: readonly Trial[]): (readonly GeneratorShare[])[] {
  const outcomes = trials.flatMap(({ sample }): (LoadOutcome | null)[] =>
    sample?.rates ? sample.rates.map(({ outcome }) => outcome) : sample ? [sample.outcome] : [],
  );
  return outcomes.flatMap((outcome) => (outcome?.generators ? [outcome.generators] : []));
}

/** The generators, in the order in which they were named; none where the load came from this machine alone. */
function generatorsOf(trials: readonly Trial[]) {
  const shares = sharesOf(trials);
  const all = shares.flat().reduce((sum, { sent }) => sum + sent, 0);
  // A window of a search may have fewer clients than there are generators.
  const [most = []] = shares.toSorted((a, b) => b.length - a.length);
  return most.map(({ name }, at) => {
    const own = shares.flatMap((each) => each[at] ?? []);
    // The median over all trials: a busy machine is late now and then.
    const paths = own.flatMap(({ path }) => path ?? []).toSorted((a, b) => a - b);
    const sent = own.reduce((sum, one) => sum + one.sent, 0);
    return {
      name,
      // The share of all requests.
      share: all > 0 ? sent / all : 0,
      path: paths[paths.length >> 1] ?? null,
      overlap: Math.min(...own.map(({ overlap }) => overlap)),
    };
  });
}

const widestName = 30;

/** The generators in one line; null where the load came from this machine alone. */
export function generatorLine(trials: readonly Trial[]): Message<'terminal.generators'> | null {
  const generators = generatorsOf(trials);
  if (generators.length === 0) return null;
  const paths = generators.flatMap(({ path }) => path ?? []);
  const names = numbered(generators.map(({ name }) => shorten(name, widestName)));
  return message('terminal.generators', {
    generators: generators.map(({ share }, i) => ({ name: names[i] ?? '', share })),
    path: paths.length > 0 ? Math.max(...paths) : null,
    overlap: Math.min(...generators.map(({ overlap }) => overlap)),
    isFirstAlone: sharesOf(trials).some((shares) => shares.length < generators.length),
  });
}

/** What went wrong with a generator, and in how many trials; null where nothing did. */
export function generatorFailure(trials: readonly Trial[]): Message<'terminal.generator-failed'> | null {
  const problems = trials.flatMap(({ problem }) => (problem?.code.startsWith('GENERATOR_') ? [problem] : []));
  const [first] = problems;
  if (!first) return null;
  return message('terminal.generator-failed', { trials: problems.length, what: sayProblem(first).what });
}
