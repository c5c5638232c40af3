/** A gate judges a change: nothing that the change itself brought may say how, or with what it is compared. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { parseOptions } from '../../src/cli/options/parse.ts';
import { withSettings } from '../../src/cli/with-settings.ts';
import type { ProblemData } from '../../src/messages/problem.ts';
import { openStore } from '../../src/store/store.ts';
import { place } from '../cli/chokepoint.ts';
import { repository } from '../cli/gate/repository.ts';
import { assertEach } from '../kit/assert.ts';
import { environment } from '../kit/environment.ts';
import { host, planOf } from '../kit/trials.ts';
import { words } from '../kit/words.ts';

const store = join('.chokepoint', 'runs.db');

/** A repository whose head brings a store. @param plant what the author of the change does with it */
function clone(plant: (file: string) => void = () => {}) {
  const here = place();
  const repo = repository(here.folder);
  repo.write('server.mjs', '');
  repo.commit('base');
  mkdirSync(join(here.folder, '.chokepoint'));
  plant(join(here.folder, store));
  repo.git('add', '--force', '--all');
  repo.commit('head');
  return { ...here, repo };
}

async function refusal(here: ReturnType<typeof clone>, against: string): Promise<string | undefined> {
  // A port that nothing listens on: whatever is not refused ends there, and not with a load.
  const line = `sweep --against ${against} --url http://127.0.0.1:9/ --blocks=2 --json -- node server.mjs`;
  const { code, stdout } = await here.run(words(line));
  assert.ok(code === 2 || code === 3);
  return (JSON.parse(stdout) as { problem?: ProblemData }).problem?.code;
}

suite('A gate', () => {
  test('reads no store in which something waits that is not ours', async () => {
    using here = clone((file) => {
      openStore(file, 'write')[Symbol.dispose]();
      const database = new DatabaseSync(file);
      database.exec(
        "CREATE TRIGGER faster AFTER INSERT ON trials BEGIN UPDATE trials SET data = replace(data, '100', '99999'); END",
      );
      database.close();
    });
    assert.equal(await refusal(here, 'HEAD^'), 'STORE_ALTERED');
  });

  test('is not held to a run that somebody else may have stored', async () => {
    let id = '';
    using here = clone((file) => {
      using _ = environment({ XDG_STATE_HOME: join(file, '../author') });
      using own = openStore(file, 'write');
      id = own.create(planOf('1', '4'), host);
    });
    assert.equal(await refusal(here, id), 'BASE_FOREIGN');
    assert.equal(await refusal(here, 'last'), 'BASE_FOREIGN');
  });

  test('is held to the revision, where a stored run has its name', async () => {
    using here = clone((file) => {
      using own = openStore(file, 'write');
      own.create(planOf('1', '4'), host);
      const database = new DatabaseSync(file);
      database.exec("UPDATE runs SET id = 'main'");
      database.close();
    });
    // The run would be refused as somebody else's: the server of the revision is started, and says nothing.
    assert.notEqual(await refusal(here, 'main'), 'BASE_FOREIGN');
  });

  suite('takes its settings', () => {
    const command = commands.find(({ name }) => name === 'sweep') ?? assert.fail();
    const taken = (folder: string, line = '') => {
      const typed = ['--quiet', ...words(line)];
      return withSettings(command, typed, parseOptions(command, typed, commands, folder), commands);
    };

    test('from its base, and names those in which the change differs', async () => {
      using here = place();
      const repo = repository(here.folder);
      repo.write('chokepoint.json', '{ "command": "node server.mjs", "path": "/slow", "clients": 8 }');
      repo.commit('base');
      repo.write(
        'chokepoint.json',
        '{ "command": "node server.mjs", "path": "/healthz", "clients": 8, "blocks": 2, "duration": "100ms" }',
      );
      const { values, overruled } = await taken(here.folder, '--against HEAD');
      assert.equal(values.path, '/slow');
      assert.equal(values.blocks, undefined);
      assert.deepEqual(overruled?.toSorted(), ['blocks', 'duration', 'path']);
      // Without a base it is the file of the folder.
      assert.equal((await taken(here.folder)).values.path, '/healthz');
      assert.equal((await taken(here.folder, '--no-settings -- node a.js')).values.clients, undefined);
    });

    test('and says so in its document', async () => {
      using here = place();
      const repo = repository(here.folder);
      repo.write('server.mjs', 'process.exit(7);');
      repo.write('chokepoint.json', '{ "command": "node server.mjs", "path": "/slow" }');
      repo.commit('base');
      repo.write('chokepoint.json', '{ "command": "node server.mjs", "path": "/healthz" }');
      const { stdout } = await here.run(['sweep', '--against', 'HEAD', '--blocks=2', '--json']);
      const { gate } = JSON.parse(stdout) as { gate?: { notes: { code: string; params: object }[] } };
      const told = gate?.notes.filter(({ code }) => code === 'gate.settings');
      assertEach(told, ({ params }) => params, [{ names: ['path'] }]);
    });

    test('from nowhere, where the base has none', async () => {
      using here = place();
      const repo = repository(here.folder);
      repo.write('server.mjs', '');
      repo.commit('base');
      repo.write('chokepoint.json', '{ "command": "node server.mjs", "blocks": 2 }');
      const { values, overruled } = await taken(here.folder, '--against main');
      assert.equal(values.blocks, undefined);
      assert.deepEqual(overruled, ['command', 'blocks']);
    });
  });
});
