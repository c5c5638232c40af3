/**
 * A first look at servers whose limit is known: how long it took, what it found, and whether that is what a person found.
 *
 *     npm run build && npm run bench -- first-look [--only http-disk.mjs]      the examples
 *     npm run bench -- first-look --cases [--only sharp,ws] [--write]          the servers of docs/cases
 *
 * Each of the servers of docs/cases is started without another word first. Where that ends with the hint to name a path, or the request
 * is another than `GET /`, the request of the case is named, and the record says so. `--write` keeps what was said in
 * `bench/data/first-looks.json`, and writes `docs/first-looks.md` from it.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { firstLook, known } from '../test/cli/find/first-looks.ts';
import { cases } from './cases/catalogue.ts';
import { lookAtCase } from './first-looks/case.ts';
import { firstLooksFile, firstLooksOf, type FirstLookRecord } from './first-looks/records.ts';
import { firstLooksPage } from './pages/first-looks.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    cases: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const names = values.only.split(',').filter((name) => name !== '');
const isChosen = (name: string) => names.length === 0 || names.includes(name);

function tell(
  name: string,
  { word, found, took, title }: Pick<FirstLookRecord, 'word' | 'found' | 'took' | 'title'>,
) {
  if (word === 'other') process.exitCode = 1;
  console.log(
    [name.padEnd(20), `${Math.round(took / 1000)} s`.padStart(5), word.padEnd(9), found, title].join('  '),
  );
}

if (values.cases) {
  const records = new Map(firstLooksOf().map((record) => [record.name, record]));
  for (const one of cases.filter(({ name }) => isChosen(name))) {
    const record = await lookAtCase(one);
    tell(one.name, record);
    if (record.proof) console.log(`  ${record.proof}`);
    records.set(one.name, record);
    if (!values.write) continue;
    const kept = [...records.values()].toSorted((a, b) => a.name.localeCompare(b.name));
    writeFileSync(firstLooksFile, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (values.write) writeFileSync(new URL('../docs/first-looks.md', import.meta.url), firstLooksPage());
} else
  for (const [file, rules] of Object.entries(known).filter(([name]) => isChosen(name))) {
    const { found, title, isOfOthers, took } = await firstLook(file);
    tell(file, {
      word: isOfOthers ? 'disturbed' : rules.includes(found) ? 'as known' : 'other',
      found,
      title,
      took,
    });
  }
