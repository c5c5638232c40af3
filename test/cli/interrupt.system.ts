import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { until } from '../kit/until.ts';
import { alive } from '../server/processes-of.ts';
import { example, finished, freePort, place, type Place } from './chokepoint.ts';

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly trials: number;
  readonly planned: number;
}

async function listed(here: Place): Promise<Listed | undefined> {
  const { stdout } = await here.run(['runs', 'list', '--json']);
  return (JSON.parse(stdout) as { runs: Listed[] }).runs[0];
}

async function sweep(here: Place, blocks: number): Promise<readonly string[]> {
  const port = String(await freePort());
  return words(
    `sweep --url http://127.0.0.1:${port}/ --vary pool=1,4 --vary env:PORT=${port} --load closed:2x100 --blocks ${blocks} -- '${process.execPath}' '${example('http-files.mjs')}'`,
  );
}

const some = async (here: Place) => {
  const run = await listed(here);
  return run && run.trials >= 2 ? run : undefined;
};

suite('A run that is cut off', () => {
  test('by Ctrl-C keeps its trials, ends with 130, and goes on with --resume', async () => {
    using here = place();
    const child = here.start(await sweep(here, 40));
    const end = finished(child);
    await until(() => some(here));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    assert.equal(code, 130);
    assert.match(stderr, /\[INTERRUPTED\]/);
    const stopped = await listed(here);
    assert.equal(stopped?.status, 'interrupted');
    assert.ok(stopped.trials >= 2 && stopped.trials < 80, `${stopped.trials}`);
    assert.match(stderr, new RegExp(`chokepoint sweep --resume ${stopped.id}`));

    const again = here.start(['sweep', '--resume', stopped.id]);
    const ended = finished(again);
    await until(async () => ((await listed(here))?.trials ?? 0) > stopped.trials + 1);
    again.kill('SIGTERM');
    assert.equal((await ended).code, 130);
    const resumed = await listed(here);
    assert.ok(resumed && resumed.id === stopped.id && resumed.trials > stopped.trials);
  });

  test('by SIGKILL leaves its finished trials, and no process after five seconds', async () => {
    using here = place();
    const mark = `CHOKEPOINT_TEST=${here.folder}`;
    const started = () => alive((environment) => environment.includes(mark));
    const child = here.start(await sweep(here, 40), { CHOKEPOINT_TEST: here.folder });
    const end = finished(child);
    const before = await until(() => some(here));
    // Killed while a server and a generator live, so that there is something to end.
    await until(() => started().length >= 3);
    child.kill('SIGKILL');
    await end;
    const killed = Date.now();
    await until(() => started().length === 0);
    assert.ok(Date.now() - killed < 5000, `${Date.now() - killed} ms`);
    const run = await listed(here);
    assert.equal(run?.status, 'interrupted');
    assert.ok(run.trials >= before.trials);
  });
});
