import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { until } from '../kit/until.ts';
import { quoted } from '../../src/messages/shell.ts';
import { entry, finished, freePort, place, type Finished, type Place } from './chokepoint.ts';
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

const hasTerminal = spawnSync('script', ['--version']).status === 0;
const skip = hasTerminal ? false : 'the program script, which makes a terminal, is missing';

/** Runs it on a terminal, whose bytes are all that comes back; and once more without one. */
async function shown(
  here: Place,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly Finished[]> {
  const command = [process.execPath, entry, ...args].map(quoted).join(' ');
  const options = { cwd: here.folder, env: { ...process.env, TERM: 'xterm', ...env } };
  const onTerminal = await finished(spawn('script', ['-qec', command, '/dev/null'], options));
  return [onTerminal, await here.run(args, env)];
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

suite(
  'What a hostile server prints, answers and calls itself never reaches a terminal as it is',
  { skip },
  () => {
    const sweep = (port: string) =>
      words(
        `sweep --verbose --url=http://127.0.0.1:${port}/ --vary=pool=4 --load=closed:1x3 --blocks=1 -- '${process.execPath}' hostile.mjs`,
      );
    const folder = async () => {
      const here = place();
      here.write('hostile.mjs', server);
      return { here, port: String(await freePort()) };
    };

    test('the last lines of a server that ended', async () => {
      const { here, port } = await folder();
      using _ = here;
      requireHarmless(await shown(here, sweep(port), { PORT: port, DIES: '1' }), /said: /);
      requireHarmless(await shown(here, ['runs', 'show', 'last', '--verbose'], {}), /said: /);
      requireHarmless(await shown(here, ['runs', 'export', 'last'], {}), /said: /);
      requireHarmless(
        await shown(here, ['doctor', '--load', 'none', '--', process.execPath, 'hostile.mjs'], { DIES: '1' }),
        /said: /,
      );
    });

    test('its answers, where they are wrong', async () => {
      const { here, port } = await folder();
      using _ = here;
      requireHarmless(await shown(here, sweep(port), { PORT: port, STATUS: '500' }), /→ 500/);
    });

    test('its title and its lines, while the doctor watches it', async () => {
      const { here, port } = await folder();
      using _ = here;
      const args = ['doctor', '--for', '1s', '--verbose', '--url', `http://127.0.0.1:${port}/`];
      const command = ['--', process.execPath, 'hostile.mjs'];
      requireHarmless(await shown(here, [...args, ...command], { PORT: port }), /said: /);
      requireHarmless(await shown(here, [...args, '--json', ...command], { PORT: port }), /"diagnosis"/);
      const child = spawn(process.execPath, ['hostile.mjs'], { cwd: here.folder });
      try {
        await until(() => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').startsWith('app'));
        const watch = ['doctor', '--pid', String(child.pid), '--for', '1s', '--verbose'];
        requireHarmless(await shown(here, watch, {}), /app/);
        requireHarmless(await shown(here, [...watch, '--watch'], {}), /app/);
      } finally {
        child.kill('SIGKILL');
      }
    });
  },
);

test(
  'An error is as wide as the terminal, and nothing that is to be copied is broken',
  { skip },
  async () => {
    using here = place();
    const command = [process.execPath, entry, 'doctor', 'no-such-app', '--for', 'soon'].map(quoted).join(' ');
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: undefined };
    const { stdout } = await finished(
      spawn('script', ['-qec', `stty cols 50; ${command}`, '/dev/null'], { cwd: here.folder, env }),
    );
    const lines = stdout.trimEnd().split('\r\n');
    assert.ok(lines.length > 6, stdout);
    assertNone(lines, (line) => line.length > 50);
    assert.match(lines[0] ?? '', /^error: /);
    assert.match(lines[1] ?? '', /^ {7}\S/);
  },
);
