/** The completion of zsh. */
import { distinctOptions, inQuotes, type CompletedOption, type Vocabulary } from './vocabulary.ts';

/** @returns a script to be sourced, or to lie as `_chokepoint` in a folder of `fpath` */
export function zshCompletion(vocabulary: Vocabulary): string {
  const { verbs, common } = vocabulary;
  const values = distinctOptions(vocabulary).flatMap((option) => {
    const action = actionAfter(option);
    if (action === null) return [];
    const typed = [option.name, ...(option.short === null ? [] : [option.short])].join('|');
    return [`    ${typed}) ${action}; return ;;`];
  });
  const offered = verbs.map(
    ({ name, words, options, takesFiles }) =>
      `    ${name}) ${takesFiles ? 'files_offered=1 ' : ''}words_offered=(${words.map(inQuotes).join(' ')}) options_offered=(${options.map(described).join(' ')}) ;;`,
  );
  return `#compdef chokepoint
# Completion of chokepoint in zsh. In ~/.zshrc, after compinit: source <(chokepoint completion zsh)
_chokepoint() {
  local verb= word
  local -i i none=1 files_offered=0
  local -a words_offered options_offered verbs_offered
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case $word in
    --)
      # From here on it is the command of a server.
      words=("\${(@)words[i+1,-1]}")
      ((CURRENT -= i))
      _normal
      return
      ;;
    ${verbs.map(({ name }) => name).join('|')}) verb=\${verb:-$word} ;;
    esac
  done
  case $words[CURRENT-1] in
${values.join('\n')}
  esac
  case $verb in
${offered.join('\n')}
    *)
      verbs_offered=(${verbs.map(({ name, text }) => described({ name, text })).join(' ')})
      options_offered=(${common.map(described).join(' ')})
      ;;
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options_offered && none=0
  else
    ((\${#verbs_offered})) && _describe command verbs_offered && none=0
    ((\${#words_offered})) && compadd -a words_offered && none=0
    ((files_offered)) && _files && none=0
  fi
  return none
}
if [[ $funcstack[1] == _chokepoint ]]; then
  _chokepoint "$@"
else
  compdef _chokepoint chokepoint
fi
`;
}

/** What stands before a colon is typed, what stands behind it explains. */
function described({ name, text }: Pick<CompletedOption, 'name' | 'text'>): string {
  return inQuotes(`${name.replaceAll(':', '\\:')}:${text}`);
}

/** @returns what is offered after the option; null for a switch */
function actionAfter({ follows, text }: CompletedOption): string | null {
  if (follows === 'nothing') return null;
  if (follows === 'anything') return `_message ${inQuotes(text)}`;
  if (follows === 'files') return '_files';
  if (follows === 'folders') return '_files -/';
  return `compadd ${follows.map(inQuotes).join(' ')}`;
}
