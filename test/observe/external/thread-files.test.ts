import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { onLinux } from '../../kit/nodes.ts';

test('A thread is counted again when files can be opened again', onLinux, () => {
  const module = new URL('../../../src/observe/external/thread-files.ts', import.meta.url).href;
  const program = `
    import { closeSync, openSync } from 'node:fs';
    import { ThreadFiles } from ${JSON.stringify(module)};
    using files = new ThreadFiles(process.pid);
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch ({ code }) { console.log(code); }
    console.log(files.counters(process.pid) === null);
    taken.forEach((file) => closeSync(file));
    console.log(files.counters(process.pid) !== null);`;
  const limited = ['-c', 'ulimit -n 100 && exec "$@"', 'sh'];
  const args = [...limited, process.execPath, '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  assert.equal(stdout, 'EMFILE\ntrue\ntrue\n', stderr);
});
