/** Processes with the probe in them, on several Nodes, and what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ProbeCommand, ProbeHello, ProbeMessage, ProbeReading } from '../../../src/model/reading.ts';
import type { TestedNode } from '../../kit/nodes.ts';
import { emptyFolder } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';

const source = join(import.meta.dirname, '../../../src/observe/probe');

export interface Probing {
  readonly target: Target;
  readonly voice: Voice;
}
type ProbedOptions = Pick<TargetOptions, 'flags' | 'env'> & { readonly by?: string };

/** There for all tests of the file. */
export class Folder {
  readonly path = emptyFolder('probe');
  /** The probe as the package has it: any Node can load that. */
  readonly register = join(this.path, 'probe/register.cjs');

  constructor() {
    mkdirSync(join(this.path, 'probe'));
    for (const name of readdirSync(source)) {
      const text = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'));
      writeFileSync(join(this.path, 'probe', name.replace('.cts', '.cjs')), text);
    }
  }

  /** Starts a process with the probe in it, which calls here. */
  async probed(
    binary: string,
    { flags = [], env = {}, by = '--require' }: ProbedOptions = {},
  ): Promise<AsyncDisposable & Probing> {
    const ear = new Ear(this);
    const target = await Target.start(binary, {
      flags: [by, this.register, ...flags],
      env: { CHOKEPOINT_PROBE_SOCKET: ear.path, ...env },
    });
    const voice = await ear.voice();
    const dispose = async () => {
      await target[Symbol.asyncDispose]();
      await ear[Symbol.asyncDispose]();
    };
    return { target, voice, [Symbol.asyncDispose]: dispose };
  }
}

/** Registers tests of processes that this Node runs with the probe in them. */
export function probing(folder: Folder, { label, binary }: TestedNode) {
  return (
    title: string,
    body: (both: Probing) => Promise<void>,
    { skip = false, ...options }: ProbedOptions & { readonly skip?: string | false } = {},
  ): void => {
    test(`${title}: Node ${label}`, { skip }, async () => {
      await using both = await folder.probed(binary, options);
      await body(both);
    });
  };
}

type Kind<T extends ProbeMessage['type']> = Extract<ProbeMessage, { type: T }>;

/** What one probe says. */
export class Voice {
  readonly said: ProbeMessage[] = [];
  readonly socket: Socket;

  constructor(socket: Socket) {
    this.socket = socket;
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\n');
      rest = lines.pop() ?? '';
      this.said.push(...lines.map((line) => JSON.parse(line) as ProbeMessage));
    });
    socket.on('error', () => {});
  }

  tell(command: ProbeCommand): void {
    this.socket.write(`${JSON.stringify(command)}\n`);
  }

  /** All readings so far, or since `from`. */
  readings(from = 0): ProbeReading[] {
    return this.said.slice(from).filter((message) => message.type === 'reading');
  }

  /** The first message of a kind of which something holds, from now on or since `from`. */
  async hear<T extends ProbeMessage['type']>(
    type: T,
    holds: (message: Kind<T>) => boolean = () => true,
    from = this.said.length,
  ): Promise<Kind<T>> {
    return until(() =>
      this.said
        .slice(from)
        .find((message): message is Kind<T> => message.type === type && holds(message as Kind<T>)),
    );
  }

  hello(): Promise<ProbeHello> {
    return this.hear('hello', undefined, 0);
  }
}

/** Who listens for probes. */
export class Ear implements AsyncDisposable {
  readonly path: string;
  readonly voices: Voice[] = [];
  readonly #server: Server;

  constructor(folder: Folder) {
    this.path = join(mkdtempSync(join(folder.path, 'ear-')), 'probe.sock');
    this.#server = createServer((socket) => this.voices.push(new Voice(socket))).listen(this.path);
  }

  voice(index = 0): Promise<Voice> {
    return until(() => this.voices[index]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.voices) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export interface TargetOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: string;
  /** What the script is given. */
  readonly args?: readonly string[];
}

/** A process that does what it is told. */
export class Target implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly pid: number;
  #errors = '';
  readonly #ended: Promise<unknown>;

  private constructor(binary: string, { flags = [], env = {}, script, args = [] }: TargetOptions) {
    const words = [...flags, script ?? join(import.meta.dirname, 'target.cjs'), ...args];
    this.child = spawn(binary, words, {
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      env: { PATH: process.env['PATH'], ...env },
    });
    this.pid = this.child.pid ?? 0;
    this.child.stderr?.on('data', (data) => (this.#errors += String(data)));
    this.#ended = once(this.child, 'close');
  }

  /** It has run its first lines. */
  static async start(binary: string, options: TargetOptions = {}): Promise<Target> {
    const target = new Target(binary, options);
    await target.#message();
    return target;
  }

  async #message(): Promise<{ did: string; value: unknown }> {
    const message = once(this.child, 'message');
    const ended = this.#ended.then(() => {
      throw new Error(`The target ended: ${this.#errors}`);
    });
    const [told] = (await Promise.race([message, ended])) as [{ did: string; value: unknown }];
    return told;
  }

  /** @returns what it answers */
  async do<T = unknown>(task: string, argument?: unknown): Promise<T> {
    this.child.send({ task, argument: argument ?? null });
    const { value } = await this.#message();
    return value as T;
  }

  /** Lets held threads go. */
  release(count: number): void {
    this.child.stdin?.write(Buffer.alloc(count));
  }

  /** What it printed where errors go. */
  get errors(): string {
    return this.#errors;
  }

  /** Waits until it ends by itself. @returns its exit code */
  async end(): Promise<number | null> {
    await this.#ended;
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Its threads may be held: it would wait for them on a gentler signal.
    this.child.kill('SIGKILL');
    await this.#ended;
  }
}

export const threads = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;
