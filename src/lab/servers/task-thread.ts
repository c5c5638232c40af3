/** A worker thread of our own pools (guest): says that it is up, then does what it is sent, as much at once as comes. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Parameters } from '../workloads/workload.ts';
import runTask, { type Reply } from './run-task.ts';

const reply = (message: Reply) => parentPort?.postMessage(message);

parentPort?.on(
  'message',
  ({ task, name, argument }: { task: number; name: string; argument: Parameters }) => {
    runTask({ workload: workerData as string, name, argument }).then(
      (result) => reply({ task, result }),
      (error: unknown) => reply({ task, error: error instanceof Error ? error.message : String(error) }),
    );
  },
);
reply({ task: -1 });
