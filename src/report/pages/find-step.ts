/** What comes after a first look: the same request under the command that answers the next question. */
import { message, type Message } from '../../messages/message.ts';
import { optionWords, type OptionValues } from '../../model/command-line.ts';
import { onward, processesCommand } from '../outline/command.ts';
import type { Step } from '../page.ts';
import type { FindReport } from './find.ts';

/** @param isOfFirst the proof is of what the first finding advises first @returns null where there was nothing to see */
export function findStep(
  { diagnosis, watch, proof, run, asked }: FindReport,
  isOfFirst: boolean,
): Step | null {
  const { status, sentence } = diagnosis;
  const isFlat = sentence.code === 'diagnosis.flat';
  if ((status === 'cannot tell' && !isFlat) || status === 'no traffic') return null;
  const { target } = watch;
  const command = target.type === 'command' ? [...target.command] : [];
  const about = { asked: [...asked], subject: { kind: 'command' as const, command, cwd: '' } };
  const clients = watch.approach?.clients ?? 0;
  const to = (why: Message, verb: string, options: OptionValues = {}): Step => ({
    command: onward(verb, about, { options }),
    why,
  });
  if (proof?.verdict === 'undecided' && proof.reason.from === 'finding' && run) {
    const vary = Object.entries(proof.setting).map(
      ([key, level]) => `${key}=${proof.today[key] ?? ''},${level}`,
    );
    return to(message('find.next.decide'), 'sweep', { vary, clients });
  }
  if (isFlat && proof?.verdict !== 'proved')
    return to(message('find.next.longer'), 'doctor', { clients: 4 * clients });
  if (status === 'healthy') return to(message('find.next.capacity'), 'capacity', { slo: 'p99<200ms' });
  const isTried = proof !== null && (isOfFirst ? proof.verdict !== 'unmeasured' : proof.verdict === 'proved');
  if (status === 'bottleneck' && !isTried) return to(message('find.next.again'), 'find');
  // A search over pool sizes would find at once that no job enters the pool.
  const many =
    proof?.setting['pool'] === undefined
      ? processesCommand(
          { ...about, asked: ['tune', ...optionWords({ clients }), ...asked, '--', ...command] },
          watch.host.effectiveCpus,
        )
      : null;
  return many === null
    ? to(message('find.next.tune'), 'tune', { clients })
    : { command: many, why: message('find.next.processes') };
}
