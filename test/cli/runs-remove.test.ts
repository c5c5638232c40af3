import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { quoted } from '../../src/messages/shell.ts';
import { message } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf } from '../kit/trials.ts';
import { entry, finished, place, type Place } from './chokepoint.ts';

/** A place with a run that has ended. @returns its id */
function stored(here: Place): string {
  using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'write');
  const id = store.create(planOf('1', '4'), host);
  store.finish(id, 'finished', message('stop.all-blocks'));
  return id;
}

function ids(here: Place): readonly string[] {
  using store = openStore(join(here.folder, '.chokepoint', 'runs.db'), 'read');
  return store.list().map(({ id }) => id);
}

const hasTerminal = spawnSync('script', ['--version']).status === 0;
const skip = hasTerminal ? false : 'the program script, which makes a terminal, is missing';

/** Types an answer when it is asked. @returns what the terminal showed */
async function answered(here: Place, answer: string): Promise<string> {
  const command = [process.execPath, entry, 'runs', 'rm', 'last'].map(quoted).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: here.folder,
    env: { ...process.env, TERM: 'xterm' },
  });
  const end = finished(child);
  let shown = '';
  child.stdout.on('data', (more: Buffer) => {
    const isAsked = !shown.includes('[y/N]');
    shown += String(more);
    if (isAsked && shown.includes('[y/N]')) child.stdin.write(`${answer}\n`);
  });
  await end;
  return shown;
}

suite('A run is removed', () => {
  test('with --yes', async () => {
    using here = place();
    const id = stored(here);
    assert.equal((await here.run('runs rm last --yes')).stdout, `Removed ${id}.\n`);
    assert.deepEqual(ids(here), []);
  });

  test('by nobody who was not asked', async () => {
    using here = place();
    const id = stored(here);
    const { code, stderr } = await here.run('runs delete last');
    assert.equal(code, 2);
    assert.match(stderr, /\[CONFIRMATION_MISSING\]/);
    assert.deepEqual(ids(here), [id]);
  });

  test('on a terminal by whoever says yes', { skip }, async () => {
    using here = place();
    const id = stored(here);
    await answered(here, '');
    await answered(here, 'n');
    assert.deepEqual(ids(here), [id]);
    assert.match(await answered(here, 'y'), /Removed /);
    assert.deepEqual(ids(here), []);
  });
});
