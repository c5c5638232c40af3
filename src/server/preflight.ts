/** Checks that find what is wrong before anything starts. */
import { message } from '../messages/message.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plan } from '../model/plan.ts';
import { nodeCommand } from '../apply/node-command.ts';
import { problem, reason } from '../messages/problem.ts';
import type { HostConditions } from '../model/sample.ts';
import { requireNodeCommand } from '../topologies/command.ts';
import { topologies } from '../topologies/catalogue.ts';
import { hasReusePort } from '../topologies/guest-protocol.ts';
import { findPackage, packageOf } from '../topologies/topology.ts';
import { nodeVersion } from '../host/node-versions.ts';
import { findProgram, findTool, whyNoTool } from '../host/tools.ts';
import { requireFreePort } from './ready.ts';

/**
 * @throws Problem SERVER_COMMAND_NOT_FOUND, SERVER_FILE_NOT_FOUND, PROCESSES_NEED_NODE, CPUS_UNAVAILABLE, PORT_TAKEN,
 *   PM2_MISSING, PISCINA_MISSING, CONTESTANT_NOT_READY, NODE_NOT_FOUND, REUSE_PORT_UNAVAILABLE
 */
export async function preflight(plan: Plan): Promise<void> {
  if (plan.cells.some(({ setting }) => 'cpus' in setting)) requireTaskset();
  if (plan.subject.kind !== 'command') {
    requireTopologies(plan);
    return;
  }
  const { command, cwd } = plan.subject;
  for (const place of new Set(plan.cells.map((cell) => cell.cwd ?? cwd))) requireCommand(command, place);
  if (plan.cells.some(({ setting }) => Number(setting['processes'] ?? 1) > 1)) requireNodeCommand(command);
  const origins = new Set(
    plan.cells.flatMap(({ requests }) => requests.map(({ url }) => new URL(url).origin)),
  );
  for (const origin of origins) await requireFreePort(origin);
}

/** The topologies that the cells of a plan name. */
export const topologiesOf = ({ cells }: Plan): ReadonlySet<string> =>
  new Set(cells.map(({ setting }) => String(setting['topology'] ?? 'node')));

function requireTopologies(plan: Plan): void {
  const used = topologiesOf(plan);
  for (const id of used) if (!topologies.has(id)) throw new Error(`no topology "${id}"`);
  const missing = [...used].map(packageOf).find((name) => name !== null && findPackage(name) === null);
  if (missing) throw problem(missing === 'pm2' ? 'PM2_MISSING' : 'PISCINA_MISSING', {});
  if (plan.node !== null && nodeVersion(plan.node) === null) {
    throw problem('NODE_NOT_FOUND', { value: plan.node, why: message('node.silent') });
  }
  for (const { id, launch, reason: why } of plan.contestants ?? [])
    if (used.has(id) && !launch)
      throw problem('CONTESTANT_NOT_READY', { name: id, why: why ?? message('contestant.not-prepared') });
  requireReusePort(plan);
}

function requireReusePort({ cells, node }: Plan): void {
  const asked = cells.filter(({ setting }) => setting['topology'] === 'reuse-port');
  for (const binary of new Set(asked.map((cell) => cell.node ?? node))) {
    const version = binary === null ? process.versions.node : nodeVersion(binary);
    if (version !== null && !hasReusePort(version)) throw problem('REUSE_PORT_UNAVAILABLE', { version });
  }
}

/** @throws Problem SERVER_COMMAND_NOT_FOUND, SERVER_FILE_NOT_FOUND */
export function requireCommand(command: readonly string[], cwd: string): void {
  const [program = ''] = command;
  if (!findProgram(program, cwd)) throw problem('SERVER_COMMAND_NOT_FOUND', { program });
  requireScript(command, cwd);
}

/** Refuses a script that is not there (`node serve.js`): all trials would fail for a reason that is known now. */
function requireScript(command: readonly string[], cwd: string): void {
  const file = nodeCommand(command)?.script;
  if (file === undefined) return; // not a plain node command: whatever it runs is its own affair
  const candidates = ['', '.js', '.cjs', '.json', '/index.js', '/package.json'].map((ending) =>
    resolve(cwd, file + ending),
  );
  if (!/[{}]/.test(file) && !candidates.some((path) => existsSync(path))) {
    throw problem('SERVER_FILE_NOT_FOUND', { file, cwd });
  }
}

function requireTaskset(): void {
  if (process.platform !== 'linux') throw problem('CPUS_UNAVAILABLE', reason('cpus.not-linux'));
  if (findTool('taskset')) return;
  const why = whyNoTool('taskset');
  throw problem('CPUS_UNAVAILABLE', { why, todo: message('cpus.no-taskset') });
}

/**
 * Divides the CPUs between server and generator where there are enough, so that neither waits for the other. With three
 * or fewer the server keeps them all: taking half of its machine away would measure another machine.
 */
export function partCpus({ affinity }: HostConditions): Plan['affinity'] {
  if (!affinity || affinity.length < 4 || !findTool('taskset')) return null;
  const own = affinity.length >= 16 ? 2 : 1;
  return { server: affinity.slice(0, -own), generator: affinity.slice(-own) };
}
