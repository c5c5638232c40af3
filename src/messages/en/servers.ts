import type { Numbers } from '../nested.ts';
import { quoted } from '../shell.ts';

/** The exit codes of k6 (errext/exitcodes). */
const k6Codes = new Map([
  [100, 'setup() took too long'],
  [101, 'teardown() took too long'],
  [104, 'its options are not valid'],
  [105, 'it was interrupted'],
  [107, 'the script threw an exception'],
  [108, 'the script aborted the test'],
  [109, 'k6 crashed'],
  [110, 'the script marked the test as failed'],
]);

const k6Waits = {
  never: 'it could not be started',
  start: 'the load did not begin in time',
  end: 'it did not end in time',
};

/** `3000: 4711 node server.js`: taken ports, and who listens there. */
export type Held = Readonly<Record<'held', readonly string[]>>;
type Silent = Numbers<'ms' | 'most'> & Held & { command: readonly string[] };
const taken = (held: readonly string[]) =>
  held.length === 0 ? '' : ` Its port may be taken: ${held.join(', ')}.`;

/** Why a server, a Node or a stored run cannot be used, where the program knows it, and what to do. */
/** A request with a body, as it is typed. */
export const post = `-m POST -b '{"id":1}' -H 'content-type: application/json'`;

export const servers = {
  'node.silent': 'It cannot be run, or does not answer to --version.',
  /** One line before chokepoint starts itself on another Node; `source` is a package, null for the Node of a checkout. */
  'node.another': ({ version, other, source }: { version: string; other: string; source: string | null }) =>
    `Node ${version} is too old for chokepoint itself. It runs on Node ${other} (${source === null ? 'of this checkout' : `npm package ${source}`}); your server stays on yours.`,
  'node.another-none': ({ system }: { system: string }) => `For ${system} it cannot be fetched from here.`,
  'node.another-too-old': 'It is too old as well.',
  'node.another-run': ({ command }: { command: string }) => `Run: ${command}`,
  'node.another-install': ({ needed }: { needed: string }) => `Install Node ${needed} or newer.`,
  'node.no-version': 'No version is named.',
  'node.no-hash': ({ name, version }: { name: string; version: string }) =>
    `The registry has no hash of ${name}@${version}.`,
  'cpus.not-linux.why': 'Only Linux lets one process choose the CPUs of another.',
  'cpus.not-linux.todo': 'Leave "cpus" out of --vary.',
  'cpus.no-taskset': 'Install util-linux, or leave "cpus" out of --vary.',
  'children.refused.why': 'They belong to another user, could not be ended, and are still running.',
  'children.refused.todo':
    'End them by hand as that user (sudo kill), and let the command that starts them end them on SIGTERM.',
  'children.ended.why': 'They would have used the CPU of the next trial. They were ended.',
  'children.ended.todo': 'Let the server stop its children on SIGTERM.',
  'ready.last': ({ last, setting, port }: { last: string; setting: string; port: string | number }) =>
    `${last}. ${setting === '' ? 'The port was' : `The setting was ${setting}, the port`} ${port}.`,
  /** Ports that were open, and what each said instead of an HTTP answer. */
  'port.none': ({ ports, held }: { ports: readonly { port: number; why: string }[] } & Held) =>
    ports.length === 0
      ? `Its processes listened at no TCP port.${taken(held)}`
      : `They listened, but did not answer HTTP: ${ports.map(({ port, why }) => `${port}${why === '' ? '' : ` (${why})`}`).join(', ')}.`,
  /** Part of a sentence. */
  'port.holder': ({ name, uid }: { name: string | null; uid: number }) =>
    `, and it is no process that the command started: ${name ?? `a process of user ${uid} that may not be looked at`}`,
  /** It ended before it answered; ports that others hold are told where one of them may be its own. */
  'exited.todo': ({ setting, held }: { setting: string } & Held) =>
    `Start the same command by hand and read its last lines.${setting === '' ? '' : ` Its setting was ${setting}.`}${taken(held)}`,
  'ready.silent': ({ ms, most, held, command }: Silent) =>
    `no process of the server listens at a TCP port after ${ms / 1000} s; it is given ${most / 1000} s (--start-timeout).${taken(held)} A program that serves no HTTP: {chokepoint} doctor --load none -- ${command.map(quoted).join(' ')}`,
  'port-silent.todo': ({ held }: Held) =>
    `Ports where Node processes listen: ${held.join(', ') || 'none'}. ss -ltnp lists all.`,
  'path.hidden': ({ mask }: { mask: string }) =>
    `${mask} in the request stands for a secret that was hidden: give the body as -b @FILE, a header as -H NAME:@FILE.`,
  'path.name-one': ({ status, location }: { status: number; location: string | null }) => {
    const path = location?.startsWith('/') ? location.replace(/[?#].*/, '') : '/health';
    const login = status === 401 || status === 403 ? ', or log in with --header' : '';
    const method = location === null && login === '' ? `, or what the path takes: ${post}` : '';
    return `Name a path that works: --path ${quoted(path)}${login}${method}. If ${status} is right, write --expect-status ${status}.`;
  },
  'generator.silent': 'It left no message; it may have been ended from outside.',
  /** Why a program that chokepoint starts by itself was not found: `ab`, `git`. */
  'tool.not-on-path': ({ name }: { name: string }) => `No absolute folder of the PATH has ${name}.`,
  'tool.of-others': ({ file }: { file: string }) =>
    `Another user could have put ${file} there, so it is not run.`,
  /** Before it is run: a clone may bring what its authors put there. */
  'tool.of-folder': ({ file }: { file: string }) =>
    `note: ${file} is used. chokepoint has no such package of its own; the folder where you are has one.`,
  'k6.wrong.status': 'If that status is right, say so with http.setResponseCallback in the script.',
  'k6.wrong.check': 'Correct what the server answers, or the check of the script.',
  'k6.wrong.exception':
    'Correct the script, and run it once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  'k6.wrong.other':
    'Run the script once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  'k6.other-there': ({ theirs }: { theirs: string }) =>
    `It has k6 v${theirs}. Two versions may load differently, so their figures are not merged.`,
  'k6.script-there': ({ script, name }: { script: string; name: string }) =>
    `${script} (generator "${name}")`,
  /** `hung`: it was ended, because it had not begun or not ended in time; `never`: it could not be started. */
  'k6.ended': ({
    code,
    signal,
    hung,
  }: {
    code: number | null;
    signal: string | null;
    hung: 'never' | 'start' | 'end' | null;
  }) => {
    if (hung !== null) return k6Waits[hung];
    if (code === null) return `ended by ${signal ?? 'a signal'}`;
    return `${k6Codes.get(code) ?? 'it ended early'}, exit code ${code}`;
  },
  'header.unsendable.why': 'It holds a character that HTTP does not allow there.',
  'header.unsendable.todo': 'Leave out line breaks, and spaces in names.',
  'base.linked': ({ path }: { path: string }) => `${path} is a link in the base.`,
  'base.no-cell.why': ({ cells, isAmbiguous }: { cells: string; isAmbiguous: boolean }) =>
    `It measured ${cells}, and ${isAmbiguous ? 'several of them fit' : 'none of them fits'}.`,
  'base.no-cell.todo': 'Say which one by a level for each key, such as --vary pool=4.',
  'base.other-load.why': ({ before, now }: { before: string; now: string }) =>
    `It had another load: ${before}; now ${now}.`,
  'base.other-load.todo': 'Give the same --url, --load, --duration and request options as for that run.',
  'secrets.again': ({ options }: { options: readonly string[] }) => `Give ${options.join(' ')} again.`,
};
