/** Changes in exact words: lines to set, and sketches of code with the names that were seen. */
import { oneLine } from '../../format/printable.ts';
import { message, type Args, type MessageCode } from '../../messages/message.ts';
import { applications } from '../../apply/apply.ts';
import { clusterFile, clusterLines, scriptName } from '../../apply/apply-command.ts';
import { isScript, nameOf, nodeCommand, withOwnFlag, type NodeCommand } from '../../apply/node-command.ts';
import { quoted } from '../../messages/shell.ts';
import { typedLine, type OptionValues, optionOfLoad } from '../../messages/command-line.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Setting } from '../../model/plan.ts';
import type { Vitals } from '../../model/vitals.ts';

/** How the server was started, as far as known. */
export type Start = Pick<Vitals, 'command' | 'script' | 'startedAs'>;

/** Codes of changes whose text takes no figures. */
type Fixed = {
  [Code in Extract<MessageCode, `change.${string}`>]: Args<Code> extends [] ? Code : never;
}[Extract<MessageCode, `change.${string}`>];

/** @param text its lines, or all of it. @param setting see `Change` */
export function change(
  type: Change['type'],
  what: Change['what'] | Fixed,
  text: string | readonly string[],
  setting?: Setting,
): Change {
  const whole = typeof text === 'string' ? text : text.join('\n');
  const said = typeof what === 'string' ? message<Fixed>(what) : what;
  return { type, what: said, text: whole, ...(setting && { setting }) };
}

const line = (words: readonly string[]) => words.map(quoted).join(' ');

function wordsOf({ command, startedAs }: Start): readonly string[] {
  return startedAs ?? command.trim().split(/\s+/);
}

/** @returns the file of the application; null where a bin, npm or another program starts it */
function scriptOf(start: Start): string | null {
  const words = wordsOf(start);
  const node = nodeCommand(words);
  // A runner of TypeScript takes the script as its first argument: `tsx server.ts`, `node …/.bin/tsx server.ts`.
  const candidates = node ? [node.script, ...node.args] : words;
  return candidates.find((word) => isScript(word) && !isInstalled(word)) ?? null;
}

/** @returns the command with a variable before it */
export function withVariable(start: Start, assignment: string): string {
  const words = wordsOf(start);
  const node = nodeCommand(words);
  // The command line of a bin shows its file without the folder: users type its name.
  const isBin = start.startedAs === null && node && node.flags.length === 0 && !isScript(node.script);
  return `${assignment} ${line(isBin ? words.slice(1) : words)}`;
}

/** @returns the command with a flag of Node; it goes into the environment where no plain script is started */
export function withFlag(start: Start, flag: string): string {
  const node = nodeCommand(wordsOf(start));
  const own = withOwnFlag(wordsOf(start), flag);
  if (own) return line(own.words);
  if (!node || !isScript(node.script)) return withVariable(start, `NODE_OPTIONS=${flag}`);
  return line([node.program, flag, ...node.flags, node.script, ...node.args]);
}

export const heapProfile = (start: Start): Change =>
  change('command', 'change.heap-profile', withFlag(start, '--heap-prof'));

export const heapSnapshots = (start: Start): Change =>
  change(
    'command',
    'change.heap-snapshots',
    `${withFlag(start, '--heapsnapshot-signal=SIGUSR2')}\nkill -USR2 PID # twice`,
  );

/** @returns the level of a sweep that gives Node a flag, whatever starts it */
export const nodeOption = (flag: string): Setting => ({ 'env:NODE_OPTIONS': flag });

/** @returns a command for another run of the doctor: on the same process, or on the command that it started, which has ended since */
export function doctorAgain(
  { pid, startedAs, load }: Pick<Vitals, 'pid' | 'startedAs' | 'load'>,
  options: OptionValues,
): string {
  const all = { ...(load !== null && optionOfLoad(load)), ...options };
  // The text is stored: when it is shown, the program's name is replaced by the one in use.
  return `chokepoint ${typedLine('doctor', all, startedAs ? { command: startedAs } : { words: [String(pid)] })}`;
}

/** Sets the variable outside the process, where all of libuv sees it: as a line to run, and in the files of services. */
export function setPoolSize(start: Start, size: number): Change[] {
  const words = wordsOf(start);
  const { ways } = applications({ pool: size }, words);
  const services = ways.filter(({ place }) => ['systemd', 'Dockerfile', 'PM2'].includes(place));
  return [
    change(
      'env',
      message('change.pool-size', { size }),
      ways.find(({ place }) => place === 'shell')?.text ?? `UV_THREADPOOL_SIZE=${size} ${line(words)}`,
      { pool: size },
    ),
    change(
      'config',
      'change.pool-size-service',
      services.map(({ file, text }) => `# ${file}\n${text}`).join('\n'),
    ),
  ];
}

/** The call of each kind of job, to be put into the limiter. */
const callsOf: Readonly<Record<string, string>> = {
  fs: 'fs.promises.readFile(path)',
  'fs.readfile': 'fs.promises.readFile(path)',
  dns: 'dns.promises.lookup(host)',
  crypto: "pbkdf2(password, salt, rounds, 64, 'sha512') // promisified",
  zlib: 'gzip(body) // promisified',
  node_api: 'theAddOn.work(input)',
};

/** A limiter of a few lines around the call of the kind that was seen. */
export function limiter(kind: string, most: number, what: Change['what']): Change {
  const ofAddOn = kind.startsWith('addon:')
    ? `theAddOn.work(input) // ${oneLine(kind.slice('addon:'.length))}`
    : null;
  const call = ofAddOn ?? callsOf[kind] ?? 'theCall(input)';
  const [expression = call, comment] = call.split(' // ');
  return change('code', what, [
    `// At most ${most} at a time; the others wait here, and hold no pool thread.`,
    `const most = ${most};`,
    `let running = 0;`,
    `const waiting = [];`,
    `async function limited(job) {`,
    `  if (running >= most) await new Promise((go) => waiting.push(go));`,
    `  else running++;`,
    `  try { return await job(); }`,
    `  finally { const next = waiting.shift(); if (next) next(); else running--; }`,
    `}`,
    `await limited(() => ${expression});${comment ? ` // ${comment}` : ''}`,
  ]);
}

const isInstalled = (file: string) => /(?:^|\/)node_modules\//.test(file);

/**
 * Starts more processes: the application's own script under `node:cluster`, a package's bin under PM2, which needs no file. Both
 * get the arguments that it has now.
 */
export function moreProcesses(start: Start, processes: number): Change {
  const what = message('change.more-processes', { processes });
  const words = wordsOf(start);
  const setting = { processes };
  const typed = scriptOf(start);
  const own = nodeCommand(start.command.trim().split(/\s+/));
  const { script: file } = start;
  const isOwnFile = file !== null && isScript(file) && !isInstalled(file);
  if (typed === null && !isOwnFile) return { ...underPm2(start, own, processes), setting };
  const at = typed === null ? -1 : words.indexOf(typed);
  const args = at < 0 ? (own?.args ?? []) : words.slice(at + 1);
  // A running process shows only the last part of its script's name in its command.
  const exec = isOwnFile && (typed === null || nameOf(file) === nameOf(typed)) ? file : (typed ?? '');
  const starts = at < 0 ? 'node cluster.cjs' : line([...words.slice(0, at), 'cluster.cjs']);
  return change(
    'code',
    what,
    `// ${clusterFile}, started as: ${starts}\n${clusterLines({ script: exec, args }, processes)}`,
    setting,
  );
}

function underPm2(start: Start, own: NodeCommand | null, processes: number): Change {
  const { name, program, args } = binOf(start, own);
  const app = name.replace(/\.[cm]?[jt]s$/, '');
  const flags = own && own.flags.length > 0 ? ` --node-args=${quoted(own.flags.join(' '))}` : '';
  const given = args && args.length > 0 ? ` -- ${line(args)}` : '';
  const hidden = args ? '' : ' # and behind -- its arguments: it hides them';
  return change(
    'command',
    message('change.more-processes-pm2', { processes, app }),
    `npx pm2 start ${program} --name ${quoted(app)} -i ${processes}${flags}${given}${hidden}`,
  );
}

/** The bin as the process shows it, or as it was typed if the process has renamed itself. Only npx finds the bin of a package. */
function binOf({ script, startedAs, command }: Start, own: NodeCommand | null) {
  const typed = startedAs && typedBin(startedAs);
  const [title = ''] = command.trim().split(/\s+/);
  const bin = own?.script ?? typed?.bin ?? title;
  const name = nameOf(bin);
  const fetched = typed?.package ? `-p ${quoted(typed.package)} ` : '';
  const found = `"$(npx ${fetched}-c ${quoted(`which ${quoted(name)}`)})"`;
  const program = script !== null ? quoted(script) : bin.includes('/') ? quoted(bin) : found;
  return { name, program, args: own?.args ?? typed?.args ?? null };
}

/** Reads `npx --yes http-server@14 -p 80`, or the bin itself; null for a script of package.json, which may start any bin. */
function typedBin(words: readonly string[]) {
  const [first = '', ...rest] = words;
  const isExec = nameOf(first) === 'npm' && /^(?:exec|x)$/.test(rest[0] ?? '');
  if (nameOf(first) !== 'npx' && !isExec)
    return scriptName(words) === null ? { bin: first, args: rest, package: null } : null;
  const own = isExec ? rest.slice(1) : rest;
  const [name = '', ...args] = own.slice(own.findIndex((word) => !word.startsWith('-')));
  return { bin: nameOf(name).replace(/@.*/, ''), args, package: name };
}

/** The CPU quota of a container, in Docker's words and Kubernetes'. */
export function raiseCpuLimit(cpus: number, what: Change['what']): Change {
  return change(
    'config',
    what,
    `docker update --cpus=${cpus} CONTAINER\n# Kubernetes\nresources: { limits: { cpu: '${cpus}' } }`,
  );
}
