import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { until } from '../kit/until.ts';
import { example, freePort, place, type Place } from './chokepoint.ts';

const listed = async (here: Place) => (await here.runs())[0];

async function sweep(blocks: number): Promise<readonly string[]> {
  const port = await freePort();
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
    const running = here.start(await sweep(40));
    await until(() => some(here));
    const { code, stderr } = await running.stop();
    assert.equal(code, 130);
    assert.match(stderr, /\[INTERRUPTED\]/);
    const stopped = await listed(here);
    assert.equal(stopped?.status, 'interrupted');
    assert.ok(stopped.trials >= 2 && stopped.trials < 80, `${stopped.trials}`);
    assert.match(stderr, new RegExp(`chokepoint sweep --resume ${stopped.id}`));

    const again = here.start(['sweep', '--resume', stopped.id]);
    await until(async () => ((await listed(here))?.trials ?? 0) > stopped.trials + 1);
    assert.equal((await again.stop('SIGTERM')).code, 130);
    const resumed = await listed(here);
    assert.ok(resumed && resumed.id === stopped.id && resumed.trials > stopped.trials);
  });

  test('by SIGKILL leaves its finished trials, and no process after five seconds', async () => {
    using here = place();
    const running = here.start(await sweep(40));
    const before = await until(() => some(here));
    // Killed while a server and a generator live, so that there is something to end.
    await until(() => here.alive().length >= 3);
    await running.stop('SIGKILL');
    const killed = Date.now();
    await until(() => here.alive().length === 0);
    assert.ok(Date.now() - killed < 5000, `${Date.now() - killed} ms`);
    const run = await listed(here);
    assert.equal(run?.status, 'interrupted');
    assert.ok(run.trials >= before.trials);
  });
});
