/** What is said of servers of other platforms: what they lack, and how their build goes on. */

const listed = (kind: string, found: readonly string[]) =>
  found.length > 0 ? `${kind} ${found.join(', ')}` : `no ${kind}`;

export interface JavaFound {
  readonly name: string;
  /** The oldest Java that runs it. */
  readonly needs: number;
  /** Versions; empty: none. */
  readonly java: readonly string[];
  /** Whether one of them has a compiler. */
  readonly compiles: boolean;
  readonly maven: readonly string[];
}

export const contestants = {
  'contestant.not-prepared': 'Nothing was found or built for it in this run.',
  'contestant.spring-missing': ({ name, needs, java, compiles, maven }: JavaFound) =>
    `${name} needs Java ${needs} or newer to run, and a JDK and Maven to be built; found ${listed('Java', java)}${java.length > 0 && !compiles ? ' without a compiler' : ''}, ${listed('Maven', maven)}. Install a JDK ${Math.max(needs, 25)} and Maven, or set JAVA_HOME and MAVEN_HOME, and run this again.`,
  'contestant.go-missing': ({ found }: { found: readonly string[] }) =>
    `Go 1.24 or newer is needed to build this server; found ${listed('Go', found)}. Install it from https://go.dev/dl, or put its folder on PATH, and run this again.`,
  'contestant.runtime-missing': ({ name, install }: { name: string; install: string }) =>
    `${name} was not found on PATH, in its own folder, or as an npm package. Install it (${install}) and run this again.`,
  'contestant.express-missing':
    'Express is optional and was not found. Install it (npm install express) and run this again.',
  'contestant.broken': ({ name, how, lines }: { name: string; how: string; lines: string }) =>
    `${name} could not be built (${how}). The last lines of the build: ${lines}`,
  'contestant.build-spring': ({ version }: { version: string }) =>
    `Spring Boot ${version} is built once: Maven loads some 100 MB of packages, a minute or two`,
  'contestant.build-go': ({ version }: { version: string }) =>
    `The Go server is built once with Go ${version}: two minutes at most, nothing is loaded`,
  'contestant.build-line': ({ seconds, loaded, line }: { seconds: number; loaded: number; line: string }) =>
    `building, ${seconds} s${loaded > 0 ? `, ${loaded} files loaded` : ''}${line === '' ? '' : `: ${line}`}`,
  'contestant.build-waits': ({ pid }: { pid: number }) =>
    `process ${pid} builds the same server: waiting for it`,
  'contestant.built': ({ name, seconds }: { name: string; seconds: number }) =>
    `${name}: built in ${seconds} s, and kept for the next runs`,
};
