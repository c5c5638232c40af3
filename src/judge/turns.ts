/** Servers that were loaded in turn (run/in-turn.ts): whether one of them may have changed what another one did. */
import { message, type Message } from '../messages/message.ts';
import { problem, problemData } from '../messages/problem.ts';
import type { Trial } from '../model/sample.ts';
import { studentTail } from '../stats/distributions.ts';
import { mean, total } from '../stats/interval.ts';

/** CPUs that a server may use while another one is loaded: beyond, it takes them from that one. */
const mostIdle = 0.02;
/** By how much a rate may depend on whose window came before, and the chance at which that is believed: many looks are taken. */
const carryOver = { most: 0.01, chance: 0.001 } as const;

/** Why the trials that were loaded in turn do not count; null where they do. Trials of fresh servers are not concerned. */
export function turnsRefusal(trials: readonly Trial[]): Message | null {
  const known = trials.find(({ problem: one }) => one?.code === 'TURNS_REFUSED')?.problem?.details?.['why'];
  if (known) return known as Message;
  const idle = Math.max(0, ...trials.map(({ sample }) => sample?.turns?.idle ?? 0));
  if (idle > mostIdle) return message('warning.turns-idle', { cpus: idle });
  const carried = [...Map.groupBy(trials, ({ cell }) => cell).values()].flatMap(
    (own) => carriedOver(own) ?? [],
  );
  return carried.length > 0 ? message('warning.turns-carried', { share: Math.max(...carried) }) : null;
}

/** The same where none of the refused ones counts. */
export function withoutRefused(trials: readonly Trial[]): readonly Trial[] {
  const why = turnsRefusal(trials);
  if (why === null) return trials;
  const refused = problemData(problem('TURNS_REFUSED', { why }));
  return trials.map((trial) =>
    trial.sample?.turns ? { ...trial, problem: trial.problem ?? refused } : trial,
  );
}

/** Of one setting: how much a window's rate changes where another server had the one before; null where that may be chance. */
function carriedOver(trials: readonly Trial[]): number | null {
  const rounds = trials.flatMap(({ sample }) => {
    const { rates = [], afterOwn = [] } = sample?.turns ?? {};
    const logs = (isOwn: boolean) =>
      rates.flatMap((rate, at) => (afterOwn[at] === isOwn ? Math.log(rate) : []));
    const [own, other] = [logs(true), logs(false)];
    return own.length > 1 && other.length > 1 ? { own, other } : [];
  });
  const groups = rounds.flatMap(({ own, other }) => [own, other]);
  const degrees = total(groups.map(({ length }) => length - 1));
  if (degrees < 1) return null;
  const squares = total(groups.map((some) => total(some.map((one) => (one - mean(some)) ** 2))));
  const spread = total(groups.map(({ length }) => 1 / length)) * (squares / degrees);
  const change = mean(rounds.map(({ own, other }) => mean(other) - mean(own)));
  const chance = studentTail(Math.abs(change) / (Math.sqrt(spread) / rounds.length), degrees);
  return Math.abs(change) > carryOver.most && chance < carryOver.chance ? Math.abs(change) : null;
}
