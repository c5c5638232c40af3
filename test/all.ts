/**
 * `npm test`: the build, and then all that can be said of it at once: types, lint and format, the package, and the unit
 * tests. Tests wait for processes most of the time, and the others take the CPUs meanwhile. Each is told whole when it has
 * ended, the tests last, since their last line counts them; but what failed beside them is told below that.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @returns what `npm run NAME` printed, and whether it failed */
async function ran(name: string): Promise<{ text: string; isFailed: boolean }> {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  const isFailed = child.exitCode !== 0;
  return { text: `\n${name}: ${isFailed ? 'failed' : 'passed'}\n${text}`, isFailed };
}

const { text: built, isFailed: isUnbuilt } = await ran('build');
process.stdout.write(built);
if (isUnbuilt) process.exitCode = 1;
else {
  const tests = ran('test:run');
  const beside = await Promise.all(['check', 'check:package'].map(ran));
  const told = [
    ...beside.filter(({ isFailed }) => !isFailed),
    await tests,
    ...beside.filter(({ isFailed }) => isFailed),
  ];
  process.stdout.write(told.map(({ text }) => text).join(''));
  if (told.some(({ isFailed }) => isFailed)) process.exitCode = 1;
}
