/**
 * Whether the doctor is right on servers that nobody here wrote. Each is installed from the registry into a cache folder,
 * started and loaded through the doctor. Its first finding is compared with what a person found before, and where the advice is
 * a setting, the setting is tried: the server as it was against the server with it, in turns.
 *
 *     npm run bench -- cases [--only NAME,…] [--write] [--no-follow] [--follow-only] [--seconds 10]
 *     npm run bench -- cases --look [--only NAME,…]      what a person would look at: threads, strace, perf
 *
 * `--write` keeps the answers in `bench/data/cases` and writes `docs/cases` from them. A minute for each case. The gains need a
 * quiet machine; `--no-follow` leaves them as they were, `--follow-only` measures them for the stored answers. `CASES` is the cache
 * folder. Exit code 1 if the doctor was wrong somewhere.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { askDoctor } from './cases/ask-doctor.ts';
import { isKept, isRight, type CaseRecord, type Followed, type NamedCase } from './cases/case.ts';
import { cases } from './cases/catalogue.ts';
import { follow, variantOf } from './cases/follow.ts';
import { installed } from './cases/install.ts';
import { look, seen } from './cases/look.ts';
import { dataFile, recordOf } from './cases/records.ts';
import { casePages } from './pages/cases.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    'no-follow': { type: 'boolean', default: false },
    'follow-only': { type: 'boolean', default: false },
    look: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
  },
});
const names = values.only.split(',').filter((name) => name !== '');
const chosen = cases.filter(({ name }) => names.length === 0 || names.includes(name));

async function followed(
  one: NamedCase,
  folder: string,
  { finding }: Pick<CaseRecord, 'finding'>,
): Promise<Followed | null> {
  const variant = finding && variantOf(one, finding);
  return variant ? await follow(one, folder, variant, finding.gain) : null;
}

async function asked(one: NamedCase): Promise<CaseRecord> {
  const folder = await installed(one);
  const old = recordOf(one.name);
  const answer =
    values['follow-only'] && old
      ? old
      : { seen: await seen(one, folder), ...(await askDoctor(one, folder, Number(values.seconds))) };
  // What was measured for another advice says nothing of this one.
  const setting = answer.finding && variantOf(one, answer.finding)?.setting;
  const isSame =
    old?.followed?.setting === setting && old?.followed?.expected === (answer.finding?.gain ?? null);
  const kept = isSame ? (old?.followed ?? null) : null;
  return { ...answer, followed: values['no-follow'] ? kept : await followed(one, folder, answer) };
}

function told(one: NamedCase, record: CaseRecord): boolean | null {
  const right = isRight(one, record);
  const word = right === null ? 'busy' : right ? styleText('green', 'right') : styleText('red', 'wrong');
  const { finding, followed: own } = record;
  const kept = own && isKept(own);
  const gain = own
    ? `${own.setting}: expected ${own.expected?.toFixed(2) ?? '–'}, gained ${own.gain.value.toFixed(2)} (${own.gain.low.toFixed(2)} to ${own.gain.high.toFixed(2)})${kept === false ? styleText('red', ' missed') : ''}`
    : '';
  const said = finding ? `${finding.rule} (${finding.verb})` : record.status;
  console.log(`${one.name.padEnd(22)}${word.padEnd(8)}${said.padEnd(34)}${gain}`);
  if (!right)
    console.log(`  the person: ${one.person.short}\n  the doctor: ${finding?.title ?? record.output}`);
  return right;
}

let wrong = 0;
/** Other programs had the CPUs: such a case is asked again on a quiet machine. */
let disturbed = 0;
for (const one of chosen) {
  try {
    if (values.look) console.log(await look(one, await installed(one)));
    else {
      const record = await asked(one);
      const right = told(one, record);
      if (right === null) disturbed++;
      if (right === false) wrong++;
      if (values.write) writeFileSync(dataFile(one.name), `${JSON.stringify(record, null, 2)}\n`);
    }
  } catch (error) {
    wrong++;
    console.log(`${one.name.padEnd(22)}${styleText('red', 'failed')}  ${String(error).slice(0, 2000)}`);
  }
}
if (values.write) {
  const docs = new URL('../docs/', import.meta.url);
  for (const [name, text] of Object.entries(casePages())) writeFileSync(new URL(name, docs), text);
}
if (!values.look)
  console.log(
    `${chosen.length - wrong - disturbed} of ${chosen.length - disturbed} right; ${disturbed} could not be judged: the machine was busy`,
  );
process.exitCode = wrong === 0 ? 0 : 1;
