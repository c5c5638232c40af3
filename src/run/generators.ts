/** The generators of a plan: each is started through the shell as the user typed it, and ended with all its processes. */
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { numbered } from '../format/words.ts';
import { systemClock, within } from '../host/clock.ts';
import { hostConditions } from '../host/host.ts';
import { signalGroup } from '../host/offspring.ts';
import { childIdentity, runMarker } from '../host/processes.ts';
import type { EngineHold } from '../load/engine.ts';
import { answerController } from '../load/remote/answer.ts';
import { remoteEngine, type RemoteEngine } from '../load/remote/remote-engine.ts';
import type { Channel } from '../load/remote/session.ts';
import { describeLoad, type Plan } from '../model/plan.ts';
import { message, type Message } from '../messages/message.ts';
import { runScope, type RunScope } from '../server/run-scope.ts';
import { scriptsOf } from './engines.ts';

/** Runs the far side of a generator. Resolves when its input has ended and none of its processes lives. */
export function generate(input: Readable, output: Writable): Promise<void> {
  return answerController(input, output, () => {
    const scope = runScope('generate');
    return { ...holdOf(scope), [Symbol.dispose]: () => scope[Symbol.dispose]() };
  });
}

const holdOf = (scope: RunScope): EngineHold => ({
  folder: scope.folder,
  onProcess: (who) => scope.process(who),
});

export interface GeneratorsOptions {
  readonly signal: AbortSignal;
  /** Allows requests to public addresses. */
  readonly allowsPublic: boolean;
  /** Called with the requests that are about to be sent, and their origin. */
  readonly tell: (line: Message) => void;
}

/**
 * Calls the generators of a plan; null where it has none.
 * @param real the plan with its secrets
 * @param shown the same without them
 * @throws Problem as `RemoteEngine.open`; the signal's reason
 */
export async function openGenerators(
  real: Plan,
  shown: Plan,
  { signal, allowsPublic, tell }: GeneratorsOptions,
): Promise<(AsyncDisposable & { readonly engine: RemoteEngine }) | null> {
  const commands = real.generators ?? [];
  if (commands.length === 0) return null;
  // Processes of the generators are ended even if this process is killed.
  const scope = runScope('generators');
  const names = numbered(shown.generators ?? []);
  let isOpen = false;
  const engine = remoteEngine({
    generators: commands.map((command, at) => ({
      name: names[at] ?? '',
      open: () => channel(command, scope),
    })),
    version: hostConditions().chokepoint,
    clock: systemClock,
    allowsPublic,
    hold: holdOf(scope),
    // Later the line of progress shows that it goes on.
    onSlow(name, most) {
      if (!isOpen) tell(message('generators.waiting', { name, most }));
    },
  });
  const close = async () => {
    await engine[Symbol.asyncDispose]();
    scope[Symbol.dispose]();
  };
  try {
    const loads = loadsOf(shown);
    tell(message('generators.announced', { generators: names, loads }));
    await engine.open(signal, scriptsOf(real));
    isOpen = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { engine, [Symbol.asyncDispose]: close };
}

/** The loads of a plan, each once; none where a search chooses them, since its cells hold only the first. */
const loadsOf = ({ cells, strategy }: Plan): string[] =>
  strategy.kind === 'capacity' ? [] : [...new Set(cells.map(({ load }) => describeLoad(load)))];

/** Times from a closed stdin to SIGTERM, and from there to SIGKILL. */
const politeTimes = [3000, 2000] as const;
const keptCharacters = 2000;

/** A shell with the command, in a process group of its own, so that all of it ends together. */
function channel(command: string, scope: RunScope): Channel {
  const mark = `${scope.mark}/generator`;
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    env: { ...process.env, [runMarker]: mark },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const root = child.pid === undefined ? null : childIdentity(child.pid);
  scope.server(root, true);
  let said = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (said = (said + text).slice(-keptCharacters)));
  const ended = new Promise<{ how: string; said: string }>((resolve) => {
    child.once('error', (error) => resolve({ how: error.message, said }));
    child.once('close', (code, signal) => {
      scope.server(root, false);
      resolve({ how: signal ?? `exit code ${code}`, said: said.trim() });
    });
  });
  const close = async () => {
    child.stdin.end();
    for (const [i, time] of politeTimes.entries()) {
      if ((await within(ended, time, systemClock)) !== null) return;
      const signal = i === 0 ? 'SIGTERM' : 'SIGKILL';
      if (process.platform === 'win32') child.kill(signal);
      else if (root !== null) signalGroup({ root, mark }, [], signal);
    }
    await within(ended, 1000, systemClock);
  };
  return { input: child.stdin, output: child.stdout, ended, close };
}
