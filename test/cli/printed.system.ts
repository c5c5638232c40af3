/** What a first look prints to be pasted works when it is pasted: in the terminal, and through the Copy boxes of its page. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { words } from '../kit/words.ts';
import { openBrowser, unfold } from '../report/browser.ts';
import { entry, finished, place, type Place } from './chokepoint.ts';
import { printedCommands, requireTaken } from './printed-commands.ts';

const skip = process.platform !== 'linux' && 'only Linux is watched from outside';
const body = '{"user":"ann","password":"s3cret"}';
const server = `
  const { pbkdf2 } = require('node:crypto');
  require('node:http').createServer(async (request, response) => {
    let said = '';
    for await (const part of request) said += part;
    if (!said.includes('s3cret')) return response.writeHead(401).end();
    pbkdf2('a', 'b', 40_000, 32, 'sha512', () => response.end('ok'));
  }).listen(0, '127.0.0.1');`;

/** A line in the shell of a user who has the program on his PATH. */
function paste(here: Place, line: string) {
  const program = here.write(
    'bin/chokepoint',
    `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`,
    0o755,
  );
  const PATH = [dirname(program), process.env['PATH']].join(delimiter);
  return finished(
    spawn('sh', ['-c', line], { cwd: here.folder, timeout: 150_000, env: { ...process.env, PATH } }),
  );
}

/** What each Copy box of a page gives, by its button. */
async function copied(t: TestContext, file: string): Promise<string[]> {
  const opened = await openBrowser();
  if (typeof opened === 'string') return (t.diagnostic(opened), []);
  await using _ = opened;
  const page = await opened.browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(`{
    window.copies = [];
    navigator.clipboard.writeText = async (text) => void window.copies.push(text);
  }`);
  await unfold(page);
  const buttons = page.getByRole('button', { name: 'Copy', exact: true });
  const count = await buttons.count();
  assert.ok(count > 0);
  // Each says that it has copied, and is no button of that name any more for a moment.
  for (const button of await buttons.elementHandles()) await button.press('Enter');
  const copies = await page.evaluate<string[]>('window.copies');
  assert.equal(copies.length, count);
  return copies;
}

test('A first look with a secret: what it prints works when it is pasted', { skip }, async (t) => {
  using here = place();
  here.write('server.cjs', server);
  const line = ['-m', 'POST', '-b', body, '--path', '/login', '--', 'node', 'server.cjs'];
  const { code, stdout, stderr } = await here.run(line);
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes('s3cret'));
  const [, report = ''] = /^Report +(\S+)$/m.exec(stdout) ?? [];
  const boxes = await copied(t, join(here.folder, report));
  const printed = new Set(printedCommands([stdout, stderr, ...boxes].join('\n')));
  for (const command of printed) {
    here.write('body.json', body);
    assert.doesNotThrow(
      () => requireTaken(command.replace('@body.json', `@${here.folder}/body.json`)),
      command,
    );
  }
  const next = [...printed].find((command) => command.includes('@body.json'));
  assert.ok(next, stdout);
  const again = await paste(here, next);
  assert.equal(again.code, 0, again.stderr);
  // Without the file it says which one is missing, before anything starts.
  using empty = place();
  const lost = await paste(empty, next);
  assert.equal(lost.code, 2);
  assert.match(lost.stderr, /body\.json/);
  assert.match(lost.stderr, /^\[OPTION_INVALID\]$/m);
});

test(
  'A short run: each command that it and its stored result print works when it is pasted',
  { skip },
  async () => {
    using here = place();
    here.write('server.cjs', server.replace(`'s3cret'`, `''`));
    const sweep = words('sweep --vary pool=1,4 -c 2 -d 1 --blocks 2 -- node server.cjs');
    const first = await here.run(sweep);
    assert.equal(first.code, 0, first.stderr);
    const tried = new Set<string>();
    const waiting = [first.stdout, first.stderr, 'chokepoint runs show last', 'chokepoint runs report last'];
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
      for (const command of printedCommands(text)) {
        if (tried.has(command)) continue;
        tried.add(command);
        requireTaken(command);
        // What measures takes minutes; what reads is run.
        if (!/^chokepoint (?:runs|help|predict --run)\b/.test(command)) continue;
        const { code, stdout, stderr } = await paste(here, command);
        assert.equal(code, 0, `${command}\n${stderr}`);
        waiting.push(stdout);
      }
    assert.ok(tried.size > 2, [...tried].join('\n'));
  },
);
