/** A program of `lab/workloads/programs/`, started for real as the lab starts it. */
import { emptyPlace } from '../../../kit/place.ts';
import { systemClock } from '../../../../src/host/clock.ts';
import { awaitFacts } from '../../../../src/run/facts-of.ts';
import { nodeVersion } from '../../../../src/host/node-versions.ts';
import { findProgram } from '../../../../src/host/tools.ts';
import { startServer } from '../../../../src/server/server.ts';
import type { Facts } from '../../../../src/model/sample.ts';
import { topologies } from '../../../../src/topologies/catalogue.ts';

export interface Started {
  readonly program: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly pool?: number;
  readonly topology?: string;
  /** A Node binary. It gets the built files, since older versions run no TypeScript. */
  readonly node?: string;
}

/** The facts of its only process, and the commands that it left behind. */
export async function factsOf(started: Started): Promise<{ facts: Facts; left: readonly string[] }> {
  const { program, parameters = {}, pool, topology = 'node', node } = started;
  using here = emptyPlace('program');
  const { folder: directory } = here;
  const launch = topologies.get(topology)?.launch({
    node: node ?? process.execPath,
    guest: { kind: 'program', program, parameters },
    processes: topology === 'node' ? undefined : 1,
    pool,
    directory,
  });
  if (!launch) throw new Error(`no topology "${topology}"`);
  const args = node === undefined ? launch.args : launch.args.map(built);
  const server = startServer({
    launch: { ...launch, args },
    cwd: directory,
    mark: directory,
    cpus: null,
    clock: systemClock,
  });
  try {
    const [facts] = await awaitFacts({
      server,
      directory,
      announces: 1,
      timeout: 60_000,
      clock: systemClock,
      signal: AbortSignal.timeout(60_000),
    });
    return { facts: facts ?? {}, left: (await server.stop()).left };
  } catch (error) {
    throw new Error(server.output().join('\n'), { cause: error });
  } finally {
    await server.stop();
  }
}

const built = (word: string) => word.replace(/src\/(topologies|lab)\/(.*)\.(c?)ts$/, 'dist/$1/$2.$3js');

/** The Node that the user's shell finds, if it is another one than this. */
export const otherNode = (() => {
  const node = findProgram('node');
  return node !== null && nodeVersion(node) !== process.versions.node ? node : null;
})();
