/** The completion of fish. */
import { inQuotes, type CompletedOption, type Vocabulary } from './vocabulary.ts';

/** @returns a script to be sourced */
export function fishCompletion({ verbs, common }: Vocabulary): string {
  const names = verbs.map(({ name }) => name);
  const lines = (condition: string, options: readonly CompletedOption[]) =>
    options.map((option) => `complete -c chokepoint -n ${inQuotes(condition)} ${optionWords(option)}`);
  return `# Completion of chokepoint in fish: chokepoint completion fish > ~/.config/fish/completions/chokepoint.fish
function __chokepoint_in --description 'whether the first verb of the line is this one'
    set -l found
    for word in (commandline -opc)[2..]
        test "$word" = --; and return 1
        if contains -- $word ${names.join(' ')}
            set found $word
            break
        end
    end
    test "$found" = "$argv[1]"
end
function __chokepoint_after --description 'whether the command of a server is typed'
    contains -- -- (commandline -opc)
end
complete -c chokepoint -e
complete -c chokepoint -n 'not __chokepoint_after' -f
${verbs.map(({ name, text }) => `complete -c chokepoint -n "__chokepoint_in ''" -a ${name} -d ${inQuotes(text)}`).join('\n')}
${lines("__chokepoint_in ''", common).join('\n')}
${verbs
  .flatMap(({ name, words, options, takesFiles }) => [
    ...(takesFiles ? [`complete -c chokepoint -n '__chokepoint_in ${name}' -F`] : []),
    ...(words.length > 0
      ? [`complete -c chokepoint -n '__chokepoint_in ${name}' -a ${inQuotes(words.join(' '))}`]
      : []),
    ...lines(`__chokepoint_in ${name}`, options),
  ])
  .join('\n')}
`;
}

function optionWords({ name, short, text, follows }: CompletedOption): string {
  const after =
    follows === 'nothing'
      ? []
      : follows === 'files' || follows === 'folders'
        ? ['-r', '-F']
        : follows === 'anything'
          ? ['-x']
          : ['-x', '-a', inQuotes(follows.join(' '))];
  return [
    '-l',
    name.slice(2),
    ...(short === null ? [] : ['-s', short.slice(1)]),
    ...after,
    '-d',
    inQuotes(text),
  ].join(' ');
}
