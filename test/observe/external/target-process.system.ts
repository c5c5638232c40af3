import { say } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { openSampler } from '../../../src/observe/external/process-snapshot.ts';
import { nodeTree } from '../../../src/observe/session/process-tree.ts';
import { inspectTarget } from '../../../src/observe/external/target-process.ts';
import { isNode, processTree } from '../../../src/host/processes.ts';
import { asRoot, whyNotLinux as skip } from '../../kit/nodes.ts';
import { held } from '../../kit/process.ts';
import { target } from './targets.ts';

const nobody = { uid: 65_534, gid: 65_534 };

/** A program that does nothing, until the test is over. */
const idling = (program: string, ...args: string[]) => {
  const child = held(spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] }));
  return Object.assign(child, { pid: child.pid ?? 0 });
};

suite('A process can be looked at', { skip }, () => {
  test('if it is a Node process', () => {
    const owner = { uid: process.getuid?.(), gid: process.getgid?.() };
    const who = { binary: process.execPath, isPlainNode: true, owner };
    assert.partialDeepStrictEqual(inspectTarget(process.pid), who);
  });

  test('by the number of the process, not by that of one of its threads', () => {
    const thread =
      readdirSync(`/proc/${process.pid}/task`)
        .map(Number)
        .find((tid) => tid !== process.pid) ?? 0;
    const why = `${thread} is a thread of process ${process.pid}.`;
    assert.throws(() => inspectTarget(thread), { code: 'PROCESS_NOT_FOUND', why });
  });

  test('by its own user or by root, not by another', asRoot, async (t) => {
    const module = JSON.stringify(
      new URL('../../../src/observe/external/target-process.ts', import.meta.url),
    );
    const script = `const { inspectTarget } = await import(${module});
      try { inspectTarget(${process.pid}) } catch ({ code, why, todo }) { console.log(JSON.stringify({ code, why, todo })) }`;
    const asked = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], nobody);
    const answer = await asked.catch((error: Error) => error);
    if (answer instanceof Error) return t.skip(`another user cannot read this folder: ${answer.message}`);
    assert.deepEqual(JSON.parse(answer.stdout), {
      code: 'OTHER_USER',
      why: 'It belongs to user 0; this is user 65534.',
      todo: 'Run chokepoint as the same user (sudo -u "#0"), or as root.',
    });
  });

  test("by root, who tries its binary with its rights and not with root's", asRoot, async (t) => {
    const started = await target(process.execPath, ['idle'], nobody).catch((error: Error) => error);
    if (started instanceof Error) return t.skip(`another user cannot run this Node: ${started.message}`);
    await using server = started;
    using open = await openSampler(server.pid);
    assert.deepEqual(open.subject.peek.ok || open.subject.peek.why, true);
    assert.equal(open.sample(0)?.pool?.threads, 4);
  });

  test('in its container, by the number that it has out here', async (t) => {
    const words = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, '-e'];
    await using outer = idling('unshare', ...words, 'fs.stat("/", () => setInterval(() => {}, 1e6))');
    let pid: number | undefined;
    const over = outer.ended.then(() => (pid ??= 0));
    while (pid === undefined) {
      pid = processTree(outer.pid).find((one) => one !== outer.pid && isNode(one));
      await Promise.race([over, new Promise((resolve) => setImmediate(resolve))]);
    }
    if (pid === 0) return t.skip('no namespace of its own can be made here');
    using open = await openSampler(pid);
    assert.equal(open.subject.ownPid, 1);
    if (!open.subject.peek.ok) return t.skip(say(open.subject.peek.why));
    while (open.sample(0)?.pool?.idle !== 4) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(open.sample(0)?.threads.filter(({ role }) => role === 'pool').length, 4);
    assert.equal(open.poolKnownBy(), 'libuv');
    if (isNode(1)) return t.diagnostic('process 1 is a Node itself here: its number cannot be mistaken');
    assert.throws(() => inspectTarget(1), {
      code: 'PID_NAMESPACE_OTHER',
      todo: new RegExp(`--pid \\d+$`),
      why: new RegExp(`\\b${pid}\\b`),
    });
  });
});

suite('The Node processes of a server', { skip }, () => {
  test('are found below the one that is named, parents first, also behind a shell', async () => {
    const inner = `setInterval(() => {}, 1e6); process.send?.('up')`;
    const script = `
      const { spawn } = require('child_process');
      const child = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, ${JSON.stringify(inner)}], { stdio: 'ignore' });
      process.stdin.on('end', () => child.kill()).resume();`;
    await using outer = idling(process.execPath, '-e', script);
    let tree = nodeTree(outer.pid);
    // Between its fork and its exec a child looks like its parent.
    while (!tree[1]?.command.startsWith('node -e setInterval')) {
      await new Promise((resolve) => setImmediate(resolve));
      tree = nodeTree(outer.pid);
    }
    try {
      assert.equal(tree[0]?.pid, outer.pid);
      assert.equal(tree[0]?.parent, process.pid);
      assert.equal(tree.length, 2);
      assert.notEqual(tree[1]?.parent, outer.pid);
      assert.ok((tree[1]?.rss ?? 0) > 0);
    } finally {
      for (const { pid } of tree.slice(1)) process.kill(pid, 'SIGKILL');
    }
  });
});
