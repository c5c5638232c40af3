/** `completion`: what a shell needs to complete the words of this program. */
import { experiments, subjects } from '../../run/run.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { vocabulary } from '../completion/vocabulary.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Arguments, Command, Work } from '../options/parse.ts';
import { choice } from '../options/values.ts';
import { print, printJson } from '../output/terminal.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** @param commands the verbs. @throws Problem ARGUMENT_MISSING, OPTION_INVALID */
export async function completion({ words, values }: Arguments, commands: readonly Command[]): Promise<Work> {
  const [word] = words;
  const known = Object.keys(shells) as (keyof typeof shells)[];
  if (word === undefined)
    throw problem('ARGUMENT_MISSING', { name: 'SHELL', ...reason('missing.shell', { known }) });
  const shell = choice(known, 'bash')(word, 'completion');
  const names = {
    lab: experiments.map(({ name }) => name),
    serve: subjects.map(({ name }) => name),
    completion: known,
  };
  return () => {
    const script = shells[shell](vocabulary(commands, names)).trimEnd();
    if (values.json) printJson({ schema: 1, shell, script });
    else print(script);
    return exitCodes.fine;
  };
}
