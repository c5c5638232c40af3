/** A script of k6 as it travels: packed by `k6 archive` with all that it imports and opens, so that nothing has to be there but k6. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { childIdentity } from '../../host/processes.ts';
import { problem } from '../../messages/problem.ts';
import { hostOf, reachOf } from '../../format/address.ts';
import { mostArchive, type K6Parcel } from '../../model/schema/generator-protocol.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { EngineHold } from '../engine.ts';
import { findK6, k6Environment, type K6 } from './find-k6.ts';
import { newMark } from './k6-engine.ts';
import { commonArguments, entryOf, k6Failed } from './k6-process.ts';
import { k6Wrapper, type WrapperOptions } from './wrapper.ts';

/** What a parcel depends on: where any of it differs, the parcel is another one. */
export interface Packing extends Omit<WrapperOptions, 'waits'> {
  /** BASE_URL while the script is packed: k6 evaluates the script then, and keeps its options. */
  readonly origin: string;
}

/** The parcels of one run. */
export class K6Parcels {
  readonly #hold: EngineHold;
  readonly #mark = newMark();
  #last: { readonly key: string; readonly parcel: K6Parcel } | null = null;

  constructor(hold: EngineHold = {}) {
    this.#hold = hold;
  }

  /** Packs a script before there is a server, to see whether it can be packed. @throws Problem as `packScript` */
  tried(script: string, signal: AbortSignal): Promise<K6Parcel> {
    const options = { executor: 'shared-iterations', vus: 1, iterations: 1 };
    return this.of(script, { options, usersBy: 1 }, ['http://127.0.0.1:3000/'], signal);
  }

  /**
   * Returns the parcel of a script; trials with the same load share one.
   * @param urls addresses of the server, one for each generator, as that one reaches it
   * @throws Problem as `packScript`
   */
  async of(
    script: string,
    { options, usersBy }: Packing['scenario'],
    urls: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<K6Parcel> {
    const server = [...new Set(urls.map(hostOf))].filter((host) => reachOf(host) !== 'loopback').toSorted();
    const { origin } = new URL(urls[0] ?? '');
    const packing = { script, scenario: { options, usersBy }, mark: this.#mark, origin, server };
    const key = JSON.stringify(packing);
    if (this.#last?.key !== key)
      this.#last = { key, parcel: await packScript(packing, { ...this.#hold, signal }) };
    return this.#last.parcel;
  }
}

const longestPacking: Milliseconds = 60_000;

/** @throws Problem K6_MISSING, K6_UNSUPPORTED, K6_FAILED, K6_TOO_LARGE; the signal's reason */
export async function packScript(
  { script, origin, ...wrapping }: Packing,
  options: EngineHold & { readonly signal: AbortSignal | undefined },
): Promise<K6Parcel> {
  const k6 = findK6();
  const wrapper = k6Wrapper({ script, waits: true, ...wrapping });
  const archive = await packed(k6, wrapper, { script, origin }, options);
  return { script, version: k6.version, mark: wrapping.mark, archive: archive.toString('base64') };
}

/** Packs a script, without any environment variables: what is secret here is not sent elsewhere. */
function packed(
  k6: K6,
  wrapper: string,
  { script, origin }: Pick<Packing, 'script' | 'origin'>,
  { folder: parent = tmpdir(), onProcess, signal }: EngineHold & { readonly signal: AbortSignal | undefined },
): Promise<Buffer> {
  const folder = mkdtempSync(join(parent, 'chokepoint-k6-'));
  const variables = ['--include-system-env-vars', '--exclude-env-vars'];
  const args = ['archive', ...commonArguments(folder), ...variables, '--archive-out=-', '-'];
  const options = {
    cwd: dirname(script),
    env: { ...k6Environment(), BASE_URL: origin },
    encoding: 'buffer',
    maxBuffer: mostArchive,
    timeout: longestPacking,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise<Buffer>((resolve, reject) => {
    const child = execFile(k6.file, args, { ...options, ...(signal && { signal }) }, (error, out, log) => {
      if (error === null) resolve(out);
      else if (signal?.aborted) reject(signal.reason as Error);
      else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        reject(problem('K6_TOO_LARGE', { script, most: mostArchive / 2 ** 20 }));
      else reject(notPacked(error.code, error.signal ?? null, log.toString()));
    });
    if (child.pid !== undefined) onProcess?.(childIdentity(child.pid));
    child.stdin?.on('error', () => {}); // told by its end
    child.stdin?.end(wrapper);
  }).finally(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function notPacked(code: unknown, signal: NodeJS.Signals | null, log: string) {
  const complaints = log
    .split('\n')
    .map(entryOf)
    .filter(({ level }) => level !== 'info' && level !== 'debug')
    .map(({ msg }) => msg);
  const how = { code: typeof code === 'number' ? code : null, signal, hung: null };
  return k6Failed(how, complaints.join('\n').trim().slice(-2000));
}
