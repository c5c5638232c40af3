import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { environment } from '../kit/environment.ts';
import { sweepOf } from '../kit/sweep.ts';
import { tmpfs } from '../kit/tmpfs.ts';
import { until } from '../kit/until.ts';
import { message } from '../../src/messages/message.ts';
import { hostConditions } from '../../src/host/host.ts';
import type { Plan } from '../../src/model/plan.ts';
import { openStore } from '../../src/store/store.ts';
import { example, freePort, place, type Place } from './chokepoint.ts';

const store = '.chokepoint/runs.db';
const ann = (here: Place) => ({ XDG_STATE_HOME: join(here.folder, 'ann') });
const mallory = (here: Place) => ({ XDG_STATE_HOME: join(here.folder, 'mallory') });

/** A command that leaves a mark where it was run, and is a server. */
function marking(here: Place): readonly string[] {
  const program = `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(join(here.folder, 'was-run'))}, '');
     await import(${JSON.stringify(example('http-files.mjs'))});`;
  return [process.execPath, here.write('server.mjs', program)];
}

interface Wanted {
  readonly url?: string;
  readonly blocks?: number;
  readonly change?: (plan: Plan) => Plan;
}

/** A run of this machine that was interrupted before its first trial, as the user of that state folder left it. */
async function interrupted(
  here: Place,
  state: { XDG_STATE_HOME: string },
  wanted: Wanted = {},
): Promise<string> {
  const { url = `http://127.0.0.1:${await freePort()}/`, blocks = 1, change = (plan: Plan) => plan } = wanted;
  const plan = sweepOf(url, {
    command: marking(here),
    cwd: here.folder,
    factors: [{ key: 'env:PORT', levels: [Number(new URL(url).port)] }],
    load: { kind: 'closed', clients: 2, requestsEach: 50 },
    blocks,
    startTimeout: 30_000,
    affinity: null,
  });
  using _ = environment(state);
  using opened = openStore(join(here.folder, store), 'write');
  const id = opened.create(change(plan), hostConditions());
  opened.finish(id, 'interrupted', message('stop.interrupted'));
  return id;
}

const wasRun = (here: Place) => existsSync(join(here.folder, 'was-run'));

suite('A store that came with a repository', () => {
  test('does not have its command run, unless the user has read it and says so', async () => {
    using here = place();
    const id = await interrupted(here, mallory(here));
    const refused = await here.run(['sweep', '--resume', id], ann(here));
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /\[RUN_FOREIGN\]/);
    assert.match(refused.stderr, /would run: \S+ \S+server\.mjs, in \S+, with env:PORT=\d+/);
    assert.match(refused.stderr, /hint: .*--trust-store/);
    assert.ok(!wasRun(here));
    const trusted = await here.run(['sweep', '--resume', id, '--trust-store'], ann(here));
    assert.equal(trusted.code, 0, trusted.stderr);
    assert.ok(wasRun(here));
  });

  test('shows the command as it is, whatever it does to a terminal', async () => {
    using here = place();
    const command = ['sh', '-c', 'evil \u001B[2K\u202E'];
    const change = (plan: Plan): Plan => ({ ...plan, subject: { kind: 'command', command, cwd: '/' } });
    const id = await interrupted(here, mallory(here), { change });
    const { stderr } = await here.run(['sweep', '--resume', id], ann(here));
    assert.match(stderr, /sh -c "\$\(printf 'evil \\033\\1332K\\342\\200\\256'\)"/);
  });

  test('does not have the Node of its plan asked for its version', async () => {
    using here = place();
    const binary = here.write('node', `#!/bin/sh\ntouch ${here.folder}/was-run\necho v20.0.0\n`, 0o755);
    const change = (plan: Plan): Plan => ({
      ...plan,
      name: 'pool-size',
      node: binary,
      subject: { kind: 'workload', workload: 'pool-size', parameters: {} },
    });
    const id = await interrupted(here, mallory(here), { change });
    const { stderr } = await here.run(['lab', '--resume', id], ann(here));
    assert.match(stderr, /\[RUN_FOREIGN\]/);
    assert.match(stderr, new RegExp(`would run: ${binary}`));
    assert.ok(!wasRun(here));
  });

  test('is a load on this machine alone, also where it is trusted', async () => {
    using here = place();
    const id = await interrupted(here, mallory(here), { url: 'http://example.com:80/' });
    const { stderr } = await here.run(['sweep', '--resume', id, '--trust-store'], ann(here));
    assert.match(stderr, /\[URL_INVALID\]/);
    assert.ok(!wasRun(here));
  });

  test('names no folder for a report', async () => {
    using here = place();
    await interrupted(here, mallory(here));
    const database = new DatabaseSync(join(here.folder, store));
    database.exec("UPDATE runs SET id = '../../../outside'");
    database.close();
    const listed = await here.run(['runs', 'list']);
    assert.match(listed.stdout, /RUN_UNREADABLE/);
    for (const id of ['last', '../../../outside', '..']) {
      const { code, stderr } = await here.run(['runs', 'report', id]);
      assert.match(stderr, /\[RUN_(UNREADABLE|ID_INVALID)\]/);
      assert.equal(code, 2);
    }
    assert.ok(!existsSync(join(here.folder, '.chokepoint/reports')));
  });
});

suite('A stored run', () => {
  test('of the same user and machine goes on without consent', async () => {
    using here = place();
    const id = await interrupted(here, ann(here));
    const { code, stderr } = await here.run(['sweep', '--resume', id], ann(here));
    assert.equal(code, 0, stderr);
    assert.ok(wasRun(here));
  });

  test('that a newer version planned is read, and not gone on with', async () => {
    using here = place();
    const later = (plan: Plan): Plan => ({ ...plan, colour: 'red' }) as Plan;
    const id = await interrupted(here, ann(here), { change: later });
    assert.match((await here.run(['runs', 'list'])).stdout, /sweep\s+interrupted/);
    const { stderr } = await here.run(['sweep', '--resume', id], ann(here));
    assert.match(stderr, /newer version[^]*colour[^]*\[RUN_NOT_RESUMABLE\]/);
    assert.ok(!wasRun(here));
  });

  test('goes on in one of two processes, and is not removed meanwhile', async () => {
    using here = place();
    const id = await interrupted(here, ann(here), { blocks: 60 });
    const children = [1, 2].map(() => here.start(['sweep', '--resume', id], ann(here)));
    const ends = children.map(async ({ end }, index) => ({ ...(await end), index }));
    const first = await Promise.race(ends);
    assert.match(first.stderr, /\[RUN_STILL_RUNNING\]/);
    assert.equal(first.code, 2);
    const removed = await here.run(['runs', 'remove', id, '--yes']);
    assert.match(removed.stderr, /\[RUN_STILL_RUNNING\]/);
    const rest = await children[1 - first.index]?.stop();
    assert.match(rest?.stderr ?? '', /\[INTERRUPTED\]/);
    assert.equal((await here.run(['runs', 'rm', id, '--yes'])).code, 0);
  });

  const { folder: disk, skip, fill } = tmpfs('8m');
  test('on a disk that fills up ends with that, not with what came of it', { skip }, async () => {
    using here = place();
    const port = await freePort();
    const [url, file] = [`http://127.0.0.1:${port}/`, join(disk, 'runs.db')];
    const options = `--vary env:PORT=${port} --load closed:2x200 --blocks 300`.split(' ');
    const server = ['--', process.execPath, example('http-files.mjs')];
    const running = here.start(['sweep', '--url', url, '--store', file, ...options, ...server]);
    try {
      await until(() => existsSync(file) && trials(file) > 0);
      fill();
      const { code, stderr } = await running.end;
      assert.match(stderr, / --resume.*\n\[STORE_FULL\]/);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack of another error');
      assert.equal(code, 3);
    } finally {
      await running.stop('SIGKILL');
    }
  });
});

function trials(file: string): number {
  using opened = openStore(file, 'read');
  return opened.list()[0]?.trials ?? 0;
}
