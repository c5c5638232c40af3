/** An application of a real PM2, with files of its own, by its name. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Watch } from '../../../src/model/watch.ts';
import { finished, place, root, type Place } from '../chokepoint.ts';
import { assertEach } from '../../kit/assert.ts';
import { killTree } from '../../kit/process.ts';

const skip = process.platform === 'linux' ? false : 'the doctor looks at processes on Linux alone';

/** PM2's command with a home in the folder of the test; its daemon is ended with everything that it started. */
function pm2(here: Place) {
  const home = join(here.folder, 'pm2');
  const env = { ...process.env, PM2_HOME: home, PM2_DISCRETE_MODE: '1', NODE_OPTIONS: undefined };
  const command = (...args: string[]) =>
    finished(
      spawn(process.execPath, [join(root, 'node_modules/pm2/bin/pm2'), ...args], { cwd: here.folder, env }),
    );
  return {
    command,
    async [Symbol.asyncDispose]() {
      const daemon = Number(readFileSync(join(home, 'pm2.pid'), 'utf8'));
      killTree(daemon);
    },
  };
}

suite('An application of PM2', { skip }, () => {
  test('is looked at by its name: all its processes, and none of another application', async () => {
    using here = place();
    const server = `require('node:http').createServer((_, response) => response.end('x')).listen(Number(process.argv[2]))`;
    here.write('server.cjs', server);
    await using daemon = pm2(here);
    const name = `api-${process.pid}`;
    const started = await daemon.command('start', 'server.cjs', '-i', '2', '--name', name, '--', '0');
    assert.equal(started.code, 0, started.stderr + started.stdout);
    const other = `other-${process.pid}`;
    assert.equal((await daemon.command('start', 'server.cjs', '--name', other, '--', '0')).code, 0);

    const { stdout, stderr } = await here.run([name, '--for', '1s', '--json', '--out', 'report']);
    const { target } = JSON.parse(stdout) as { target: { type: string; app?: string } };
    assert.equal(target.app, name, stderr);
    const watch = JSON.parse(readFileSync(join(here.folder, 'report', 'watch.json'), 'utf8')) as Watch;
    assertEach(watch.processes, ({ role }) => role, ['worker', 'worker']);

    // One that has a single process, with the verb before it.
    const single = await here.run(['doctor', other, '--for', '1s', '--out', 'single']);
    assert.match(single.stdout, new RegExp(`PM2 application ${other}`));
    assert.match((await here.run(['doctor', `no-${name}`])).stderr, new RegExp(`\\[PM2_APP_UNKNOWN\\]`));
  });
});
