/** A text that names a command puts what others chose into it as one word of a shell, in each language. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { detailsOf, textsIn } from '../../build/texts.ts';
import { inEnglish, say, speak, type AnyMessage } from '../../src/messages/message.ts';
import { problem, sayProblem, type Problem, type ProblemCode } from '../../src/messages/problem.ts';
import { quoted } from '../../src/messages/shell.ts';
import { evilName, wordsGiven } from '../kit/evil-name.ts';
import { emptyPlace } from '../kit/place.ts';
import { codes, given } from './samples.ts';

/** What stands before a word that somebody will copy: a program with its words, or an option. */
const inCommand =
  /(?:(?:^|[\s"(:])(?:curl|fuser|sqlite3|p?kill|git (?:rev-parse|worktree)|np[mx]|node|docker|sudo|rm|mv|cp|ln|ls|cat|stat|chmod|chown|mkdir|lsof|systemctl|pm2|ssh|export|chokepoint (?:doctor|lab|runs|tune|sweep|predict))(?: [\w./:-]+)* |--(?:path|vary|cell|node|resume|replay|subject-to|header)[ =][\w=:/.]*)$/;

/** In their commands stand ids of runs, which have a form, numbers, names of the lab's own lists, and words that are quoted before. */
const closed: ReadonlySet<string> = new Set(
  `GATE_UNMEASURED NETWORK_OTHER NOTHING_MEASURED RUN_TAKEN
  interrupted.resume interrupted.lab resume.other-verb.todo resume.secrets store.resume terminal.report-command
  cli.experiments-apart hint.vary node.another port.none.todo port.several.todo`.split(/\s+/),
).union(
  // They repeat what was typed: nobody copies it.
  new Set(['NODE_ALTERED', 'NODE_NOT_FOUND', 'NODE_NOT_PACKAGED', 'VARY_LEVEL_INVALID']),
);

function requireQuoted(text: string, of: string): void {
  if (closed.has(of)) return;
  // A text may cut the name; what is quoted does not begin so.
  const begin = evilName.slice(0, 3);
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1))
    assert.doesNotMatch(text.slice(0, at), inCommand, of);
}

/** The same parameters with the name in the place of each text that is no number, nested ones of other messages apart. */
function named(value: unknown): unknown {
  if (typeof value === 'string' && /^\d+$/.test(value)) return value;
  if (typeof value === 'string') return value.startsWith('/') ? `/${evilName}` : evilName;
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null || 'code' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
}

const languages = { English: 'en', Korean: 'ko' } as const;

suite('A word that is quoted for a shell', () => {
  const words = [
    evilName,
    `a';touch PWNED;'`,
    `'";$(id)\n`,
    '\n',
    '-n\tx',
    'a!b',
    '',
    '=ls',
    '~',
    '*',
    '\\',
    '%s\r',
  ];
  for (const shell of ['/bin/sh', '/bin/bash']) {
    test(`is read by ${shell} as it was, and holds nothing that a terminal obeys`, () => {
      for (const word of words) {
        const line = `printf '%s.' ${quoted(word)}`;
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
        assert.equal(execFileSync(shell, ['-c', line], { encoding: 'utf8' }), `${word}.`, line);
      }
    });
  }
});

for (const [language, tag] of Object.entries(languages))
  suite(`In ${language} a name that others chose`, () => {
    const inLanguage = (make: () => void) => {
      speak(tag);
      try {
        make();
      } finally {
        speak('en');
      }
    };

    test('stands in no command of a problem as it is', () => {
      // The catalogue is walked by code, which no single `Details<Code>` fits.
      const raise = problem as (code: ProblemCode, details: Record<string, string>) => Problem;
      inLanguage(() => {
        const english = textsIn('en/problems.ftl');
        for (const code of english.keys()) {
          const details = Object.fromEntries(
            Array.from(detailsOf(english, code), (name) => [name, evilName]),
          );
          const { what, why, todo } = sayProblem(raise(code as ProblemCode, details));
          for (const text of [what, why, todo]) requireQuoted(text, code);
        }
      });
    });

    test('stands in no command of a message as it is', () => {
      inLanguage(() => {
        for (const code of codes)
          for (const { params } of given(code)) {
            // One at a time too: a text may take a word of a closed list beside it.
            const each = Object.entries(params).map(([name, one]) => ({ ...params, [name]: named(one) }));
            for (const all of [named(params) as object, ...each]) {
              const text = spoken({ code, params: all });
              if (text !== null) requireQuoted(text, code);
            }
          }
      });
    });
  });

/** Null: the text takes a word of a closed list, and the name is none. */
function spoken(one: AnyMessage): string | null {
  try {
    return say(one);
  } catch {
    return null;
  }
}

test('The line to try a server by hand is one address, whatever its path holds', () => {
  using here = emptyPlace('quoted');
  const url = "http://127.0.0.1:3000/a;: >PWNED;$(: >PWNED)'b";
  const { todo } = problem('NO_ANSWER', { sent: 1, kinds: 'none', url });
  const [, line = ''] = /\((curl -i .*)\); give/.exec(todo) ?? [];
  assert.deepEqual(wordsGiven(line, here.folder), ['-i', url, '']);
  assert.match(inEnglish({ code: 'text', params: { text: todo } }), /curl -i '/);
});
