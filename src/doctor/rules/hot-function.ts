/** The function that takes the most time in a CPU profile, the owner of its code, and what can be done about it. */
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
  /** The package that the function belongs to; null for the application's own. */
  readonly package: string | null;
  /** The function of the application that calls into the package; null if no caller is known. */
  readonly caller: CodePlace | null;
  /** Share of the profile, including all that it calls. */
  readonly total: number;
  /** Whether the time goes into JSON: then the amount of data is too large, whoever writes it. */
  readonly isJson: boolean;
  /** Whether it is the application's own and nearly all its time is its own computation: that can move to another thread. */
  readonly isComputing: boolean;
}

const computing = {
  /** Share of the profile below which it is not worth a thread. */
  least: 0.3,
  /** Least part of its total time that it computes itself: the rest is in functions that it calls. */
  ofTotal: 0.5,
} as const;

/** Share of the profile, including all that it calls, below which a function is not named. */
const worthNaming = 0.05;

/** @returns the function with the most time of its own, but not Node's own: Node works for a caller */
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
  // A function with a smaller share is not worth a change.
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

/** Modules of Node that compute for their caller: hashes, signatures, compression. Each has a version for the pool. */
const computingModules = /^node:(?:crypto|zlib|internal\/crypto)/;
/** Native functions of Node without a file, which others than its own modules call too: these are no add-on's. */
const boundByNode =
  /^(?:structuredClone|readFileUtf8|writeFileUtf8|compileFunction\w*|(?:ascii|base64|base64url|hex|latin1|ucs2|utf8)(?:Slice|Write)\w*)$/;
/** Native functions that hand an answer to the kernel: that is the work of a server. */
const sending = /^(?:write|writev|shutdown|readStop|readStart|consume|unconsume)|^write\w*String$/;

/** Whether a native function is Node's: add-ons use the same names (`run`, `sign`, `update`), so the calling file decides. */
const isOfNode = ({ file, calledIn = '' }: ProfiledFunction) => computingModules.test(file || calledIn);

function isOfAddOn({ name, file, calledIn = '' }: ProfiledFunction): boolean {
  if (file !== '' || calledIn.startsWith('node:')) return false;
  return !boundByNode.test(name) && !/^\((?:program|garbage collector|idle|root)\)$/.test(name);
}

/** The native function with the most time that the application called, through a package or not; null if none computes. */
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

/** Whether a package's function writes or reads JSON. `JSON.stringify` has no frame: its time is that of its caller. */
function isJson({ name }: ProfiledFunction, owner: string | null): boolean {
  return owner !== null && /^(?:stringify|json|parse|parseJson|toJSON)$/i.test(name);
}

/** @returns changes against one function that takes the loop's time, best first; none where its time is in what it calls */
export function changesOf(hot: HotFunction, cpus: number): Change[] {
  if (hot.isJson) return [lessJson(hot)];
  if (hot.package === 'Node') return [inPool(hot)];
  if (hot.package === 'native code') return [lessNative(hot)];
  if (hot.package !== null) return ofPackage(hot, hot.package);
  return hot.isComputing ? [move(hot, Math.max(1, Math.floor(cpus) - 1)), inPieces] : [];
}

/** The change for an add-on without an asynchronous call: a database in the process, a parser, an encoder. */
function lessNative(hot: HotFunction): Change {
  return change('code', message('change.less-native', { hot }), [
    `// a database: an index, fewer columns and rows (EXPLAIN QUERY PLAN says SCAN where it has none)`,
    `// else a worker thread, which opens what it needs by itself`,
    `import { Piscina } from 'piscina';`,
    `const workers = new Piscina({ filename: new URL('./worker.js', import.meta.url).href });`,
    `const result = await workers.run(input); // worker.js: export default (input) => the same call`,
  ]);
}

/** The change to an asynchronous call: its job runs in the pool, on several CPUs, and the loop goes on. */
function inPool(hot: HotFunction): Change {
  return change('code', message('change.in-pool', { hot }), [
    `import { promisify } from 'node:util';`,
    `const signature = await promisify(crypto.sign)('sha256', data, key); // the same for scrypt, pbkdf2, gzip, …`,
    `// a key of ES256 or EdDSA signs several times faster than one of RS256; a result that is asked for again can be kept`,
  ]);
}

function ofPackage(hot: HotFunction, name: string): Change[] {
  if (transport.test(name)) return [];
  if (secrets.test(name)) return [nativeSecrets(hot)];
  return [routing.test(name) ? lessMiddleware(hot) : fewerCalls(hot)];
}

/** Packages that hand each request on: they cannot be called less often, and have no results to keep. */
const routing =
  /^(?:express|router|connect|koa(?:-compose|-router)?|@koa\/.*|fastify|find-my-way|restify|polka|hono|@hono\/.*|@hapi\/.*|@nestjs\/.*|h3)$/;
/** Packages that send, read and close: the application decides how much is sent, but not how. */
const transport =
  /^(?:body-parser|raw-body|send|serve-static|serve-handler|http-proxy|finalhandler|on-finished|ws|socket\.io|engine\.io)$/;

/** Packages that hash and sign in JavaScript: what they return belongs to one user, and must not be kept for another. */
const secrets =
  /^(?:bcryptjs|scrypt-js|crypto-js|node-forge|tweetnacl|elliptic|jsonwebtoken|jws|jose|argon2-browser|@noble\/.*)$/;

function nativeSecrets(hot: HotFunction): Change {
  return change('code', message('change.in-pool', { hot }), [
    `import bcrypt from 'bcrypt'; // the calls of bcryptjs, native and in libuv's pool; others: node:crypto with a callback`,
    `const isRight = await bcrypt.compare(password, hash);`,
    `// the answer is of one user alone: never keep it for another request, and never lower the rounds`,
  ]);
}

function lessMiddleware(hot: HotFunction): Change {
  return change('code', message('change.fewer-middleware', { hot }), [
    `app.get('/health', answer); // before all others`,
    `app.use('/api', session(), bodyParser()); // where they are needed, not app.use(session()) for every request`,
  ]);
}

/** The change for other packages: their code is their maintainers', but the application decides how often it calls them. */
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

/** Less JSON: a worker thread would not help, since copying its answer costs as much. */
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

/** @returns a command that shows the functions that compute; where a profile names none, one that shows native code */
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

/** A profile of a process with a probe whose heap is too large to be profiled unasked; null for any other. */
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

/** @returns a second profile, for a comparison with the first */
export function profileAgain(vitals: Vitals, hot: HotFunction): Change {
  return change(
    'command',
    message('change.profile-again', { hot }),
    doctorAgain(vitals, { attach: !vitals.startedAs, profile: true }),
  );
}

/** Builds of React and Vue that are loaded only without NODE_ENV=production. */
const developmentBuild =
  /\.development\.(?:min\.)?[cm]?js$|\/node_modules\/(?:vue|@vue\/[\w-]+)\/dist\/[\w-]+\.cjs\.js$/;
/**
 * Packages that read NODE_ENV at each request and do not set it; Express keeps the compiled views of these engines by it. Used
 * without Express, an engine (Handlebars, Nunjucks) does not depend on NODE_ENV.
 */
const asksItself = /^(?:react|react-dom|vue|@vue\/[\w-]+|ejs|pug(?:-[\w-]+)?|hbs)$/;
/** Packages whose way of starting sets it: `next dev`, `next start`. */
const startsItself = /^(?:next|nuxt)$/;

/** @returns a command for production mode; none where it is on, unknown, or no function in the profile depends on it */
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
  // A starter's change has no setting to try: its production version must be built first.
  const setting = { 'env:NODE_ENV': 'production' };
  return [change('command', 'change.production', withVariable(vitals, 'NODE_ENV=production'), setting)];
}
