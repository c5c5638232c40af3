/** Ways to apply a recommended setting: the same few words in the places where people keep them. */
import {
  assignments,
  clusterFile,
  clusterText,
  scriptName,
  scriptWith,
  type PackageScript,
} from './apply-command.ts';
import { type NodeCommand, nodeCommand, withArguments } from './node-command.ts';
import { jsonText, message, type Message } from '../messages/message.ts';
import type { Level, Setting } from '../model/plan.ts';
import type { Application, Applications } from '../model/verdict.ts';
import { quoted } from '../messages/shell.ts';
import { ownPool } from '../model/factor.ts';

/**
 * @param setting `pool`, `processes`, `cpus`, `env:NAME`, `arg:NAME`
 * @param command the server's own, `['node', 'server.js']`
 * @param script script of package.json that it runs, if it is `npm start` or the like; null where that is not known
 */
export function applications(
  setting: Setting,
  command: readonly string[],
  script: PackageScript | null = null,
): Applications {
  const parts = partsOf(setting, command, script);
  const { processes, cluster } = parts;
  // More processes than the command itself can start: then only tools that start several are offered.
  const isBeyond = processes !== null && processes > 1 && !cluster;
  const all = isBeyond
    ? [pm2, kubernetes]
    : [primary, shell, dockerfile, systemd, pm2, kubernetes, packageScript];
  const found = all.flatMap((way) => way(parts) ?? []);
  const ways = found.filter(isWay);
  const leftOut = found.filter((one): one is Message => !isWay(one));
  return { ways, notes: [...notesOf(setting, parts), ...leftOut, ...placeholders(ways)] };
}

/** The variables and the words that start a command under a setting: `cluster.cjs` if there are several processes. */
export function startedUnder(setting: Setting, command: readonly string[]) {
  const parts = partsOf(setting, command, null);
  return {
    variables: assignments(parts.environment),
    words: startOf(parts),
    isCluster: parts.cluster !== null,
  };
}

function partsOf(setting: Setting, command: readonly string[], script: PackageScript | null): Parts {
  const own = withArguments(command, setting);
  const processes = numberOf(setting['processes']);
  const node = nodeCommand(own);
  const cluster = node && processes !== null && processes > 1 ? { node, processes } : null;
  return {
    environment: environmentOf(setting),
    own,
    words: cluster ? [cluster.node.program, ...cluster.node.flags, clusterFile] : own,
    node,
    cluster,
    isChanged: own.some((word, i) => word !== command[i]),
    processes,
    cpus: numberOf(setting['cpus']),
    runs: scriptName(command),
    script,
  };
}

interface Parts {
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** The command with the arguments of the setting; and the words that start all of its processes. */
  readonly own: readonly string[];
  readonly words: readonly string[];
  readonly node: NodeCommand | null;
  readonly cluster: { readonly node: NodeCommand; readonly processes: number } | null;
  /** Whether the setting changes the command's arguments. */
  readonly isChanged: boolean;
  readonly processes: number | null;
  readonly cpus: number | null;
  /** `scriptName` of the command. */
  readonly runs: string | null;
  readonly script: PackageScript | null;
}

/** A way to apply a setting, the reason why there is none, or null. */
type Way = Application | Message | null;

const isWay = (one: Application | Message): one is Application => 'place' in one;

/** Environment variables of a setting. A pool of `default` sets none: that is libuv's own size. */
function environmentOf(setting: Setting): [string, string][] {
  return Object.entries(setting).flatMap(([key, level]): [string, string][] => {
    if (level === 'default') return [];
    if (key === 'pool') return [['UV_THREADPOOL_SIZE', String(level)]];
    return key.startsWith('env:') ? [[key.slice('env:'.length), String(level)]] : [];
  });
}

const numberOf = (level: Level | undefined) => (typeof level === 'number' ? level : null);
const line = (words: readonly string[]) => words.map(quoted).join(' ');
const affinityOf = (cpus: number | null) => (cpus === null ? [] : ['taskset', '--cpu-list', cpuList(cpus)]);

const shellLine = (parts: Parts) => [...assignments(parts.environment), line(startOf(parts))].join(' ');
const startOf = ({ words, cpus }: Parts) => [...affinityOf(cpus), ...words];

const shell = (parts: Parts): Way => ({ place: 'shell', file: null, text: shellLine(parts) });

function primary({ cluster }: Parts): Way {
  return (
    cluster && { place: clusterFile, file: clusterFile, text: clusterText(cluster.node, cluster.processes) }
  );
}

function dockerfile({ environment, words, cluster, cpus }: Parts): Way {
  const variables = environment.map(
    ([name, value]) => `ENV ${name}=${inQuotes(value).replaceAll('$', String.raw`\$`)}`,
  );
  const lines = [
    ...(cpus === null ? [] : [`# To be started with: docker run --cpuset-cpus=${cpuList(cpus)} IMAGE`]),
    ...variables,
    ...(cluster ? [`COPY ${clusterFile} ./`] : []),
    `CMD ${jsonText(words)}`,
  ];
  return { place: 'Dockerfile', file: 'Dockerfile', text: lines.join('\n') };
}

/** A unit file. `%` begins a specifier; `$` is a variable in `ExecStart` only, where `$$` is one `$` (systemd.exec, systemd.service). */
function systemd({ environment, words, isChanged, cluster, cpus }: Parts): Way {
  const word = (text: string) => inQuotes(text.replaceAll('%', '%%'));
  const variables = environment.map(([name, value]) => `Environment=${word(`${name}=${value}`)}`);
  const affinity = cpus === null ? [] : [`CPUAffinity=${cpuList(cpus)}`];
  // An empty ExecStart first removes that of the unit itself.
  const start =
    isChanged || cluster
      ? ['ExecStart=', `ExecStart=${words.map((each) => word(each.replaceAll('$', '$$$$'))).join(' ')}`]
      : [];
  return {
    place: 'systemd',
    file: '/etc/systemd/system/SERVICE.service.d/override.conf',
    text: ['[Service]', ...variables, ...affinity, ...start].join('\n'),
  };
}

/** A file for PM2, which starts Node by itself: it takes the script, and Node's own flags apart from it. */
function pm2({ environment, own, node, processes, cpus }: Parts): Way {
  if (cpus !== null) return message('apply.no-pm2-cpus');
  if (!node && /^node(\d+)?$/.test(own[0]?.split('/').at(-1) ?? '')) return message('apply.no-pm2-file');
  const { flags, script, args } = node ?? { flags: [], script: own[0], args: own.slice(1) };
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
  const text = `module.exports = ${jsonText({ apps: [app] }, 2)};`;
  return { place: 'PM2', file: 'ecosystem.config.cjs', text };
}

function kubernetes({ environment, own, isChanged, processes, cpus }: Parts): Way {
  // $(NAME) would be a reference to another variable.
  const value = (text: string) => jsonText(text.replaceAll('$(', '$$$$('));
  const spread =
    processes !== null && processes > 1 ? ' # one process in each, spread over the machines' : '';
  const replicas = processes === null ? [] : [`  replicas: ${processes}${spread}`];
  const variables = environment.flatMap(([name, text]) => [
    `            - name: ${name}`,
    `              value: ${value(text)}`,
  ]);
  const limit =
    cpus === null ? '' : `              cpu: "${cpus}" # a quota of time; what was measured is an affinity`;
  const text = [
    'spec:',
    ...replicas,
    '  template:',
    '    spec:',
    '      containers:',
    '        - name: SERVICE',
    ...(isChanged ? [`          command: [${own.map(value).join(',')}]`] : []),
    ...(variables.length > 0 ? ['          env:', ...variables] : []),
    ...(cpus === null ? [] : ['          resources:', '            limits:', limit]),
  ].join('\n');
  return { place: 'Kubernetes', file: 'deployment.yaml', text };
}

/** A script of package.json. A variable before `npm start` inside that script would call it for ever: it goes before the script's text. */
function packageScript(parts: Parts): Way {
  const { runs, script, environment, isChanged, cpus } = parts;
  const entry = (name: string, text: string): Application => ({
    place: 'package.json',
    file: 'package.json',
    text: jsonText({ scripts: { [name]: text } }, 2),
  });
  if (runs === null) return entry('start', shellLine(parts));
  if (cpus !== null || isChanged || environment.length === 0) return message('apply.no-package');
  const variables = assignments(environment).join(' ');
  const named = runs === '' ? null : runs;
  if (!script) return message('apply.package-front', { variables, script: named });
  const text = scriptWith(script, environment);
  return text === null
    ? message('apply.package-own', { variables, script: named })
    : entry(script.name, text);
}

function notesOf(setting: Setting, { environment, processes, cpus, cluster }: Parts): Message[] {
  const pool = setting['pool'];
  const isMany = processes !== null && processes > 1;
  const notes: Message[] = [];
  if (pool !== undefined) notes.push(message('apply.pool'));
  if (pool !== undefined && isMany)
    notes.push(message('apply.pools', { processes, threads: typeof pool === 'number' ? pool : ownPool }));
  else if (pool !== undefined) notes.push(message('apply.own-pool'));
  if (cluster) notes.push(message('apply.cluster', { file: clusterFile }));
  else if (isMany) notes.push(message('apply.no-cluster'));
  if (cpus !== null) notes.push(message('apply.cpus', { cpus }));
  if (environment.some(([name]) => name === 'UV_THREADPOOL_SIZE')) notes.push(message('apply.windows'));
  return notes;
}

/** Notes about placeholders, for names that are not known here. */
function placeholders(ways: readonly Application[]): Message[] {
  const names = ['SERVICE', 'IMAGE'].filter((name) =>
    ways.some(({ text, file }) => text.includes(name) || file?.includes(name)),
  );
  return names.length === 0 ? [] : [message('apply.names', { names })];
}

const cpuList = (cpus: number) => (cpus === 1 ? '0' : `0-${cpus - 1}`);

/** A word for Dockerfiles and unit files: bare where that is safe, else in double quotes. */
function inQuotes(text: string): string {
  return /^[\w@%+=:,./$-]+$/.test(text) ? text : jsonText(text);
}
