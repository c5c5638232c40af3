/**
 * `attacher.ts PID STEP`: attaches to a process and is killed at a step, the hardest way; or, where the step is
 * `never`, stays attached until it is killed.
 */
import { attach } from '../../../src/measure/attach/attach.ts';

const [pid, wanted] = process.argv.slice(2);
const link = await attach(Number(pid), {
  onStep(step) {
    if (step === wanted) process.kill(process.pid, 'SIGKILL');
  },
});
link.onMessage(() => {});
process.stdout.write('attached\n');
