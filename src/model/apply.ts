/** How a recommended setting is put to work: the same few words in the places where people keep them. */
import type { Level, Setting } from './plan.ts';
import { quoted } from './shell.ts';

/** Text to be copied, and where it belongs. */
export interface Application {
  readonly place: 'shell' | 'Dockerfile' | 'systemd' | 'PM2' | 'Kubernetes' | 'package.json';
  /** The file that it is a part of; null for a line that is typed. */
  readonly file: string | null;
  readonly text: string;
}

export interface Applications {
  readonly ways: readonly Application[];
  /** What has to be understood besides, in sentences. */
  readonly notes: readonly string[];
}

/**
 * @param setting `pool`, `processes`, `cpus`, `env:NAME`, `arg:NAME`
 * @param command the server's own, `['node', 'server.js']`
 */
export function applications(setting: Setting, command: readonly string[]): Applications {
  const environment = environmentOf(setting);
  const words = withArguments(command, setting);
  const processes = numberOf(setting['processes']);
  const cpus = numberOf(setting['cpus']);
  const isChanged = words.some((word, i) => word !== command[i]);
  const parts: Parts = { environment, words, isChanged, processes, cpus };
  const ways = [shell, dockerfile, systemd, pm2, kubernetes, packageScript].map((way) => way(parts));
  return { ways, notes: notesOf(setting, parts) };
}

interface Parts {
  readonly environment: readonly (readonly [name: string, value: string])[];
  readonly words: readonly string[];
  /** Whether they are others than what runs today. */
  readonly isChanged: boolean;
  readonly processes: number | null;
  readonly cpus: number | null;
}

/** A pool of `default` sets nothing: libuv's own size. */
function environmentOf(setting: Setting): [string, string][] {
  return Object.entries(setting).flatMap(([key, level]): [string, string][] => {
    if (key === 'pool') return level === 'default' ? [] : [['UV_THREADPOOL_SIZE', String(level)]];
    return key.startsWith('env:') ? [[key.slice('env:'.length), String(level)]] : [];
  });
}

/** As a trial does it: in place of `{NAME}`, else as `--NAME=value` at the end. */
function withArguments(command: readonly string[], setting: Setting): readonly string[] {
  return Object.entries(setting).reduce<readonly string[]>((words, [key, level]) => {
    if (!key.startsWith('arg:')) return words;
    const name = key.slice('arg:'.length);
    const mark = `{${name}}`;
    return words.some((word) => word.includes(mark))
      ? words.map((word) => word.replaceAll(mark, String(level)))
      : [...words, `--${name}=${level}`];
  }, command);
}

const numberOf = (level: Level | undefined) => (typeof level === 'number' ? level : null);
const line = (words: readonly string[]) => words.map(quoted).join(' ');

function shell({ environment, words, cpus }: Parts): Application {
  const variables = environment.map(([name, value]) => `${name}=${quoted(value)}`);
  const affinity = cpus === null ? [] : ['taskset', '--cpu-list', cpuList(cpus)];
  return { place: 'shell', file: null, text: [...variables, line([...affinity, ...words])].join(' ') };
}

function dockerfile({ environment, words }: Parts): Application {
  const variables = environment.map(([name, value]) => `ENV ${name}=${inQuotes(value)}`);
  return {
    place: 'Dockerfile',
    file: 'Dockerfile',
    text: [...variables, `CMD ${JSON.stringify(words)}`].join('\n'),
  };
}

function systemd({ environment, words, isChanged, cpus }: Parts): Application {
  // systemd expands % by itself.
  const variables = environment.map(
    ([name, value]) => `Environment=${inQuotes(`${name}=${value}`).replaceAll('%', '%%')}`,
  );
  const affinity = cpus === null ? [] : [`CPUAffinity=${cpuList(cpus)}`];
  // An empty one takes back what the unit itself says.
  const start = isChanged
    ? ['ExecStart=', `ExecStart=${words.map((word) => inQuotes(word).replaceAll('%', '%%')).join(' ')}`]
    : [];
  return {
    place: 'systemd',
    file: '/etc/systemd/system/SERVICE.service.d/override.conf',
    text: ['[Service]', ...variables, ...affinity, ...start].join('\n'),
  };
}

/** PM2 starts Node by itself: it wants the script, and what Node itself is told apart from it. */
function nodeCommand(words: readonly string[]): { flags: readonly string[]; rest: readonly string[] } {
  const isNode = words.length > 1 && words[0]?.split('/').at(-1) === 'node';
  if (!isNode) return { flags: [], rest: words };
  const takesNext = new Set(['-r', '--require', '--import', '-C', '--conditions', '--loader']);
  let at = 1;
  while (words[at]?.startsWith('-') && at < words.length - 1) at += takesNext.has(words[at] ?? '') ? 2 : 1;
  return { flags: words.slice(1, at), rest: words.slice(at) };
}

function pm2({ environment, words, processes }: Parts): Application {
  const { flags, rest } = nodeCommand(words);
  const [script, ...args] = rest;
  const isMany = processes !== null && processes > 1;
  const app = {
    name: 'SERVICE',
    script,
    ...(args.length > 0 && { args }),
    ...(flags.length > 0 && { node_args: flags }),
    ...(processes !== null && { instances: processes }),
    exec_mode: isMany ? 'cluster' : 'fork',
    env: Object.fromEntries(environment),
  };
  const text = `module.exports = ${JSON.stringify({ apps: [app] }, null, 2)};`;
  return { place: 'PM2', file: 'ecosystem.config.cjs', text };
}

function kubernetes({ environment, words, isChanged, processes, cpus }: Parts): Application {
  const replicas = processes === null ? [] : ['  replicas: ' + String(processes)];
  const variables = environment.flatMap(([name, value]) => [
    `            - name: ${name}`,
    `              value: ${JSON.stringify(value)}`,
  ]);
  const limits =
    cpus === null ? [] : ['          resources:', '            limits:', `              cpu: "${cpus}"`];
  const text = [
    'spec:',
    ...replicas,
    '  template:',
    '    spec:',
    '      containers:',
    '        - name: SERVICE',
    ...(isChanged ? [`          command: ${JSON.stringify(words)}`] : []),
    ...(variables.length > 0 ? ['          env:', ...variables] : []),
    ...limits,
  ].join('\n');
  return { place: 'Kubernetes', file: 'deployment.yaml', text };
}

function packageScript({ environment, words }: Parts): Application {
  const start = [...environment.map(([name, value]) => `${name}=${quoted(value)}`), line(words)].join(' ');
  const text = JSON.stringify({ scripts: { start } }, null, 2);
  return { place: 'package.json', file: 'package.json', text };
}

function notesOf(setting: Setting, { environment, processes, cpus }: Parts): string[] {
  const pool = setting['pool'];
  const notes: string[] = [];
  if (pool !== undefined) {
    notes.push(
      'UV_THREADPOOL_SIZE is read once, when the pool is first used: set it before the process starts, not in its code.',
    );
  }
  if (pool !== undefined && processes !== null && processes > 1) {
    const threads = typeof pool === 'number' ? pool : 4;
    notes.push(
      `Each process has a pool of its own: ${processes} processes × ${threads} threads are ${processes * threads} pool threads on the machine.`,
    );
  } else if (pool !== undefined) {
    notes.push('Each process has a pool of its own: with more processes the threads multiply.');
  }
  if (processes !== null && processes > 1) {
    notes.push(
      'It was measured with so many processes on one machine, behind one port: PM2 in cluster mode does the same. Replicas in Kubernetes are spread over machines, and the other forms start one process.',
    );
  }
  if (cpus !== null)
    notes.push(`It was measured on ${cpus} of the machine's CPUs: more of them are another setting.`);
  if (environment.some(([name]) => name === 'UV_THREADPOOL_SIZE')) {
    notes.push(
      'In package.json the line is for a POSIX shell; on Windows set the variable where the service is defined.',
    );
  }
  return notes;
}

const cpuList = (cpus: number) => (cpus === 1 ? '0' : `0-${cpus - 1}`);

/** As Dockerfiles and unit files need it: bare where that is safe, else in double quotes. */
function inQuotes(value: string): string {
  return /^[\w@%+=:,./-]*$/.test(value) ? value : `"${value.replaceAll(/["\\$]/g, String.raw`\$&`)}"`;
}
