/**
 * `attacher.ts PID STEP HOW`: attaches to a process, and ends at a step: by SIGKILL, or by Ctrl-C twice, as a user who
 * does not want to wait; or is stopped there, as by Ctrl-Z. Where the step is `never` it stays attached until it is
 * killed; where it is `silent` it ends by itself. The last two have a short timeout.
 */
import { interruptible } from '../../../src/cli/interruptible.ts';
import { attach } from '../../../src/observe/attach/attach.ts';
import { Problem } from '../../../src/messages/problem.ts';

const [pid, wanted = '', how] = process.argv.slice(2);

function end(signal: AbortSignal): void {
  if (how === 'stopped') return void process.kill(process.pid, 'SIGSTOP');
  if (how !== 'interrupted') process.kill(process.pid, 'SIGKILL');
  signal.addEventListener('abort', () => process.kill(process.pid, 'SIGINT'));
  process.kill(process.pid, 'SIGINT');
}

try {
  await interruptible(async (signal) => {
    const link = await attach(Number(pid), {
      signal,
      ...(wanted === 'silent' || how === 'stopped' ? { timeout: 300 } : {}),
      onStep: (step) => step === wanted && end(signal),
    });
    link.onMessage(() => {});
    process.stdout.write('attached\n');
    await link.closed;
  });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stdout.write(`${error.code} ${error.why}\n`);
}
