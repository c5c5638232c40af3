/** The function that a CPU profile blames, in the application's own words, and what is done about it. */
import type { CodePlace, Hot } from '../../messages/en/code-words.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import { longestOwnStop, stopByProfile } from '../../model/own-stop.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { Vitals } from '../../model/vitals.ts';

export interface HotFunction extends Hot {
  /** It is JSON that costs: then what is written, not who writes it, is too much. */
  readonly isJson: boolean;
}

/**
 * @returns the most expensive function that is not Node's own: that of the application where it is known, since what a package
 *   or Node does is done for a caller
 */
export function hotFunction({ loop }: Pick<Vitals, 'loop'>): HotFunction | null {
  const candidates = (loop.functions ?? []).filter(({ file }) => file !== '' && !file.startsWith('node:'));
  const found = candidates.toSorted((one, other) => other.self - one.self || other.total - one.total)[0];
  if (!found) return null;
  const name = packageOf(found.file);
  const caller = name === null ? null : callerOf(found);
  const { name: own, file, line } = caller ?? found;
  const within = caller && name !== null ? { name: found.name, package: name } : null;
  return { name: own, file, line, within, total: found.total, isJson: isJson(found, name) };
}

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
function isJson({ name }: ProfiledFunction, ofPackage: string | null): boolean {
  return ofPackage !== null && /^(?:stringify|json|parse|parseJson|toJSON)$/i.test(name);
}

/** @returns what helps where one function takes the loop's time, the first the most */
export function changesOf(hot: HotFunction, cpus: number): Change[] {
  return hot.isJson ? [lessJson] : [move(hot, Math.max(1, Math.floor(cpus) - 1)), inPieces];
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

/** @returns how a running process names what it computes */
export function profileRunning(vitals: Vitals): Change {
  return (
    profileLargeHeap(vitals) ?? {
      type: 'command',
      what: message('change.profile-running'),
      text: `chokepoint doctor ${vitals.pid} --attach`,
    }
  );
}

/** Of a process with a probe, whose heap is so large that no profile is taken unasked; null: another, or unknown. */
export function profileLargeHeap({ pid, memory, withoutProbe }: Vitals): Change | null {
  const stop = memory.heap === null ? 0 : stopByProfile(memory.heap);
  if (withoutProbe !== null || stop <= longestOwnStop) return null;
  return {
    type: 'command',
    what: message('change.profile-large-heap', { stop }),
    text: `chokepoint doctor ${pid} --attach --profile`,
  };
}
