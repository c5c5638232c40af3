/** The completion of bash: no package beside bash is needed. */
import { distinctOptions, inQuotes, type CompletedOption, type Vocabulary } from './vocabulary.ts';

/** @returns a script to be sourced */
export function bashCompletion(vocabulary: Vocabulary): string {
  const { verbs, common } = vocabulary;
  const names = verbs.map(({ name }) => name);
  const values = distinctOptions(vocabulary).flatMap((option) => {
    const reply = replyAfter(option);
    if (reply === null) return [];
    const typed = [option.name, ...(option.short === null ? [] : [option.short])].join('|');
    return [`    ${typed}) ${reply}return ;;`];
  });
  const offered = verbs.map(
    ({ name, words, options }) =>
      `    ${name}) words=${inQuotes([...words, ...longNames(options)].join(' '))} ;;`,
  );
  return `# Completion of chokepoint in bash. In ~/.bashrc: source <(chokepoint completion bash)
_chokepoint() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} verb= words= i
  local IFS=$'\\n'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
    --)
      # From here on it is the command of a server.
      if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$cur")); fi
      COMPREPLY+=($(compgen -f -- "$cur"))
      return
      ;;
    ${names.join('|')}) verb=\${verb:-\${COMP_WORDS[i]}} ;;
    esac
  done
  case $prev in
${values.join('\n')}
  esac
  case $verb in
${offered.join('\n')}
    *) words=${inQuotes([...names, ...longNames(common), '--'].join(' '))} ;;
  esac
  IFS=$' \\n'
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $verb in
    ${verbs.flatMap(({ name, takesFiles }) => (takesFiles ? [name] : [])).join('|')}) IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$cur")) ;;
  esac
}
complete -o filenames -F _chokepoint chokepoint
`;
}

const longNames = (options: readonly CompletedOption[]) => options.map(({ name }) => name);

/** @returns what is offered after the option; null for a switch */
function replyAfter({ follows }: CompletedOption): string | null {
  if (follows === 'nothing') return null;
  if (follows === 'anything') return '';
  if (follows === 'files') return 'COMPREPLY=($(compgen -f -- "$cur")); ';
  if (follows === 'folders') return 'COMPREPLY=($(compgen -d -- "$cur")); ';
  return `COMPREPLY=($(compgen -W ${inQuotes(follows.join('\n'))} -- "$cur")); `;
}
