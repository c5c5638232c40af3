/** The function that a CPU profile blames, by whose it is, and what is done about it. */
import type { CodePlace, Hot } from '../../messages/en/code-words.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import { longestOwnStop, stopByProfile } from '../../model/own-stop.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { Vitals } from '../../model/vitals.ts';
import { doctorAgain } from './changes.ts';

export interface HotFunction extends Hot {
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

/** @returns the function in which the most time is spent, but for Node's own: what Node does is done for a caller */
export function hotFunction({ loop }: Pick<Vitals, 'loop'>): HotFunction | null {
  const candidates = (loop.functions ?? []).filter(({ file }) => file !== '' && !file.startsWith('node:'));
  const found = candidates.toSorted((one, other) => other.self - one.self || other.total - one.total)[0];
  if (!found) return null;
  const { name, file, line, self, total } = found;
  const ofPackage = packageOf(file);
  const caller = ofPackage === null ? null : callerOf(found);
  return {
    name,
    file,
    line,
    package: ofPackage,
    caller: caller && packageOf(caller.file) === null ? caller : null,
    total,
    isJson: isJson(found, ofPackage),
    isComputing: ofPackage === null && self >= computing.least && self >= computing.ofTotal * total,
  };
}

/** @returns null for a file of the application's own */
export function packageOf(file: string): string | null {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** @returns the caller; the probe writes it as `name file:line` */
export function callerOf({ calledBy }: ProfiledFunction): CodePlace | null {
  const [, name, file, line] = /^(.*?) (\/.*|file:.*|[A-Z]:\\.*):(\d+|null)$/.exec(calledBy ?? '') ?? [];
  if (name === undefined || file === undefined) return null;
  return { name, file, line: line === 'null' ? null : Number(line) };
}

/** `JSON.stringify` has no frame of its own: its time is that of the wrapper that calls it. */
function isJson({ name }: ProfiledFunction, ofPackage: string | null): boolean {
  return ofPackage !== null && /^(?:stringify|json|parse|parseJson|toJSON)$/i.test(name);
}

/** @returns what helps where one function takes the loop's time, the first the most; none where it is in what it calls */
export function changesOf(hot: HotFunction, cpus: number): Change[] {
  if (hot.isJson) return [lessJson];
  if (hot.package !== null) return [fewerCalls(hot)];
  return hot.isComputing ? [move(hot, Math.max(1, Math.floor(cpus) - 1)), inPieces] : [];
}

/** What a package does is for its maintainers to change; how often it is asked is the application's. */
function fewerCalls({ name, caller, ...hot }: HotFunction): Change {
  const call = [caller?.name, name].find((each) => each !== undefined && /^[\w$]+$/.test(each)) ?? 'theCall';
  return {
    type: 'code',
    what: message('change.fewer-calls', { hot: { name, caller, ...hot } }),
    text: [
      `import { LRUCache } from 'lru-cache';`,
      `const results = new LRUCache({ max: 1000, ttl: 1000 }); // one second already answers many requests`,
      `const key = request.url; // all that the result depends on`,
      `if (!results.has(key)) results.set(key, ${call}(request));`,
      `const result = results.get(key);`,
    ].join('\n'),
  };
}

function move({ name: called, file, line }: CodePlace, threads: number): Change {
  const isName = /^[\w$]+$/.test(called);
  const name = isName ? called : 'theWork';
  const at = `${file || './your-file.js'}${line === null ? '' : `:${line}`}`;
  return {
    type: 'code',
    what: message('change.move-function', { place: { name: called, file, line } }),
    text: [
      isName
        ? `// ${name}-worker.js: export { ${name} as default } from '${file || './your-file.js'}';`
        : `// ${name}-worker.js: export default (input) => …; what is computed at ${at}, without the request`,
      `import { Piscina } from 'piscina';`,
      `const workers = new Piscina({ filename: new URL('./${name}-worker.js', import.meta.url).href, maxThreads: ${threads} });`,
      `const result = await workers.run(input); // instead of ${name}(input)`,
    ].join('\n'),
  };
}

/** A worker thread does not help: its answer would have to be copied, which costs as much. */
const lessJson: Change = {
  type: 'code',
  what: message('change.less-json'),
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
  what: message('change.in-pieces'),
  text: `import { setImmediate } from 'node:timers/promises';\nfor (const [i, item] of items.entries()) {\n  work(item);\n  if (i % 100 === 99) await setImmediate();\n}`,
};

/** @returns how a process names what it computes */
export function profileRunning(vitals: Vitals): Change {
  return (
    profileLargeHeap(vitals) ?? {
      type: 'command',
      what: message('change.profile-running'),
      text: doctorAgain(vitals, vitals.startedAs ? '--profile' : '--attach'),
    }
  );
}

/** Of a process with a probe, whose heap is so large that no profile is taken unasked; null: another, or unknown. */
function profileLargeHeap(vitals: Vitals): Change | null {
  const { memory, withoutProbe, startedAs } = vitals;
  const stop = memory.heap === null ? 0 : stopByProfile(memory.heap);
  if (withoutProbe !== null || stop <= longestOwnStop) return null;
  return {
    type: 'command',
    what: message('change.profile-large-heap', { stop }),
    text: doctorAgain(vitals, startedAs ? '--profile' : '--attach --profile'),
  };
}

/** @returns the same profile once more, to compare it with the one that there is */
export function profileAgain(vitals: Vitals, hot: HotFunction): Change {
  return {
    type: 'command',
    what: message('change.profile-again', { hot }),
    text: doctorAgain(vitals, vitals.startedAs ? '--profile' : '--attach --profile'),
  };
}
