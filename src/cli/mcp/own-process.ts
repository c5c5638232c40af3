/** A command of this program in a process of its own, for whoever wants its document and not its lines. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../../messages/program.ts';
import type { Milliseconds } from '../../model/units.ts';
import { mainFile, starterVariable } from '../this-node.ts';

/** The document that a command printed, and whether that is nothing but a problem. */
export interface Answer {
  readonly document: Readonly<Record<string, unknown>>;
  readonly isFailed: boolean;
}

/** Most characters of its last line. */
const longestLine = 200;

/** Those that have not ended. */
const running = new Set<OwnCommand>();

/** Ends all that still run. */
export async function endAll(within: Milliseconds): Promise<void> {
  await Promise.all([...running].map((one) => one.end(within)));
}

export class OwnCommand {
  /** Resolves when it has ended. */
  readonly answer: Promise<Answer>;
  /** The last line that it told. */
  doing = '';
  readonly #child: ChildProcess;

  /** @param command of a server */
  constructor(args: readonly string[], command: readonly string[] = []) {
    const server = command.length > 0 ? ['--', ...command] : [];
    this.#child = spawn(process.execPath, [mainFile, ...args, '--json', '--brief', ...server], {
      // It ends when the channel does, also if this process is killed: `endWithStarter`.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, [starterVariable]: program() },
    });
    running.add(this);
    this.answer = this.#ended();
  }

  get isOver(): boolean {
    return !running.has(this);
  }

  /** Interrupts it, as Ctrl-C does. */
  stop(): void {
    this.#child.kill('SIGINT');
  }

  /** Ends it, at once where it takes longer than that. */
  async end(within: Milliseconds): Promise<void> {
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), within);
    await this.answer;
    clearTimeout(late);
  }

  async #ended(): Promise<Answer> {
    const { stdout, stderr } = this.#child;
    let text = '';
    stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    stderr?.setEncoding('utf8').on('data', (part: string) => {
      const last = part.trimEnd().split('\n').at(-1)?.trim() ?? '';
      if (last !== '') this.doing = last.slice(0, longestLine);
    });
    await once(this.#child, 'close');
    running.delete(this);
    // A command that was killed has said nothing.
    const document = text === '' ? { doing: this.doing } : (JSON.parse(text) as Answer['document']);
    const isAnswer = 'run' in document || 'diagnosis' in document || !('problem' in document);
    return { document, isFailed: text === '' || !isAnswer };
  }
}
