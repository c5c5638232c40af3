/**
 * Servers of other platforms, found and built: what each needs, what was found, and how it is started. Nothing is bundled
 * and nothing is installed; whoever lacks a tool reads what was found and what to install.
 */
import { join } from 'node:path';
import { isOlder } from '../../host/binary/build.ts';
import { systemClock } from '../../host/clock.ts';
import { message, quoted, type Message } from '../../messages/message.ts';
import { Problem } from '../../messages/problem.ts';
import { contestantIds, javaHeap, type ContestantId } from '../../model/contestant.ts';
import type { Preparing } from '../../model/experiment.ts';
import type { Contestant } from '../../model/schema/contestant.ts';
import type { Clock } from '../../model/units.ts';
import { platforms } from '../../topologies/platform.ts';
import { built, cacheFolder, type BuildOptions, type Recipe } from './cached-build.ts';
import {
  findExpress,
  findGoes,
  findJavas,
  findMavens,
  findRuntime,
  systemPlaces,
  tellOfUsers,
  versionIn,
  type Places,
} from './tools.ts';

interface ContestantOptions extends Preparing {
  readonly places?: Places;
  /** The folder of the builds. */
  readonly cache?: string;
  /** The folder of the sources: `contestants` of this package. */
  readonly sources?: string;
  readonly clock?: Clock;
}

/** One way to bring a server up, as far as it was found. */
interface FoundTools {
  readonly versions: Record<string, string>;
  /** Why the server cannot be started. */
  readonly lacks?: Message;
  readonly recipe?: Recipe;
  /** @param folder of the finished build; empty where nothing is built */
  readonly launch?: (folder: string) => { file: string; args: string[]; env?: Record<string, string> };
}

const ownSources = join(import.meta.dirname, '../../../contestants');

/**
 * Finds the contestants, and builds those that have not been built yet. One that is missing or whose build fails does not stop the
 * others.
 * @returns one for each wanted id
 * @throws the signal's reason
 */
export async function findContestants(options: ContestantOptions): Promise<Contestant[]> {
  const { ids = contestantIds, builds, places = systemPlaces(), sources = ownSources, signal } = options;
  const { tell = () => {}, cache = cacheFolder(), clock = systemClock } = options;
  const find = finders(places, sources, options.asks ?? builds, tell);
  const folders = new Map<string, Promise<string>>();
  const folderOf = (recipe: Recipe): Promise<string> => {
    const begun = folders.get(recipe.kind) ?? builtOrTold(recipe, { cache, clock, tell, signal });
    folders.set(recipe.kind, begun);
    return begun;
  };
  const found: Contestant[] = [];
  // One after the other: two builds at once would both take twice as long.
  for (const id of contestantIds.filter((one) => ids.includes(one))) {
    const { versions, lacks, recipe, launch } = find[id]();
    if (lacks || !launch) {
      found.push({ id, state: 'missing', versions, reason: plain(lacks) });
      continue;
    }
    if (!builds) {
      found.push({ id, state: 'ready', versions });
      continue;
    }
    try {
      const { env = {}, ...command } = launch(recipe ? await folderOf(recipe) : '');
      found.push({ id, state: 'ready', versions, launch: { ...command, env } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      found.push({ id, state: 'broken', versions, reason: plain(broken(error)) });
    }
  }
  return found;
}

const labelOf = (id: ContestantId) => platforms.find((one) => one.id === id)?.label ?? id;

/** Builds, and tells of a failure when it happens: the figures of the others come minutes later. */
async function builtOrTold(recipe: Recipe, options: BuildOptions): Promise<string> {
  try {
    return await built(recipe, options);
  } catch (error) {
    if (error instanceof Problem) options.tell(broken(error));
    throw error;
  }
}

function broken(error: Problem): Message {
  const { code, details, what, why, todo } = error;
  if (code !== 'CONTESTANT_BUILD_FAILED') return quoted(`${what} ${why} ${todo}`);
  return message('contestant.broken', {
    name: text(details['name']),
    how: text(details['how']),
    lines: text(details['lines']),
  });
}

const text = (detail: unknown) => (typeof detail === 'string' ? detail : '');

/** A reason as it is stored. */
const plain = (reason: Message | undefined): Contestant['reason'] =>
  reason && { code: reason.code, params: { ...(reason.params as object) } };

/** The oldest Java that runs the servers: Boot 4 wants 17, and 21 brought virtual threads. */
const oldestJava = { plain: 17, virtual: 21 } as const;
/** The oldest Go that has `crypto/pbkdf2`. */
const oldestGo = '1.24';
const heap = `-Xmx${javaHeap / 2 ** 20}m`;
/** The same garbage collector for any number of CPUs: on one CPU Java would choose its serial one. */
const collector = '-XX:+UseG1GC';

/** Version of the parent in Spring's pom.xml, which is Boot. */
const parent = /<parent>[^]*?<version>([^<]+)<\/version>/;

type Finders = Readonly<Record<ContestantId, () => FoundTools>>;

function finders(places: Places, sources: string, asks: boolean, tell: (line: Message) => void): Finders {
  const javas = once(() => findJavas(places));
  const mavens = once(() => findMavens(places, asks));
  const boot = once(() => versionIn(join(sources, 'spring/pom.xml'), parent) ?? '');

  function spring(id: ContestantId, jar: string, needs: number, properties: readonly string[]): FoundTools {
    const [java] = javas();
    const compiler = javas().find(({ compiles, major }) => compiles && major >= oldestJava.plain);
    const [maven] = mavens();
    const versions = { ...(java && { java: java.version }), ...(maven?.version && { maven: maven.version }) };
    if (!java || java.major < needs || !compiler || !maven) {
      const lacks = message('contestant.spring-missing', {
        name: labelOf(id),
        needs,
        java: javas().map(({ version }) => version),
        compiles: compiler !== undefined,
        maven: mavens().map(({ version }) => version),
      });
      return { versions, lacks };
    }
    const version = boot();
    return {
      versions: { ...versions, 'spring-boot': version },
      recipe: {
        kind: 'spring',
        name: 'Spring Boot',
        sources: join(sources, 'spring'),
        versions: { java: compiler.version, maven: maven.version },
        announcement: message('contestant.build-spring', { version }),
        command: { file: maven.file, args: ['--batch-mode', 'package'] },
        env: { JAVA_HOME: compiler.home },
        results: { 'mvc.jar': 'mvc/target/mvc.jar', 'webflux.jar': 'webflux/target/webflux.jar' },
      },
      launch: (folder) => ({
        file: join(java.home, 'bin/java'),
        args: [heap, collector, '-jar', join(folder, jar), ...properties],
      }),
    };
  }

  return {
    'spring-mvc': () => spring('spring-mvc', 'mvc.jar', oldestJava.plain, []),
    'spring-virtual': () =>
      spring('spring-virtual', 'mvc.jar', oldestJava.virtual, ['--spring.threads.virtual.enabled=true']),
    'spring-webflux': () => spring('spring-webflux', 'webflux.jar', oldestJava.plain, []),
    go: () => {
      const all = findGoes(places);
      const go = all.find(({ version }) => !isOlder(version, oldestGo));
      if (!go) {
        const lacks = message('contestant.go-missing', { found: all.map(({ version }) => version) });
        return { versions: {}, lacks };
      }
      return {
        versions: { go: go.version },
        recipe: {
          kind: 'go',
          name: 'Go',
          sources: join(sources, 'go'),
          versions: { go: go.version },
          announcement: message('contestant.build-go', { version: go.version }),
          command: { file: go.file, args: ['build', '-trimpath', '-o', 'build/server', '.'] },
          // Nothing is fetched: no modules, and no other toolchain than the one that was found. No settings of the user's.
          env: {
            GOENV: 'off',
            GOTOOLCHAIN: 'local',
            GOPROXY: 'off',
            GOFLAGS: undefined,
            GOWORK: 'off',
            CGO_ENABLED: '0',
          },
          results: { server: 'build/server' },
        },
        launch: (folder) => ({ file: join(folder, 'server'), args: [] }),
      };
    },
    bun: () => runtime('bun', 'Bun', 'npm install bun', []),
    deno: () => runtime('deno', 'Deno', 'npm install deno', ['run', '--allow-all', '--no-config']),
    express: () => {
      const express = findExpress();
      if (express && asks) tellOfUsers([express.file], tell);
      if (!express) return { versions: {}, lacks: message('contestant.express-missing') };
      const versions = { node: process.versions.node, express: express.version };
      return {
        versions,
        launch: () => ({ file: process.execPath, args: [], env: { CHOKEPOINT_EXPRESS: express.file } }),
      };
    },
  };

  function runtime(id: 'bun' | 'deno', name: string, install: string, args: string[]): FoundTools {
    const found = findRuntime(id, places, asks, tell);
    if (!found) return { versions: {}, lacks: message('contestant.runtime-missing', { name, install }) };
    const versions = { ...(found.version && { [id]: found.version }) };
    return { versions, launch: () => ({ file: found.file, args }) };
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
