/** Finds the process that the user names: by a PID, a port, a number that may be either, or an application of PM2. */
import { identity, isNode, processTree } from '../../host/processes.ts';
import { message } from '../../messages/message.ts';
import { Problem, problem } from '../../messages/problem.ts';
import { pm2Apps } from './pm2-apps.ts';
import { isPort, listensAt, processAtPort } from './port-target.ts';

/** `number`: a PID, or else a port. */
export type NamedTarget =
  | { readonly pid: number }
  | { readonly port: number }
  | { readonly number: number }
  | { readonly app: string };

export interface FoundTarget {
  readonly pid: number;
  /** The port that was named; null if none was. */
  readonly port: number | null;
  /** The application of PM2 to which the processes below `pid` have to belong; absent: all are meant. */
  readonly app?: string;
}

/** @throws Problem TARGET_AMBIGUOUS, PROCESS_NOT_FOUND, PM2_APP_UNKNOWN, and what `processAtPort` throws */
export function findTarget(named: NamedTarget): FoundTarget {
  if ('pid' in named) return { pid: named.pid, port: null };
  if ('port' in named) return { pid: processAtPort(named.port), port: named.port };
  return 'app' in named ? appTarget(named.app) : numberTarget(named.number);
}

/** Takes a number for a PID if it is that of a Node process, or of what started one; else for a port where somebody listens. */
function numberTarget(number: number): FoundTarget {
  const lives = identity(number) !== null;
  const below = lives ? processTree(number) : [];
  const isNodes = below.some(isNode);
  if (!isPort(number) || !listensAt(number)) {
    if (lives || !isPort(number)) return { pid: number, port: null };
    throw problem('PROCESS_NOT_FOUND', { pid: number, why: message('target.no-pid-no-port') });
  }
  if (!isNodes) return { pid: processAtPort(number), port: number };
  const listening = visibleAt(number);
  if (listening !== null && below.includes(listening)) return { pid: number, port: number };
  throw problem('TARGET_AMBIGUOUS', {
    text: String(number),
    why:
      listening === null
        ? message('target.both-hidden', { number })
        : message('target.both', { number, listening }),
    todo: message('target.say-which', { number }),
  });
}

/** The process that listens there; null if it belongs to somebody else, whose sockets may not be read. */
function visibleAt(port: number): number | null {
  try {
    return processAtPort(port);
  } catch (error) {
    if (error instanceof Problem && error.code === 'PORT_HIDDEN') return null;
    throw error;
  }
}

function appTarget(name: string): FoundTarget {
  const apps = pm2Apps();
  const [found, ...others] = apps.filter((app) => app.name === name);
  if (found === undefined) {
    const names = [...new Set(apps.map((app) => app.name))];
    throw problem('PM2_APP_UNKNOWN', { name, why: message('target.apps', { names }) });
  }
  const { daemon, pids } = found;
  const [only = daemon, ...more] = pids;
  if (others.length > 0)
    throw problem('TARGET_AMBIGUOUS', {
      text: name,
      why: message('target.several-daemons', { daemons: [found, ...others].map((app) => app.daemon) }),
      todo: message('target.name-pid', { pid: only }),
    });
  // If it has several processes, their parent is watched, so that one that PM2 starts anew is seen too.
  return { pid: more.length > 0 ? daemon : only, port: null, app: name };
}
