/** A registry that has this package as it is packed now, and asks npm's own registry for every other one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serving } from '../kit/localhost.ts';

const root = join(import.meta.dirname, '../..');

export interface Packed {
  /** The tarball. */
  readonly file: string;
  readonly version: string;
  readonly report: PackReport;
}

/** @returns the package as `npm pack` makes it of what is built */
export function pack(folder: string): Packed {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A list until npm 11, an object by names since npm 12.
  const [report] = Object.values(JSON.parse(text) as Record<string, PackReport>);
  if (!report) throw new Error('npm pack told nothing');
  return { file: join(folder, report.filename), version: report.version, report };
}

interface PackReport {
  readonly filename: string;
  readonly version: string;
  readonly size: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string }[];
}

export interface Registry extends AsyncDisposable {
  readonly url: string;
}

export async function openRegistry({ file, version }: Packed): Promise<Registry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '');
  const tarball = readFileSync(file);
  const hash = (name: string) => createHash(name).update(tarball);
  const server = await serving((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  const url = new URL(server.url).origin;
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  const own = {
    name: 'chokepoint',
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        ...manifest,
        dist: {
          tarball: `${url}/chokepoint/-/chokepoint-${version}.tgz`,
          integrity: `sha512-${hash('sha512').digest('base64')}`,
          shasum: hash('sha1').digest('hex'),
        },
      },
    },
  };

  async function answer({ url: path = '/', method, headers }: IncomingMessage, response: ServerResponse) {
    if (path === '/chokepoint')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(own));
    if (path.startsWith('/chokepoint/-/'))
      return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
    if (method !== 'GET') return response.writeHead(404).end('{}');
    const found = await fetch(upstream + path, { headers: { accept: headers.accept ?? '*/*' } });
    const type = found.headers.get('content-type') ?? 'application/octet-stream';
    return response
      .writeHead(found.status, { 'content-type': type })
      .end(Buffer.from(await found.arrayBuffer()));
  }

  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
