/**
 * Servers of other platforms that do the same work as the lab's own, and prove it in the same way. Their sources are in
 * `contestants/`; `src/lab/contestants` finds and builds them, and says by `LaunchSpec.contestant` how they are started.
 */
import { join } from 'node:path';
import type { ContestantId } from '../model/contestant.ts';
import type { ContestantLaunch } from '../model/schema/contestant.ts';
import { message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';
import { single, type Launch, type LaunchSpec, type Topology } from './topology.ts';

/** Returns the topology of a platform: one process, which says by its first answer that it listens. */
function platform(
  id: ContestantId,
  label: string,
  launch: (spec: LaunchSpec, prepared: ContestantLaunch) => Omit<Launch, 'announces'> & Partial<Launch>,
): Topology {
  return {
    id,
    label,
    processes: 1,
    launch(spec) {
      const { contestant } = spec;
      if (!contestant)
        throw problem('CONTESTANT_NOT_READY', { name: label, why: message('contestant.not-prepared') });
      return { announces: 0, ...launch(spec, contestant) };
    },
  };
}

/** The lab's server under another runtime, or with another package: unchanged, it announces itself as under Node. */
const ownServer = (spec: LaunchSpec, { file, args, env }: ContestantLaunch) => {
  const launch = single.launch(spec);
  return { ...launch, file, args: [...args, ...launch.args], env: { ...launch.env, ...env } };
};

/** Returns the launch of a program in another language: all that it has to know are arguments. */
const otherServer =
  (argument: (name: string, value: string | number) => string) =>
  ({ guest, directory }: LaunchSpec, { file, args, env }: ContestantLaunch) => {
    if (guest.kind !== 'app') throw new Error(`no other platform runs the program "${guest.program}"`);
    const { host, port, parameters } = guest.options;
    const given = { host, port, data: join(directory, 'data'), lines: parameters['lines'] ?? 0 };
    return {
      file,
      args: [...args, ...Object.entries(given).map(([name, value]) => argument(name, value))],
      env: { ...defaults, ...env },
    };
  };

/** Variables that could change a runtime's own defaults, taken out: every row runs as it would on a fresh machine. */
const defaults = Object.fromEntries(
  [
    'JAVA_TOOL_OPTIONS',
    'JDK_JAVA_OPTIONS',
    '_JAVA_OPTIONS',
    'GOMAXPROCS',
    'GOGC',
    'GOMEMLIMIT',
    'GODEBUG',
  ].map((name) => [name, undefined]),
);

const spring = otherServer((name, value) => {
  const property = { host: 'server.address', port: 'server.port' }[name] ?? `chokepoint.${name}`;
  return `--${property}=${value}`;
});
const go = otherServer((name, value) => `-${name}=${value}`);

export const platforms: readonly Topology[] = [
  platform('spring-mvc', 'Spring MVC', spring),
  platform('spring-virtual', 'Spring MVC on virtual threads', spring),
  platform('spring-webflux', 'Spring WebFlux', spring),
  platform('go', 'Go net/http', go),
  platform('bun', 'Bun', ownServer),
  platform('deno', 'Deno', ownServer),
  platform('express', 'Express', (spec, contestant) => ({ ...ownServer(spec, contestant), file: spec.node })),
];
