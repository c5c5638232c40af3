/** The function that a CPU profile blames, by whose it is, and what is done about it. */
import { oneLine } from '../../format/printable.ts';
import { jsonText, message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import { longestOwnStop, stopByProfile } from '../../saturation/own-stop.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { Vitals } from '../../model/vitals.ts';
import { change, doctorAgain, withVariable } from './changes.ts';

/** A function, as a CPU profile names it. */
export interface CodePlace {
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
}

export interface HotFunction extends CodePlace {
  /** Whose function it is; null: the application's own. */
  readonly package: string | null;
  /** The function of the application that calls that of a package; null: none is on the way to it. */
  readonly caller: CodePlace | null;
  /** Its part of the profile, with all that it calls. */
  readonly total: number;
  /** It is JSON that costs: then what is written, not who writes it, is too much. */
  readonly isJson: boolean;
  /** The application's own, and nearly all that it takes is its own computation: that can be done on another thread. */
  readonly isComputing: boolean;
}

const computing = {
  /** Of the profile: less is not worth a thread. */
  least: 0.3,
  /** Of its time with all that it calls: the rest is done by what it calls. */
  ofTotal: 0.5,
} as const;

/** Of the profile, with all that it calls. */
const worthNaming = 0.05;

/** @returns the function in which the most time is spent, but for Node's own: what Node does is done for a caller */
export function hotFunction({ loop }: Pick<Vitals, 'loop'>): HotFunction | null {
  const candidates = (loop.functions ?? []).filter(({ file }) => file !== '' && !file.startsWith('node:'));
  const found = candidates.toSorted((one, other) => other.self - one.self || other.total - one.total)[0];
  const native = nativeCall(loop.functions ?? []);
  if (native && native.self > (found?.self ?? 0)) {
    const { name, file, line, total } = native;
    const owner = isOfNode(native) ? 'Node' : 'native code';
    const caller = callerOf(native);
    return { name, file, line, package: owner, caller, total, isJson: false, isComputing: false };
  }
  // A smaller share is not worth a change.
  if (!found || found.total < worthNaming) return null;
  const { name, file, line, self, total } = found;
  const owner = packageOf(file);
  const caller = owner === null ? null : callerOf(found);
  return {
    name,
    file,
    line,
    package: owner,
    caller: caller && packageOf(caller.file) === null ? caller : null,
    total,
    isJson: isJson(found, owner),
    isComputing: owner === null && self >= computing.least && self >= computing.ofTotal * total,
  };
}

/** Node's modules that compute for their caller: hashes, signatures, compression. All have a form for the pool. */
const computingModules = /^node:(?:crypto|zlib|internal\/crypto)/;
/** Native functions of Node that have no file and that others than its own modules call as well: no add-on computes there. */
const boundByNode =
  /^(?:structuredClone|readFileUtf8|writeFileUtf8|compileFunction\w*|(?:ascii|base64|base64url|hex|latin1|ucs2|utf8)(?:Slice|Write)\w*)$/;
/** It hands an answer to the kernel: that is what a server is for. */
const sending = /^(?:write|writev|shutdown|readStop|readStart|consume|unconsume)|^write\w*String$/;

/** An add-on has functions of the same names, `run`, `sign`, `update`: whose it is, only the calling file says. */
const isOfNode = ({ file, calledIn = '' }: ProfiledFunction) => computingModules.test(file || calledIn);

function isOfAddOn({ name, file, calledIn = '' }: ProfiledFunction): boolean {
  if (file !== '' || calledIn.startsWith('node:')) return false;
  return !boundByNode.test(name) && !/^\((?:program|garbage collector|idle|root)\)$/.test(name);
}

/** Native code that the application called, through a package or not, and that the loop waited for: it computes. */
function nativeCall(functions: readonly ProfiledFunction[]): ProfiledFunction | null {
  const isOne = (each: ProfiledFunction) =>
    each.self >= computing.least &&
    each.calledBy !== null &&
    (isOfNode(each) || isOfAddOn(each)) &&
    (each.file !== '' || each.name === 'writeSync' || !sending.test(each.name));
  return functions.filter(isOne).toSorted((one, other) => other.self - one.self)[0] ?? null;
}

/** @returns null for a file of the application's own */
function packageOf(file: string): string | null {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** @returns the caller; the probe writes it as `name file:line` */
export function callerOf({ calledBy }: ProfiledFunction): CodePlace | null {
  const [, name, file, line] = /^(.*?) (\/.*|file:.*|[A-Z]:\\.*):(\d+|null)$/.exec(calledBy ?? '') ?? [];
  if (name === undefined || file === undefined) return null;
  return { name, file, line: line === 'null' ? null : Number(line) };
}

/** `JSON.stringify` has no frame of its own: its time is that of the wrapper that calls it. */
function isJson({ name }: ProfiledFunction, owner: string | null): boolean {
  return owner !== null && /^(?:stringify|json|parse|parseJson|toJSON)$/i.test(name);
}

/** @returns what helps where one function takes the loop's time, the first the most; none where it is in what it calls */
export function changesOf(hot: HotFunction, cpus: number): Change[] {
  if (hot.isJson) return [lessJson(hot)];
  if (hot.package === 'Node') return [inPool(hot)];
  if (hot.package === 'native code') return [lessNative(hot)];
  if (hot.package !== null) return ofPackage(hot, hot.package);
  return hot.isComputing ? [move(hot, Math.max(1, Math.floor(cpus) - 1)), inPieces] : [];
}

/** An add-on that has no asynchronous call: a database in the process, a parser, an encoder. */
function lessNative(hot: HotFunction): Change {
  return change('code', message('change.less-native', { hot }), [
    `// a database: an index, fewer columns and rows (EXPLAIN QUERY PLAN says SCAN where it has none)`,
    `// else a worker thread, which opens what it needs by itself`,
    `import { Piscina } from 'piscina';`,
    `const workers = new Piscina({ filename: new URL('./worker.js', import.meta.url).href });`,
    `const result = await workers.run(input); // worker.js: export default (input) => the same call`,
  ]);
}

/** With a callback it is a job of the pool: on several CPUs, and the loop goes on. */
function inPool(hot: HotFunction): Change {
  return change('code', message('change.in-pool', { hot }), [
    `import { promisify } from 'node:util';`,
    `const signature = await promisify(crypto.sign)('sha256', data, key); // the same for scrypt, pbkdf2, gzip, …`,
    `// a key of ES256 or EdDSA signs several times faster than one of RS256; a result that is asked for again can be kept`,
  ]);
}

function ofPackage(hot: HotFunction, name: string): Change[] {
  if (transport.test(name)) return [];
  return [routing.test(name) ? lessMiddleware(hot) : fewerCalls(hot)];
}

/** They hand each request on: nobody calls them less, keeps their results or moves them. */
const routing =
  /^(?:express|router|connect|koa(?:-compose|-router)?|@koa\/.*|fastify|find-my-way|restify|polka|hono|@hono\/.*|@hapi\/.*|@nestjs\/.*|h3)$/;
/** They send, read and close: how much is sent is the application's, how it is done is not. */
const transport =
  /^(?:body-parser|raw-body|send|serve-static|serve-handler|http-proxy|finalhandler|on-finished|ws|socket\.io|engine\.io)$/;

function lessMiddleware(hot: HotFunction): Change {
  return change('code', message('change.fewer-middleware', { hot }), [
    `app.get('/health', answer); // before all others`,
    `app.use('/api', session(), bodyParser()); // where they are needed, not app.use(session()) for every request`,
  ]);
}

/** What a package does is for its maintainers to change; how often it is asked is the application's. */
function fewerCalls({ name, caller, ...hot }: HotFunction): Change {
  const call = [caller?.name, name].find((each) => each !== undefined && /^[\w$]+$/.test(each)) ?? 'theCall';
  return change('code', message('change.fewer-calls', { hot: { name, caller, ...hot } }), [
    `import { LRUCache } from 'lru-cache';`,
    `const results = new LRUCache({ max: 1000, ttl: 1000 }); // one second already answers many requests`,
    `const key = request.url; // all that the result depends on`,
    `if (!results.has(key)) results.set(key, ${call}(request));`,
    `const result = results.get(key);`,
  ]);
}

function move({ name: called, file, line }: CodePlace, threads: number): Change {
  const name = /^[\w$]+$/.test(called) ? called : null;
  const at = oneLine(`${file}${line === null ? '' : `:${line}`}`);
  return change('code', message('change.move-function', { place: { name: called, file, line } }), [
    name === null
      ? `// worker.js is a new file: export default (input) => …; in it what ${at} computes, without request and response`
      : `// worker.js is a new file: export { ${name} as default } from ${jsonText(file)};`,
    `import { Piscina } from 'piscina';`,
    `const workers = new Piscina({ filename: new URL('./worker.js', import.meta.url).href, maxThreads: ${threads} });`,
    `const result = await workers.run(input); // instead of ${name === null ? 'that code' : `${name}(input)`}`,
  ]);
}

/** A worker thread does not help: its answer would have to be copied, which costs as much. */
const lessJson = (hot: HotFunction): Change =>
  change('code', message('change.less-json', { hot }), [
    `const rows = await list({ limit: 50, after: request.query.after, fields: ['id', 'name'] });`,
    `// the same for everybody: keep the text, not the object`,
    `response.type('json').send((cache[key] ??= JSON.stringify(rows)));`,
    `// known fields: fast-json-stringify (Fastify has it as the schema of a response)`,
    `const write = fastJson(schema);`,
    `response.type('json').send(write(rows));`,
  ]);

export const inPieces: Change = change(
  'code',
  'change.in-pieces',
  `import { setImmediate } from 'node:timers/promises';\nfor (const [i, item] of items.entries()) {\n  work(item);\n  if (i % 100 === 99) await setImmediate();\n}`,
);

/** @returns how a process names what it computes; where its profile names nothing, how its native code is seen */
export function profileRunning(vitals: Vitals): Change {
  const { loop, startedAs, pid } = vitals;
  const all = loop.functions ?? [];
  const named = Math.max(0, ...all.filter(({ file }) => file !== '').map((each) => each.total));
  if (all.length > 0 && named < worthNaming)
    return change(
      'command',
      message('change.find-native', { named }),
      `perf record -g -p ${startedAs ? 'PID' : pid} -- sleep 5 && perf report --no-children`,
    );
  return (
    profileLargeHeap(vitals) ??
    change(
      'command',
      'change.profile-running',
      doctorAgain(vitals, vitals.startedAs ? { profile: true } : { attach: true }),
    )
  );
}

/** Of a process with a probe, whose heap is so large that no profile is taken unasked; null: another, or unknown. */
function profileLargeHeap(vitals: Vitals): Change | null {
  const { memory, withoutProbe, startedAs } = vitals;
  const stop = memory.heap === null ? 0 : stopByProfile(memory.heap);
  if (withoutProbe !== null || stop <= longestOwnStop) return null;
  return change(
    'command',
    message('change.profile-large-heap', { stop }),
    doctorAgain(vitals, { attach: !startedAs, profile: true }),
  );
}

/** @returns the same profile once more, to compare it with the one that there is */
export function profileAgain(vitals: Vitals, hot: HotFunction): Change {
  return change(
    'command',
    message('change.profile-again', { hot }),
    doctorAgain(vitals, { attach: !vitals.startedAs, profile: true }),
  );
}

/** Builds that are loaded only without NODE_ENV=production: of React and of Vue. */
const developmentBuild =
  /\.development\.(?:min\.)?[cm]?js$|\/node_modules\/(?:vue|@vue\/[\w-]+)\/dist\/[\w-]+\.cjs\.js$/;
/**
 * They ask NODE_ENV for each request, and do not set it themselves; Express keeps the compiled views of these engines by it. Who calls
 * an engine without Express (Handlebars, Nunjucks) keeps what it compiles, or does not, whatever NODE_ENV says.
 */
const asksItself = /^(?:react|react-dom|vue|@vue\/[\w-]+|ejs|pug(?:-[\w-]+)?|hbs)$/;
/** These set it by how they are started: `next dev`, `next start`. */
const startsItself = /^(?:next|nuxt)$/;

/** @returns how to run it for production; none where it does, where that is not known, or nothing in its profile asks */
export function productionMode(vitals: Vitals): Change[] {
  const files = (vitals.loop.functions ?? []).map(({ file }) => file);
  const packages = files.flatMap((file) => packageOf(file) ?? []);
  const starter = packages.find((name) => startsItself.test(name));
  const isDevelopment =
    files.some((file) => developmentBuild.test(file)) ||
    (vitals.isProduction === false && !starter && packages.some((name) => asksItself.test(name)));
  if (!isDevelopment) return [];
  if (starter)
    return [change('command', 'change.production', `npx ${starter} build && npx ${starter} start`)];
  // What is built for production has to be built first.
  const setting = { 'env:NODE_ENV': 'production' };
  return [change('command', 'change.production', withVariable(vitals, 'NODE_ENV=production'), setting)];
}
