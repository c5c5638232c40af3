/** A worker thread of our own pools (guest): says that it is up, then does what it is sent, as much at once as comes. */
import { parentPort, workerData } from 'node:worker_threads';
import runTask, { type NamedTask, type Reply } from './run-task.ts';

const reply = (message: Reply) => parentPort?.postMessage(message);

parentPort?.on('message', ({ task, ...asked }: Omit<NamedTask, 'workload'> & { task: number }) => {
  runTask({ workload: workerData as string, ...asked }).then(
    (result) => reply({ task, result }),
    (error: unknown) => reply({ task, error: error instanceof Error ? error.message : String(error) }),
  );
});
reply({ task: -1 });
