import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { until } from '../kit/until.ts';
import { recordedWatch } from '../kit/recorded.ts';
import { place, type Place } from './chokepoint.ts';

const replay = ['doctor', '--replay', recordedWatch, '--open'];

/** A desktop whose program writes what it is told to open into a file. */
function desktop(here: Place): { readonly env: NodeJS.ProcessEnv; readonly asked: string } {
  const asked = join(here.folder, 'asked');
  const program = `#!/bin/sh\nprintf '%s' "$1" > '${asked}.new'\nmv '${asked}.new' '${asked}'\n`;
  for (const name of ['xdg-open', 'open']) here.write(`programs/${name}`, program, 0o755);
  const path = [join(here.folder, 'programs'), process.env['PATH']].join(delimiter);
  return { env: { PATH: path, DISPLAY: ':0', CI: '' }, asked };
}

test('--open shows the report in the browser of the desktop', async () => {
  using here = place();
  const { env, asked } = desktop(here);
  const { code } = await here.run([...replay, '--out', 'of the doctor'], env);
  assert.equal(code, 0);
  await until(() => existsSync(asked));
  assert.equal(readFileSync(asked, 'utf8'), join(here.folder, 'of the doctor', 'report.html'));
});

for (const [where, env] of [
  ['without a desktop', { DISPLAY: '', WAYLAND_DISPLAY: '', CI: '' }],
  ['without a program', { DISPLAY: ':0', PATH: '/nowhere', CI: '' }],
] as const) {
  test(`${where} --open says where the report is, and the exit code stays`, async (t) => {
    if (process.platform !== 'linux' && where === 'without a desktop') return t.skip('it always has one');
    using here = place();
    const { code, stderr } = await here.run([...replay, '--out', 'reports'], env);
    assert.equal(code, 0);
    assert.ok(stderr.includes(join('reports', 'report.html')));
    assert.ok(existsSync(join(here.folder, 'reports', 'report.html')));
  });
}

for (const [where, words, changed] of [
  ['in CI', [], { CI: 'true' }],
  ['with --json', ['--json'], {}],
] as const) {
  test(`${where} nothing is opened, and nothing is said of it`, async () => {
    using here = place();
    // With a desktop that is not there a word would come out.
    const { code, stderr } = await here.run([...replay, ...words], { DISPLAY: '', CI: '', ...changed });
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });
}
