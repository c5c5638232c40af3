/**
 * Twenty results of all verbs, made again from what was stored of them. What was found, and which figures and next commands each form
 * names, is pinned in golden/NAME.json: a rewrite of the pages changes neither. The sentences are not read.
 */
import { afterEach, suite, test } from 'node:test';
import { jsonText, speak } from '../../src/messages/message.ts';
import { assertGolden } from '../kit/golden.ts';
import { commandsIn, figuresOf, foundIn, missingFigures, seenText } from './found.ts';
import { rendered, results } from './render.ts';

afterEach(() => speak('en'));

/** Forms that say the same stand in one row. */
async function pinned(name: string) {
  const { document, forms } = await rendered(name);
  const found = foundIn(JSON.parse(jsonText(document)));
  const figures = figuresOf(found);
  const rows = new Map<string, { forms: string[]; commands: readonly string[]; lacks: readonly number[] }>();
  for (const language of ['en', 'ko']) {
    speak(language);
    for (const [form, text] of Object.entries(await forms())) {
      const said = { commands: commandsIn(text), lacks: missingFigures(seenText(text), figures) };
      const key = JSON.stringify(said);
      const row = rows.get(key) ?? { forms: [], ...said };
      row.forms.push(`${form} ${language}`);
      rows.set(key, row);
    }
  }
  return { found, figures, said: [...rows.values()] };
}

/** What holds nothing else stands on one line. */
const lines = (value: unknown) =>
  `${JSON.stringify(value, null, 1).replaceAll(/[{[][^{}[\]]*[}\]]/g, (one) => one.replaceAll(/\n\s*/g, ' '))}\n`;

suite('A stored result has the same codes, figures and next commands as before', () => {
  for (const name of Object.keys(results)) {
    test(name, async () => {
      // A better rule, or another next step, changes it on purpose.
      assertGolden(import.meta.dirname, `${name}.json`, lines(await pinned(name)));
    });
  }
});
