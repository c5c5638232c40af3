/** Secrets in every input that takes one, a server that prints whatever it is given, and a search for them in every output. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyPlace } from '../kit/place.ts';
import { freePort, place, type Finished, type Place } from './chokepoint.ts';

const marker = 'kanarie';

/** Prints its environment, its words, and what it is asked; it calls itself by a title that has a secret in it. */
const server = `import { createServer } from 'node:http';
const { PORT, TITLE_TOKEN, STATUS = '200' } = process.env;
console.log(JSON.stringify([process.argv, process.execArgv, process.env]));
process.title = 'app --api-token=' + TITLE_TOKEN + ' postgres://app:' + TITLE_TOKEN + '@db/app';
let asked = 0;
// Whole in no file: it is looked for in them.
const marker = ['kana', 'rie-'].join('');
createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const told = request.url + ' ' + JSON.stringify(request.rawHeaders) + body;
    if (asked++ < 20) console.error(told);
    const { authorization, cookie, 'x-team': team, 'x-group': group } = request.headers;
    const isWhole = [authorization, cookie, team, group, request.url, body].every((one) => one?.includes(marker));
    response.statusCode = isWhole ? Number(STATUS) : 403;
    response.end(told);
  });
}).listen(Number(PORT), '127.0.0.1');
`;

export interface Canaries extends Disposable {
  readonly here: Place;
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  readonly port: string;
  /** `--header` and `--body`, with their secrets. */
  readonly request: readonly string[];
  readonly levels: string;
  /** Behind `--`. */
  readonly command: readonly string[];
  run(args: string | readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished>;
  /** What a process wrote. */
  heard(output: string): void;
  /** @throws AssertionError if a secret is in anything that was written or said since the beginning */
  silent(): void;
}

export async function canaries(): Promise<Canaries> {
  const here = place();
  const secrets = emptyPlace('secrets');
  const secret = (name: string) => `${marker}-${name}-${randomBytes(6).toString('hex')}`;
  const port = String(await freePort());
  mkdirSync(join(here.folder, '.chokepoint'));
  here.write('server.mjs', server);
  const file = secrets.write('key', `${secret('file')}\n`);
  const [user, title] = [secret('user'), secret('title')];
  const env = {
    GITHUB_STEP_SUMMARY: join(here.folder, 'summary.md'),
    PORT: port,
    TITLE_TOKEN: title,
    TEAM: secret('variable'),
    DB_PASSWORD: secret('environment'),
    NODE_OPTIONS: `--disable-warning=${secret('options')}`,
  };
  const spoken: string[] = [];
  const heard = (output: string) => void spoken.push(output);
  return {
    here,
    env,
    port,
    url: `http://ann:${user}@127.0.0.1:${port}/?a=1&api_token=${secret('query')}`,
    request: [
      `--header=Authorization: Bearer ${secret('header')}`,
      ...pair('--header', `Cookie: theme=dark; session=${secret('cookie')}`),
      ...pair('--header', `X-Team:@${file}`),
      '--header=X-Group: Group $TEAM',
      ...pair('--body', JSON.stringify({ user: 'ann', password: secret('body') })),
    ],
    levels: `env:API_TOKEN=${secret('level')},${secret('level')}`,
    command: [
      'env',
      `PGPASSWORD=${secret('word')}`,
      process.execPath,
      'server.mjs',
      `--db-password=${secret('flag')}`,
      ...pair('--api-key', secret('next')),
      `redis://:${secret('redis')}@db:1/0`,
    ],
    async run(args, more = {}) {
      const end = await here.start(args, { ...env, ...more }).end;
      heard(end.stdout + end.stderr);
      return end;
    },
    heard,
    silent() {
      const encoded = Buffer.from(`ann:${user}`).toString('base64');
      const isLeak = (text: string) => text.includes(marker) || text.includes(encoded);
      for (const text of spoken) if (isLeak(text)) assert.fail(`it was said: ${around(text, encoded)}`);
      for (const name of readdirSync(here.folder, { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue;
        const path = join(name.parentPath, name.name);
        const text = readFileSync(path, 'latin1');
        if (isLeak(text)) assert.fail(`it is in ${path}: ${around(text, encoded)}`);
      }
    },
    [Symbol.dispose]() {
      here[Symbol.dispose]();
      secrets[Symbol.dispose]();
    },
  };
}

const pair = (name: string, value: string) => [name, value];

function around(text: string, encoded: string): string {
  const at = Math.max(text.indexOf(marker), text.indexOf(encoded));
  return text.slice(Math.max(0, at - 200), at + 60);
}
