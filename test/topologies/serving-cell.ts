/** The server of a planned cell, started as a trial starts it, in a folder of its own. */
import assert from 'node:assert/strict';
import { systemClock } from '../../src/host/clock.ts';
import { runMarker } from '../../src/host/processes.ts';
import type { Cell, Plan } from '../../src/model/plan.ts';
import { launchFor } from '../../src/server/launch.ts';
import { awaitReady } from '../../src/server/ready.ts';
import { startServer } from '../../src/server/server.ts';
import { emptyPlace } from '../kit/place.ts';
import { alive } from '../server/processes-of.ts';

const timeout = 30_000;

/**
 * @param shipped from a word of the command to the one that is started
 * @returns a server that is ready; when it is disposed of nothing of it may be left
 */
export async function servingCell(plan: Plan, cell: Cell | undefined, shipped = (word: string) => word) {
  assert.ok(cell);
  const place = emptyPlace('cell');
  const { folder } = place;
  const target = await launchFor(plan, cell, folder);
  const launch = { ...target.launch, args: target.launch.args.map(shipped) };
  const server = startServer({ launch, cwd: target.cwd, mark: folder, cpus: null, clock: systemClock });
  const signal = AbortSignal.timeout(timeout);
  const waiting = { server, target, directory: folder, setting: cell.id, clock: systemClock, signal };
  const dispose = async () => {
    await server.stop();
    place[Symbol.dispose]();
    assert.deepEqual(
      alive((environment) => environment.includes(`${runMarker}=${folder}`)),
      [],
    );
  };
  try {
    await awaitReady({ ...waiting, timeout });
  } catch (error) {
    await dispose();
    throw error;
  }
  const [request] = target.requests;
  assert.ok(request);
  return { server, target, request, folder, [Symbol.asyncDispose]: dispose };
}
