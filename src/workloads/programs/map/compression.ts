/** Compression: zlib with callbacks, as streams, and as web streams (guest). */
import * as zlib from 'node:zlib';
import { called, method, type Attempt } from './attempt.ts';

const text = Buffer.from('the same again and '.repeat(50));

/** Each pair with what makes its input. */
const pairs = [
  ['deflate', 'inflate', 'deflateSync'],
  ['deflateRaw', 'inflateRaw', 'deflateRawSync'],
  ['gzip', 'gunzip', 'gzipSync'],
  ['gzip', 'unzip', 'gzipSync'],
  ['brotliCompress', 'brotliDecompress', 'brotliCompressSync'],
  ['zstdCompress', 'zstdDecompress', 'zstdCompressSync'],
] as const;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function compressionAttempts(): Attempt[] {
  const inputs = new Map<string, () => unknown>();
  for (const [pack, unpack, sync] of pairs) {
    inputs.set(pack, () => text);
    inputs.set(unpack, () => method(zlib, sync)(text));
  }
  return [
    ...[...inputs].flatMap(([name, input]): Attempt[] => [
      { name: `zlib.${name}`, start: () => called((done) => method(zlib, name)(input(), done)) },
      {
        name: `zlib.create${capital(name)}`,
        start: async () => {
          const stream = method(zlib, `create${capital(name)}`)() as NodeJS.ReadWriteStream;
          stream.end(input() as Buffer);
          for await (const _ of stream);
        },
      },
    ]),
    {
      name: 'CompressionStream',
      start: () => through(new CompressionStream('gzip'), text),
      through: 'zlib',
    },
    {
      name: 'DecompressionStream',
      start: () => through(new DecompressionStream('gzip'), zlib.gzipSync(text)),
      through: 'zlib',
    },
  ];
}

async function through(
  { readable, writable }: Pick<CompressionStream, 'readable' | 'writable'>,
  input: Uint8Array,
): Promise<void> {
  const writer = writable.getWriter();
  const written = writer.write(new Uint8Array(input)).then(() => writer.close());
  const reader = readable.getReader();
  while (!(await reader.read()).done);
  await written;
}
