/** `completion`: a script for a shell, which asks `__complete` what can be typed next. */
import { say } from '../../messages/message.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { helpFor, summaryOf } from '../help.ts';
import type { Arguments, Command, Work } from '../options/parse.ts';
import { commonOptions, options, typedNames, type Option, type OptionName } from '../options/table.ts';
import { choice } from '../options/values.ts';
import { print, printJson } from '../output/terminal.ts';

export const scripts = {
  bash: `# Completion of chokepoint in bash. In ~/.bashrc: source <(chokepoint completion bash)
_chokepoint() {
  local cur=$2 offer
  local IFS=$'\\n'
  COMPREPLY=()
  while IFS=$'\\t' read -r offer _; do
    case $offer in
    :files | :argument) COMPREPLY+=($(compgen -f -- "$cur")) ;;
    :folders) COMPREPLY+=($(compgen -d -- "$cur")) ;;
    :command) COMPREPLY+=($(compgen -c -f -- "$cur")) ;;
    *) COMPREPLY+=("$offer") ;;
    esac
  done < <(chokepoint __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _chokepoint chokepoint`,
  zsh: `#compdef chokepoint
# Completion of chokepoint in zsh. In ~/.zshrc, after compinit: source <(chokepoint completion zsh)
_chokepoint() {
  local offer
  local -i none=1 at=\${words[(i)--]}
  local -a offers
  for offer in "\${(@f)$(chokepoint __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $offer in
    '') ;;
    :files) _files && none=0 ;;
    :folders) _files -/ && none=0 ;;
    :command | :argument) shift $at words; ((CURRENT -= at)); _normal && none=0 ;;
    *) offers+=("\${\${offer%%$'\\t'*}//:/\\\\:}:\${offer#*$'\\t'}") ;;
    esac
  done
  ((\${#offers})) && _describe chokepoint offers && none=0
  return none
}
if [[ $funcstack[1] == _chokepoint ]]; then _chokepoint "$@"; else compdef _chokepoint chokepoint; fi`,
  fish: `# Completion of chokepoint in fish: chokepoint completion fish > ~/.config/fish/completions/chokepoint.fish
function __chokepoint
    set -l words (commandline -opc) (commandline -ct)
    for offer in (chokepoint __complete $words[2..] 2>/dev/null)
        switch $offer
            case :files :command :argument
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $offer
        end
    end
end
complete -c chokepoint -e
complete -c chokepoint -f -a '(__chokepoint)'`,
} as const;

type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

/** @throws Problem ARGUMENT_MISSING, OPTION_INVALID */
export async function completion({ words: [word], values }: Arguments): Promise<Work> {
  if (word === undefined)
    throw problem('ARGUMENT_MISSING', { name: 'SHELL', ...reason('missing.shell', { known: shells }) });
  const shell = choice(shells, 'bash')(word, 'completion');
  return () => {
    if (values.json) printJson({ schema: 1, shell, script: scripts[shell] });
    else print(scripts[shell]);
    return exitCodes.fine;
  };
}

/**
 * @param words after `chokepoint`, up to the one that is being typed
 * @returns what that word may be, each with its explanation after a tab; for what begins with a colon the shell has a list of its own
 */
export async function offers(commands: readonly Command[], words: readonly string[]): Promise<string[]> {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? '';
  if (before.includes('--')) return [before.at(-1) === '--' ? ':command' : ':argument'];
  const after = afterOption(before.at(-1) ?? '');
  const listed = commands.filter(({ isHidden }) => !isHidden);
  const verb = before.find((word) => word === 'help' || listed.some(({ name }) => name === word));
  const command = listed.find(({ name }) => name === verb);
  const own = [...(command?.options ?? []), ...commonOptions].map(
    (name) => `${typedNames(name)[0]}\t${say(helpFor(name, command?.name))}`,
  );
  const verbs = listed.map(({ name }) => `${name}\t${summaryOf(name)}`);
  const first = verb === undefined || verb === 'help' ? [...verbs, 'help'] : await wordsOf(command);
  const all = after ?? (typed.startsWith('-') || first.length === 0 ? own : first);
  return all.filter((one) => one.startsWith(typed) || one.startsWith(':'));
}

/** @returns what may follow a word as the value of an option; null where it is no option with a value */
function afterOption(word: string): readonly string[] | null {
  const name = (Object.keys(options) as OptionName[]).find((each) => typedNames(each).includes(word));
  if (name === undefined) return null;
  const { type, value = '', parse }: Option = options[name];
  if (type === 'boolean') return null;
  if (value === 'FILE') return [':files'];
  if (value === 'DIR') return [':folders'];
  // Stored runs have ids that nobody types; the newest has a name.
  return value === 'RUN' ? ['last'] : (parse?.choices ?? []);
}

/** Words that a verb takes: an action, an experiment, a shell. */
async function wordsOf(command: Command | undefined): Promise<readonly string[]> {
  if (command?.takesFiles) return [':files'];
  if (command?.name === 'completion') return shells;
  const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
  if (command?.name === 'lab')
    return namesOf((await import('../../lab/experiments/catalogue.ts')).experiments);
  if (command?.name === 'serve') return namesOf((await import('../../lab/experiments/subjects.ts')).subjects);
  return Object.keys(command?.actions ?? {});
}
