/** A real git repository with a server in it, in the folder where the command runs. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Repository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  write(file: string, text: string): void;
  commit(message: string): void;
  /** Folders of all its checkouts, its own first. */
  checkouts(): readonly string[];
  /** Folder of a checkout that another process makes just now: git itself cannot list one that is half made. */
  begun(): string | undefined;
}

/** Settings of the machine's user must not decide what a test sees. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

export function repository(folder: string): Repository {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '--quiet', '--initial-branch=main');
  return {
    folder,
    git,
    write: (file, text) => writeFileSync(join(folder, file), text),
    commit(message) {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
    },
    checkouts: () =>
      git('worktree', 'list', '--porcelain')
        .split('\n')
        .filter((line) => line.startsWith('worktree '))
        .map((line) => line.slice('worktree '.length)),
    begun() {
      const [file] = globSync(join(folder, '.git/worktrees/*/gitdir'));
      const text = file === undefined ? '' : readFileSync(file, 'utf8').trim();
      return text === '' ? undefined : dirname(text);
    },
  };
}

/** A server whose every answer costs so many milliseconds of its event loop. */
export function busyServer(milliseconds: number): string {
  return `import { createServer } from 'node:http';
createServer((_request, response) => {
  for (const end = performance.now() + ${milliseconds}; performance.now() < end;);
  response.end('done');
}).listen(Number(process.env.PORT), '127.0.0.1');
`;
}
