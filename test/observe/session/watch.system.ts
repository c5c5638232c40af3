import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { hasCode, message } from '../../../src/messages/message.ts';
import { freePort } from '../../../src/server/launch.ts';
import { identity, isAlive } from '../../../src/host/processes.ts';
import { treeMembers, membersOf } from '../../../src/observe/session/process-tree.ts';
import type { WatchEvent, WatchOptions } from '../../../src/observe/session/watch.ts';
import { Problem } from '../../../src/messages/problem.ts';
import type { Note } from '../../../src/model/watch.ts';
import type { LoadJob } from '../../../src/load/engine.ts';
import { job } from '../../load/jobs.ts';
import { environment } from '../../kit/environment.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';
import { startNode } from '../../kit/targets.ts';
import { until } from '../../kit/until.ts';
import { fixture, startServer, watched, watchedServer } from '../../kit/watched.ts';

const pids = (news: WatchEvent | undefined) =>
  news?.type === 'processes' ? news.processes.map(({ pid }) => pid) : [];

const node = (code: string) => [process.execPath, '-e', code];
const ofCommand = (command: readonly string[], options: Omit<WatchOptions, 'target'>) =>
  watched({ target: { type: 'command', command }, ...options });

/** Of a server at a port of its own. */
async function ofSingle(
  options: Pick<WatchOptions, 'duration' | 'approach'>,
  load?: (url: string) => LoadJob,
) {
  const port = await freePort();
  using _ = environment({ PORT: String(port) });
  const url = `http://127.0.0.1:${port}/`;
  const command = [process.execPath, fixture('single.cjs')];
  return await ofCommand(command, { url, ...(load && { job: load(url) }), ...options });
}

suite('A watch', { skip }, () => {
  test('has a row for each process of a cluster, and says what each is there for', async () => {
    await using seen = await watchedServer('cluster.cjs', { duration: 600 });
    const { server, watch, news } = seen;
    assert.deepEqual(watch.processes.map(({ role }) => role).toSorted(), ['primary', 'worker', 'worker']);
    assert.equal(watch.processes[0]?.pid, server.pid);
    assert.ok(watch.processes.every(({ look }) => look.ok && look.samples.taken > 0));
    assert.ok(watch.processes.every(({ sockets }) => sockets.ok));
    const reasons = new Set(watch.processes.map(({ probe }) => (probe.ok ? '' : probe.why.code)));
    assert.deepEqual([...reasons], ['unseen.probe-of-primary', 'unseen.probe-not-allowed']);
    assert.ok(news.some(({ type }) => type === 'pulse'));
    assert.equal(watch.end, 'time');
  });

  test('takes a worker in that comes later, and keeps what it saw of one that went', async () => {
    const all = new Set<number>();
    await using seen = await watchedServer('cluster.cjs', {}, (news, { server, enough }) => {
      const now = pids(news);
      if (now.length === 0) return;
      if (all.size === 0) void fetch(`http://127.0.0.1:${server.first}/die`).catch(() => {});
      for (const pid of now) all.add(pid);
      if (all.size === 4 && now.length === 3) enough();
    });
    assert.equal(all.size, 4);
    assert.equal(seen.watch.processes.length, 4);
    assert.ok(seen.watch.notes.some(({ code }) => code === 'note.process-ended'));
  });

  test('of a shell or npm in front finds the Node behind it', async () => {
    const script = `"${process.execPath}" "${fixture('single.cjs')}"; true`;
    await using seen = await watchedServer('', { command: ['sh', '-c', script], duration: 200 });
    const { server, watch } = seen;
    assert.equal(watch.processes.length, 1);
    assert.notEqual(watch.processes[0]?.pid, server.pid);
    // So short a watch may also have to say what it used itself.
    const notes = watch.notes.filter(({ code }) => code !== 'note.own-cpu');
    assert.deepEqual(notes, [message('note.not-node', { pid: server.pid })]);
  });

  test('never takes this process in, nor what it was started by as npx, and refuses to watch nothing else', async () => {
    await using below = await startNode(['-e', "console.log('up'); setInterval(() => {}, 1000)"]);
    const pidsOf = (pid: number) => treeMembers(pid).map((one) => one.pid);
    const mine = pidsOf(process.ppid);
    assert.ok(!mine.includes(process.pid) && !mine.includes(below.pid), String(mine));
    assert.deepEqual(pidsOf(below.pid), [below.pid]);
    await assert.rejects(watched({ target: { type: 'pid', pid: process.pid }, duration: 200 }), {
      code: 'OWN_PROCESS',
    });
  });

  test('of a shell with two programs below it names both', async () => {
    const both = `"${process.execPath}" "${fixture('single.cjs')}" & "${process.execPath}" "${fixture('cluster.cjs')}" & wait`;
    await using server = await startServer('', { command: ['sh', '-c', both] });
    const { params } = await until(() => {
      const notes: Note[] = [];
      membersOf(server.pid, (note) => notes.push(note));
      return notes.find((note) => hasCode(note, 'note.several-programs'));
    });
    const commands = params.programs.map(({ command }) => command);
    assert.deepEqual(commands.toSorted(), ['node cluster.cjs', 'node single.cjs']);
  });

  test("knows PM2's daemon by the title that it gives itself", async () => {
    const title = 'PM2 v6.0.8: God Daemon (/home/ann/.pm2)';
    const code = `process.title = '${title}'; console.log(0); setInterval(() => {}, 1000);`;
    await using server = await startServer('', { command: [process.execPath, '-e', code] });
    const [daemon] = treeMembers(server.pid);
    assert.deepEqual([daemon?.command, daemon?.role], [title, 'launcher']);
  });

  test('of a command that ends by itself has its exit code', async () => {
    const { watch } = await ofCommand(node('setTimeout(() => process.exit(7), 1500)'), { duration: 20_000 });
    assert.deepEqual([watch.end, watch.exit], ['ended', 'exit code 7']);
  });

  test('of a command that ends at once is refused with its exit code', async () => {
    const seen = await ofCommand(node('process.exit(4)'), { duration: 2000 }).then(
      ({ watch }) => String(watch.exit),
      (error: Problem) => `${error.code}: ${error.what}`,
    );
    // Whether the doctor was quick enough to see it is a matter of luck.
    assert.match(seen, /^(exit code 4|WATCH_CUT_SHORT: .*\(exit code 4\)\.)$/);
  });

  test('ends when the server does, and says so', async () => {
    await using seen = await watchedServer('single.cjs', {}, ({ type }, { server }) => {
      if (type === 'pulse') server.child.kill('SIGKILL');
    });
    const { watch } = seen;
    assert.equal(watch.end, 'ended');
    assert.equal(watch.processes.length, 1);
    assert.ok(watch.duration < 20_000);
  });

  for (const [title, duration, end] of [
    ['that is interrupted', 20_000, 'interrupted'],
    ['without a time of its own, which somebody ends,', null, 'time'],
  ] as const) {
    test(`${title} keeps what it has seen`, async () => {
      await using seen = await watchedServer('single.cjs', { duration }, ({ type }, { enough }) => {
        if (type === 'pulse') enough();
      });
      assert.equal(seen.watch.end, end);
      assert.ok(seen.watch.processes[0]?.look.ok);
      assert.ok(isAlive(identity(seen.server.pid) ?? ''));
    });
  }

  test('brings the probe in where that is wanted, and leaves as many threads as there were', async () => {
    const flags = ['--inspect-port=0'];
    await using server = await startServer('single.cjs', { flags });
    const before = readdirSync(`/proc/${server.pid}/task`).length;
    const target = { type: 'pid', pid: server.pid } as const;
    const { watch } = await watched({ target, duration: 30_000, attach: true }, (news, { enough }) => {
      if (news.type === 'pulse' && (news.readings.get(server.pid)?.length ?? 0) > 0) enough();
    });
    const probe = watch.processes[0]?.probe;
    assert.ok(probe?.ok, JSON.stringify(probe));
    assert.ok(probe.readings.length > 0);
    assert.equal(probe.hello.pid, server.pid);
    await until(() => readdirSync(`/proc/${server.pid}/task`).length <= before);
  });

  test('starts a command with the probe in it, and ends it with all that it started', async () => {
    const { watch } = await ofSingle({ duration: 1000 });
    const [one] = watch.processes;
    assert.equal(watch.processes.length, 1);
    assert.ok(one?.probe.ok, JSON.stringify(one?.probe));
    assert.equal(one.probe.hello.entry, 'flag');
    assert.equal(identity(one.pid), null);
  });

  test('loads a server that it started, and hands on what came back', async () => {
    const times = { warmup: 100, duration: 500, timeout: 5000 };
    const load = { kind: 'closed', clients: 2 } as const;
    const { watch } = await ofSingle({ duration: 500 }, (url) => job({ url }, { load, ...times }));
    assert.ok((watch.load?.counts.verified ?? 0) > 0);
  });

  test('counts what the machine did under the load only, not while the load was looked for', async () => {
    const times = { warmup: 100, duration: 1500, timeout: 5000 };
    const load = { kind: 'closed', clients: 8 } as const;
    const approach: WatchOptions['approach'] = async ({ first, clock }) => {
      await clock.sleep(4000);
      return { first, knee: { steps: [], clients: 8, throughput: 1, end: 'flat' }, clients: 8 };
    };
    const { watch } = await ofSingle({ duration: 1500, approach }, (url) => job({ url }, { load, ...times }));
    const look = watch.processes[0]?.look;
    assert.ok(look?.ok && watch.machine);
    const ofMachine = watch.machine.busy * watch.host.logicalCpus;
    // The server alone used so much. The machine is counted until the probe has gone, which is a little longer.
    assert.ok(
      ofMachine >= 0.7 * look.cpuUsed,
      `${ofMachine} CPUs of the machine, ${look.cpuUsed} of the server`,
    );
  });

  test('of what runs no Node is refused, with what it printed', async () => {
    const command = ['sh', '-c', 'echo it is broken; exit 3'];
    const why = /exit code 3.*it is broken/;
    await assert.rejects(ofCommand(command, { duration: 500 }), { code: 'NO_NODE_PROCESS', why });
  });
});
