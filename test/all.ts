/**
 * `npm test`: the build, and then all that can be said of it at once: types, lint and format, the package, and the unit
 * tests. Tests wait for processes most of the time, and the others take the CPUs meanwhile. Each is told whole when it has
 * ended, the tests last, since their last line counts them.
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

async function told(name: string): Promise<boolean> {
  const { text, isFailed } = await ran(name);
  process.stdout.write(text);
  return isFailed;
}

if (await told('build')) process.exitCode = 1;
else {
  const tests = ran('test:run');
  const failed = await Promise.all(['check', 'check:package'].map(told));
  const { text, isFailed } = await tests;
  process.stdout.write(text);
  if (isFailed || failed.includes(true)) process.exitCode = 1;
}
