import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { held } from '../kit/process.ts';
import { until } from '../kit/until.ts';
import { freePort, onTerminal, place, withoutTerminal, type Finished, type Place } from './chokepoint.ts';
import { assertNone } from '../kit/assert.ts';

/** What would copy to the clipboard, rename the window, clear the screen, answer back, write over a line, or turn it around. */
const hostile = [
  '\u001B]52;c;ZXZpbA==\u0007',
  '\u001B]0;evil\u001B\\',
  '\u001B[2J\u001B[1;1H',
  '\u001B[6n',
  '\u001BP+q544e\u001B\\',
  '\u009B2J\u009D0;evil\u009C\u0085',
  'fine\rFORGED',
  '\u202Edne\u2066\u200F\u2028',
  '\u0008\u0008\u000B\u000C\u007F',
];
const forbidden =
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  /\u001B\]|\u001BP|\u001B\[[12]J|\u001B\[6n|\u001B\[1;1H|[\u0007\u0008\u000B\u000C\u007F-\u009F]|\rFORGED|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

const server = `import { createServer } from 'node:http';
const hostile = ${JSON.stringify(hostile)};
for (const line of hostile) console.log('said: ' + line);
process.title = 'app ' + hostile.join('');
const { PORT, DIES, STATUS = '200' } = process.env;
if (DIES) process.exit(3);
createServer((_request, response) => {
  response.statusCode = Number(STATUS);
  response.end(hostile.join(''));
}).listen(Number(PORT ?? 0), '127.0.0.1');
`;

/** Runs it once on a terminal, whose bytes all come back as stdout, and once without one. */
async function shown(
  here: Place,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly Finished[]> {
  return [await onTerminal(here, args, { env }).end, await here.run(args, env)];
}

function requireHarmless(runs: readonly Finished[], expected: RegExp): void {
  for (const { stdout, stderr } of runs) {
    const text = stdout + stderr;
    const found = forbidden.exec(text);
    const at = found?.index ?? 0;
    assert.equal(found, null, JSON.stringify(text.slice(Math.max(0, at - 80), at + 40)));
    assert.match(text, expected);
  }
}

/** A place with the hostile server, which listens at the port. */
async function hosting() {
  const here = place();
  here.write('hostile.mjs', server);
  const port = String(await freePort());
  const address = `--url=http://127.0.0.1:${port}/`;
  const command = `-- '${process.execPath}' hostile.mjs`;
  return {
    here,
    sweep: `sweep --verbose ${address} --vary=pool=4 --load=closed:1x3 --blocks=1 ${command}`,
    doctor: `doctor --for 1s --verbose ${address}`,
    command,
    harmless: async (line: string, expected: RegExp, env: NodeJS.ProcessEnv = {}) =>
      requireHarmless(await shown(here, words(line), { PORT: port, ...env }), expected),
    [Symbol.dispose]: () => here[Symbol.dispose](),
  };
}

const never = 'What a hostile server prints, answers and calls itself never reaches a terminal as it is';
suite(never, { skip: withoutTerminal }, () => {
  test('the last lines of a server that ended', async () => {
    using one = await hosting();
    await one.harmless(one.sweep, /said: /, { DIES: '1' });
    await one.harmless('runs show last --verbose', /said: /);
    await one.harmless('runs export last', /said: /);
    await one.harmless(`doctor --load none ${one.command}`, /said: /, { DIES: '1' });
  });

  test('its answers, where they are wrong', async () => {
    using one = await hosting();
    await one.harmless(one.sweep, /→ 500/, { STATUS: '500' });
  });

  test('its title and its lines, while the doctor watches it', async () => {
    using one = await hosting();
    await one.harmless(`${one.doctor} ${one.command}`, /said: /);
    await one.harmless(`${one.doctor} --json ${one.command}`, /"diagnosis"/);
    await using child = held(spawn(process.execPath, ['hostile.mjs'], { cwd: one.here.folder }));
    await until(() => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').startsWith('app'));
    const watch = `doctor --pid ${child.pid} --for 1s --verbose`;
    await one.harmless(watch, /app/);
    await one.harmless(`${watch} --watch`, /app/);
  });
});

test(
  'An error is as wide as the terminal, and nothing that is to be copied is broken',
  { skip: withoutTerminal },
  async () => {
    using here = place();
    const env = { NO_COLOR: '1', FORCE_COLOR: undefined };
    const { stdout } = await onTerminal(here, 'doctor no-such-app --for soon', { env, size: 'cols 50' }).end;
    const lines = stdout.trimEnd().split('\r\n');
    assert.ok(lines.length > 6, stdout);
    assertNone(lines, (line) => line.length > 50);
    assert.match(lines[0] ?? '', /^error: /);
    assert.match(lines[1] ?? '', /^ {7}\S/);
  },
);
