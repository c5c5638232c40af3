/** The rules that keep the shape of the house. Each says in words what is wrong, and what would be right. */
import { posix } from 'node:path';
import type { Rules } from './document.ts';
import { sentencesOf } from './sentences.ts';
import { parseSource, type Source } from './source.ts';

/** Every file of the house by its path from the root, with its text. */
export type Files = ReadonlyMap<string, string>;

export const longest = 400;
/** Files of a folder, and types of one name. */
export const [mostFiles, mostMeanings] = [30, 2];

/** Names of drawers: what lies in them has no name of its own yet. */
const drawers = new Set(['lib', 'core', 'util', 'utils', 'common', 'helper', 'helpers', 'misc', 'types']);

/** Modules that are pure: not even Node's own modules. */
const pure = new Set(['format', 'messages', 'model', 'stats', 'queueing', 'saturation']);
/** Texts are files: one function reads them. */
const readsTexts = 'src/messages/texts.ts';

/** Node's modules as of Node 20.0, the oldest that a guest runs on (`node:sqlite` came with 22.5). */
const node20 =
  `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix
path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers
stream/promises stream/web string_decoder sys test timers timers/promises tls trace_events tty url util util/types v8 vm
wasi worker_threads zlib`.split(/\s/);

/** @returns a sentence for everything that breaks a rule; empty if the house is in order. */
export function violations(files: Files, rules: Rules): string[] {
  const sources = sourcesOf(files);
  return [
    ...namesAndSizes(files),
    ...crowds(files),
    ...budgets(files, rules),
    ...directions(sources, rules),
    ...packages(sources, rules),
    ...programs(sources, rules),
    ...bareNames(sources),
    ...guests(sources, rules),
    ...terminal(sources, rules),
    ...sentences(files, rules),
    ...ofLinux(files, rules),
    ...cycles(sources),
    ...missing(files, rules),
  ].toSorted();
}

const sourcesOf = (files: Files) =>
  new Map(
    [...files].filter(([path]) => isSource(path)).map(([path, text]) => [path, parseSource(path, text)]),
  );

const isSource = (path: string) => path.startsWith('src/') && /\.c?ts$/.test(path);

/** `measure` of `src/run/trial.ts`, `lab` of `src/run/run.ts`. */
const moduleOf = (path: string) => /^src\/(\w[\w-]*)/.exec(path)?.[1] ?? path;

const inWords = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'nothing');

function namesAndSizes(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    const found: string[] = [];
    const drawer = path
      .split('/')
      .map((part) => part.split('.')[0] ?? '')
      .find((part) => drawers.has(part));
    if (drawer) found.push(`${path}: "${drawer}" says nothing of what is inside; name the thought`);
    const lines = linesOf(text);
    if (lines > longest && !isWritten(text) && !path.endsWith('.ftl'))
      found.push(`${path} has ${lines} lines; at most ${longest}, one thought in each file`);
    return found;
  });
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
const isWritten = (text: string) => text.startsWith('/** Written by `npm run build`');

/** A folder is seen at one glance, and the name of a type says which one is meant. */
function crowds(files: Files): string[] {
  const ofHouse = [...files].filter(([path]) => /^(?:src|test)\//.test(path));
  const folders = Map.groupBy(ofHouse, ([path]) => path.slice(0, path.lastIndexOf('/')));
  const types = ofHouse.flatMap(([path, text]) =>
    path.startsWith('src/')
      ? Array.from(
          text.matchAll(/^ *(?:export )?(?:(?:interface|class) ([A-Z]\w*)|type ([A-Z]\w*)\s*[=<])/gm),
          ([, name, alias]) => ({ name: name ?? alias ?? '', path }),
        )
      : [],
  );
  const full = [...folders].filter(([, own]) => own.length > mostFiles);
  const vague = [...Map.groupBy(types, ({ name }) => name)].filter(([, own]) => own.length > mostMeanings);
  return [
    ...full.map(([folder, own]) => `${folder} has ${own.length} files; at most ${mostFiles}`),
    ...vague.map(
      ([name, own]) =>
        `${name} is the name of ${own.length} types: ${own.map(({ path }) => path).join(', ')}`,
    ),
  ];
}

/** Nobody can hold in mind what only grows. */
function budgets(files: Files, rules: Rules): string[] {
  return [...rules.budgets].flatMap(([name, most]) => {
    const own = [...files].filter(([path, text]) => moduleOf(path) === name && !isWritten(text));
    const lines = own.reduce((sum, [, text]) => sum + linesOf(text), 0);
    return lines > most
      ? `src/${name} has ${lines} lines; at most ${most}: delete what the change made needless, or raise the budget in a commit of its own`
      : [];
  });
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly kind: 'import' | 'process';
}

/** References to other files; what is started has the same name, with the extension of the one that starts it. */
function edges(sources: ReadonlyMap<string, Source>): Edge[] {
  return [...sources].flatMap(([from, { references }]) =>
    references
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, line, typeOnly, kind }) => {
        const target = posix.join(posix.dirname(from), specifier);
        return { from, to: sources.has(`${target}.ts`) ? `${target}.ts` : target, line, typeOnly, kind };
      })
      // Files of other kinds (package.json, a folder to look in) are data.
      .filter(({ to, kind }) => sources.has(to) || (kind === 'import' && to.endsWith('.ts'))),
  );
}

function directions(sources: ReadonlyMap<string, Source>, { modules }: Rules): string[] {
  const unknown = new Set([...sources.keys()].map(moduleOf).filter((name) => !modules.has(name)));
  const found = Array.from(unknown, (name) => `src/${name} is not in the table of docs/architecture.md`);
  for (const { from, to, line, typeOnly } of edges(sources)) {
    const [importer, imported] = [moduleOf(from), moduleOf(to)];
    const allowed = modules.get(importer);
    if (importer === imported || !allowed) continue;
    const access = allowed.get(imported);
    if (access === 'values' || (access === 'types' && typeOnly)) continue;
    const list = Array.from(allowed, ([name, kind]) => (kind === 'types' ? `types of ${name}` : name));
    const target = to.startsWith('src/') ? to.slice('src/'.length) : to;
    const which = access === 'types' ? `values of ${target}` : target;
    found.push(
      `${importer} must not import ${which}, as ${from}:${line} does (${importer} may import ${inWords(list)})`,
    );
  }
  return found;
}

/** Whether a file of `src` is the place of a table, or lies in it. */
const isIn = (path: string, place: string) => path === `src/${place}` || path.startsWith(`src/${place}/`);

const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

function packages(sources: ReadonlyMap<string, Source>, rules: Rules): string[] {
  return [...sources].flatMap(([path, { references }]) =>
    references
      .filter(({ specifier }) => !specifier.startsWith('.'))
      .flatMap(({ specifier, line }) => {
        const builtin = specifier.startsWith('node:');
        if (builtin && pure.has(moduleOf(path)) && path !== readsTexts) {
          return [`${moduleOf(path)} is pure and must not import ${specifier}, as ${path}:${line} does`];
        }
        const allowed = rules.packages.get(builtin ? specifier : packageOf(specifier));
        if (builtin && !allowed) return [];
        if (allowed?.some((place) => isIn(path, place))) return [];
        const who = allowed ? `only ${inWords(allowed)} may` : 'it is in no table of docs/architecture.md';
        return [`${path}:${line} must not import ${specifier} (${who})`];
      }),
  );
}

/** What looks at processes that the user did not start, and may belong to anybody. */
const observers = [
  'observe/external',
  'observe/attach',
  'observe/session/process-tree.ts',
  'observe/session/process-collector.ts',
];

/**
 * Which files may start programs. What looks at processes of others reaches few of them: nothing that the owner of such
 * a process could have chosen may be started with the rights of whoever looks.
 */
function programs(sources: ReadonlyMap<string, Source>, { starters }: Rules): string[] {
  const near = (path: string) => [...starters].find(([place]) => isIn(path, place))?.[1];
  const found = [...sources].flatMap(([path, { references }]) => {
    const start = references.find(
      ({ specifier, typeOnly }) => specifier === 'node:child_process' && !typeOnly,
    );
    return start ? [{ path, line: start.line }] : [];
  });
  const all = edges(sources).filter(({ kind, typeOnly }) => kind === 'import' && !typeOnly);
  const reached = new Set([...sources.keys()].filter((path) => observers.some((place) => isIn(path, place))));
  // A Set is walked in order of insertion, what is added meanwhile included.
  for (const path of reached) for (const { from, to } of all) if (from === path) reached.add(to);
  return found.flatMap(({ path, line }) => {
    const allowed = near(path);
    if (allowed === undefined)
      return [`${path}:${line} must start no program: docs/processes.md does not list it`];
    if (allowed || !reached.has(path)) return [];
    return [`${path}:${line} starts programs, and is reached from what looks at processes of others`];
  });
}

/** Whoever decides what PATH holds would decide what root starts: `host/tools.ts` finds programs, in full. */
function bareNames(sources: ReadonlyMap<string, Source>): string[] {
  return [...sources].flatMap(([path, { bare }]) =>
    bare.map(
      ({ name, line }) => `${path}:${line} must not start ${name} by its name alone (host/tools.ts finds it)`,
    ),
  );
}

/** From every guest along what is really loaded: Node's old modules and other files of ours, nothing else. */
function guests(sources: ReadonlyMap<string, Source>, { processes }: Rules): string[] {
  const roots = [...processes].filter(([, place]) => place === 'guest').map(([file]) => `src/${file}`);
  const all = edges(sources);
  const reached = new Map(roots.filter((root) => sources.has(root)).map((root) => [root, root]));
  const found: string[] = [];
  // A Map is walked in order of insertion, what is added meanwhile included.
  for (const [path, root] of reached) {
    for (const { specifier, line, typeOnly, kind } of sources.get(path)?.references ?? []) {
      if (typeOnly || kind === 'process' || specifier.startsWith('.')) continue;
      if (specifier.startsWith('node:') && node20.includes(specifier.slice('node:'.length))) continue;
      found.push(
        `${path}:${line} must not import ${specifier}: it runs inside the measured process (${root}), which may be Node 20 without any package`,
      );
    }
    for (const { from, to, typeOnly, kind } of all) {
      if (from === path && !typeOnly && kind === 'import' && !reached.has(to)) reached.set(to, root);
    }
  }
  return found;
}

function terminal(sources: ReadonlyMap<string, Source>, { processes }: Rules): string[] {
  return [...sources]
    .filter(([path]) => moduleOf(path) !== 'cli' && !processes.has(path.slice('src/'.length)))
    .flatMap(([path, { effects }]) =>
      effects.map(
        ({ what, line }) =>
          `${path}:${line} uses ${what}: only cli prints and exits (docs/processes.md lists the processes)`,
      ),
    );
}

/** No logic on sentences: what is decided is decided by codes and figures, and text is made where it is shown. */
function sentences(files: Files, { speakers }: Rules): string[] {
  return [...files].flatMap(([path, text]) => {
    const module = moduleOf(path);
    if (!isSource(path) || module === 'messages' || module === 'format') return [];
    const { says, decisions } = sentencesOf(path, text);
    const maySay = speakers.some((place) => isIn(path, place));
    return [
      ...decisions.map(
        ({ what, line }) => `${path}:${line} decides by a sentence (${what}): ask its code, or carry a field`,
      ),
      ...(says === null || maySay
        ? []
        : [
            `${path}:${says} must not import say: text is made where it is shown (only ${inWords(speakers)} may)`,
          ]),
    ];
  });
}

/** Where there is no /proc, whoever asks a room that may read it is told so; nobody else finds a file missing. */
function ofLinux(files: Files, { readers }: Rules): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!isSource(path) || readers.some((place) => isIn(path, place))) return [];
    const line = text.split('\n').findIndex((one) => /['"`]\/(?:proc|sys)\//.test(one)) + 1;
    return line > 0
      ? [`${path}:${line} knows a path of Linux: only ${inWords(readers)} may (docs/processes.md)`]
      : [];
  });
}

/** Circles of imports, types included: what needs each other to be understood is one file. */
function cycles(sources: ReadonlyMap<string, Source>): string[] {
  const next = Map.groupBy(
    edges(sources).filter(({ kind }) => kind === 'import'),
    ({ from }) => from,
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`circle of imports: ${[...trail.slice(start), path].join(' → ')}`);
    if (start >= 0 || done.has(path)) return;
    for (const to of new Set(next.get(path)?.map((edge) => edge.to))) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return found;
}

/**
 * What no entry reaches is not in the product: it lives where it is used, in a bench or a test.
 * @param entries of the package; the files that are processes are entries too
 */
export function unreachable(files: Files, { processes }: Rules, entries: readonly string[]): string[] {
  const sources = sourcesOf(files);
  const all = edges(sources);
  const reached = new Set([...entries, ...processes.keys()].map((file) => `src/${file}`));
  // A Set is walked in order of insertion, what is added meanwhile included.
  for (const path of reached) for (const { from, to } of all) if (from === path) reached.add(to);
  return [...sources.keys()]
    .filter((path) => !reached.has(path))
    .map((path) => `${path} is reached from no entry: move it to where it is used, or delete it`);
}

/** A document that names what is not there misleads; modules of later days are marked in its text. */
function missing(files: Files, { processes }: Rules): string[] {
  return [...processes.keys()]
    .filter((file) => !files.has(`src/${file}`))
    .map((file) => `docs/processes.md lists src/${file}, which does not exist`);
}
