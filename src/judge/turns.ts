/** Servers that were loaded in turn (run/in-turn.ts): whether one of them may have changed what another one did. */
import { message, type Message } from '../messages/message.ts';
import { problem, problemData } from '../messages/problem.ts';
import type { Trial } from '../model/sample.ts';
import { studentTail } from '../stats/distributions.ts';
import { mean, meanOrNull, squares, total } from '../stats/mean-and-spread.ts';

/** CPUs that a setting's servers may use, on average, while another one is loaded: more would be taken from that one. */
const mostIdle = 0.02;
/** Most that a rate may depend on whose window came before, and the chance at which that is believed: many looks are taken. */
const carryOver = { most: 0.01, chance: 0.001 } as const;

/** Why no further servers are loaded in turn; null where they are. */
export function turnsRefusal(trials: readonly Trial[]): Message | null {
  // That a later round could not be measured says nothing against those before it.
  const known = trials.find(isRefused)?.problem?.details?.['why'];
  return disturbed(trials) ?? (known ? (known as Message) : null);
}

/** Whether it was to be loaded in turn, and does not count. */
export const isRefused = ({ problem: one }: Trial) => one?.code === 'TURNS_REFUSED';

/** Why no trial counts that was loaded in turn: one server has changed what another one did. */
function disturbed(trials: readonly Trial[]): Message | null {
  const cells = [...Map.groupBy(trials, ({ cell }) => cell).values()];
  const idle = Math.max(
    ...cells.map((own) => meanOrNull(own.flatMap(({ sample }) => sample?.turns?.idle ?? [])) ?? 0),
  );
  if (idle > mostIdle) return message('warning.turns-idle', { cpus: idle });
  const carried = cells.flatMap((own) => carriedOver(own) ?? []);
  return carried.length > 0 ? message('warning.turns-carried', { share: Math.max(...carried) }) : null;
}

/** @returns how many blocks gave nothing since their servers could not be loaded in turn: as many more are measured */
export function blocksLost(trials: readonly Trial[]): number {
  const isVoid = disturbed(trials) !== null;
  const lost = trials.filter((trial) => isRefused(trial) || (isVoid && trial.sample?.turns !== undefined));
  return new Set(lost.map(({ block }) => block)).size;
}

/** Returns the trials; if servers disturbed each other, those loaded in turn get a problem, so that they do not count. */
export function withoutRefused(trials: readonly Trial[]): readonly Trial[] {
  const why = disturbed(trials);
  if (why === null) return trials;
  const refused = problemData(problem('TURNS_REFUSED', { why }));
  return trials.map((trial) =>
    trial.sample?.turns ? { ...trial, problem: trial.problem ?? refused } : trial,
  );
}

/** Returns how much the rates of one setting change after another server's window; null where that may be chance. */
function carriedOver(trials: readonly Trial[]): number | null {
  const rounds = trials.flatMap(({ sample }) => {
    const { rates = [], afterOwn = [] } = sample?.turns ?? {};
    const logs = (isOwn: boolean) =>
      // The first one follows a warm-up, whoever's that was.
      rates.flatMap((rate, at) => (at > 0 && afterOwn[at] === isOwn ? Math.log(rate) : []));
    const [own, other] = [logs(true), logs(false)];
    return own.length > 1 && other.length > 1 ? { own, other } : [];
  });
  const groups = rounds.flatMap(({ own, other }) => [own, other]);
  const degrees = total(groups.map(({ length }) => length - 1));
  if (degrees < 1) return null;
  const variance = total(groups.map(squares)) / degrees;
  const spread = total(groups.map(({ length }) => 1 / length)) * variance;
  const change = mean(rounds.map(({ own, other }) => mean(other) - mean(own)));
  const chance = studentTail(Math.abs(change) / (Math.sqrt(spread) / rounds.length), degrees);
  return Math.abs(change) > carryOver.most && chance < carryOver.chance ? Math.abs(change) : null;
}
