/** The function that a CPU profile blames, in the application's own words, and what is done about it. */
import type { Change } from '../../model/diagnosis.ts';
import { longestOwnStop, stopByProfile } from '../../model/own-stop.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { Vitals } from '../../model/vitals.ts';
import { time } from '../../format/words.ts';

export interface HotFunction {
  /** Of the application where it is known: what a package or Node does is done for a caller. */
  readonly own: ProfiledFunction;
  /** `render (/srv/app.js:12)`, `list (/srv/app.js:9), in stringify of express`. */
  readonly text: string;
  /** Of the profile: of the function that was found, with all that it calls. */
  readonly total: number;
  /** It is JSON that costs: then what is written, not who writes it, is too much. */
  readonly isJson: boolean;
}

/** The most expensive function that is not Node's own. */
export function hotFunction({ loop }: Pick<Vitals, 'loop'>): HotFunction | null {
  const candidates = (loop.functions ?? []).filter(({ file }) => file !== '' && !file.startsWith('node:'));
  const found = candidates.toSorted((one, other) => other.self - one.self || other.total - one.total)[0];
  if (!found) return null;
  const name = packageOf(found.file);
  const caller = name === null ? null : callerOf(found);
  const own = caller ?? found;
  return {
    own,
    text: caller === null ? namedAt(found) : `${namedAt(caller)}, in ${found.name} of ${name}`,
    total: found.total,
    isJson: isJson(found, name),
  };
}

function packageOf(file: string): string | null {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** The probe says it as `name file:line`. */
export function callerOf({ calledBy, self, total }: ProfiledFunction): ProfiledFunction | null {
  const [, name, file, line] = /^(.*?) (\/.*|file:.*|[A-Z]:\\.*):(\d+|null)$/.exec(calledBy ?? '') ?? [];
  if (name === undefined || file === undefined) return null;
  return { name, file, line: line === 'null' ? null : Number(line), self, total, calledBy: null };
}

/** `JSON.stringify` has no frame of its own: its time is that of the wrapper that calls it. */
function isJson({ name }: ProfiledFunction, ofPackage: string | null): boolean {
  return ofPackage !== null && /^(?:stringify|json|parse|parseJson|toJSON)$/i.test(name);
}

/** `render (/srv/app.js:12)` */
export function namedAt({ name, file, line }: ProfiledFunction): string {
  const at = file ? `${file}${line === null ? '' : `:${line}`}` : null;
  if (name === '(anonymous)' && at) return `the function at ${at}`;
  return at ? `${name} (${at})` : name;
}

/** What helps where one function takes the loop's time, the first the most. */
export function changesOf(hot: HotFunction, threads: number): Change[] {
  return hot.isJson ? [lessJson] : [move(hot.own, threads), inPieces];
}

function move(found: ProfiledFunction, threads: number): Change {
  const name = /^[\w$]+$/.test(found.name) ? found.name : 'theWork';
  const file = found.file || './your-file.js';
  return {
    type: 'code',
    what: `Move ${namedAt(found)} to worker threads: the event loop answers the others meanwhile`,
    text: [
      name === found.name
        ? `// ${name}-worker.js: export { ${name} as default } from '${file}';`
        : `// ${name}-worker.js: export default (input) => …; what is computed at ${file}${found.line === null ? '' : `:${found.line}`}, without the request`,
      `import { Piscina } from 'piscina';`,
      `const workers = new Piscina({ filename: new URL('./${name}-worker.js', import.meta.url).href, maxThreads: ${threads} });`,
      `const result = await workers.run(input); // instead of ${name}(input)`,
    ].join('\n'),
  };
}

/** A worker thread does not help: its answer would have to be copied, which costs as much. */
const lessJson: Change = {
  type: 'code',
  what: 'Write less JSON: a page instead of all, the fields that are used, the text kept where the answer is the same, a writer made for the schema',
  text: [
    `const rows = await list({ limit: 50, after: request.query.after, fields: ['id', 'name'] });`,
    `// the same for everybody: keep the text, not the object`,
    `response.type('json').send((cache[key] ??= JSON.stringify(rows)));`,
    `// known fields: fast-json-stringify (Fastify has it as the schema of a response)`,
    `const write = fastJson(schema);`,
    `response.type('json').send(write(rows));`,
  ].join('\n'),
};

export const inPieces: Change = {
  type: 'code',
  what: 'Or cut it into pieces, and let others in between',
  text: `import { setImmediate } from 'node:timers/promises';\nfor (const [i, item] of items.entries()) {\n  work(item);\n  if (i % 100 === 99) await setImmediate();\n}`,
};

/** Of a process with a probe, whose heap is so large that no profile is taken unasked; null: another, or unknown. */
export function profileAllTheSame({ pid, memory, withoutProbe }: Vitals): Change | null {
  const stop = memory.heap === null ? 0 : stopByProfile(memory.heap);
  if (withoutProbe !== null || stop <= longestOwnStop) return null;
  return {
    type: 'command',
    what: `Find what it computes with a CPU profile. None was taken unasked: its heap is large, so to start one stops it for about ${time(Math.round(stop / 100) * 100)}`,
    text: `chokepoint doctor --pid ${pid} --attach --profile`,
  };
}
