/** Which native addon a function is of: by the file that is mapped where its code is. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Mapping {
  readonly start: number;
  readonly end: number;
  readonly file: string;
}

/** Functions that are told apart. Add-ons have a few each; the target's memory could name any number of addresses. */
const mostFunctions = 64;
/** Each reading of the list of mappings may have megabytes. */
const mostReadings = 16;

export class AddonNames {
  readonly #pid: number;
  readonly #kinds = new Map<number, string>();
  #readings = 0;
  #mappings: readonly Mapping[] = [];

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** `addon:bcrypt_lib.node`; `other` if no file is mapped there. */
  kindOf(address: number): string {
    const before = this.#kinds.get(address);
    if (before !== undefined) return before;
    if (this.#kinds.size >= mostFunctions) return 'other';
    const holds = ({ start, end }: Mapping) => start <= address && address < end;
    let mapping = this.#mappings.find(holds);
    // It may have been loaded since. The list is long, so it is read once for each function that is new.
    if (!mapping && this.#readings++ < mostReadings) this.#mappings = executableMappings(this.#pid);
    mapping ??= this.#mappings.find(holds);
    const kind = mapping ? `addon:${basename(mapping.file)}` : 'other';
    this.#kinds.set(address, kind);
    return kind;
  }
}

/** Lines of maps: `START-END r-xp OFFSET DEVICE INODE FILE`. */
function executableMappings(pid: number): Mapping[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/maps`, 'utf8');
  } catch {
    return [];
  }
  return Array.from(
    text.matchAll(/^([\da-f]+)-([\da-f]+) ..x. \S+ \S+ \S+ +(\/.*)$/gm),
    ([, start = '', end = '', file = '']) => ({
      start: Number.parseInt(start, 16),
      end: Number.parseInt(end, 16),
      file,
    }),
  );
}
