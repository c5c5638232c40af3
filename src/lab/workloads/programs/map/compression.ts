/** Compression: zlib with callbacks, as streams, and as web streams (guest). */
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { called, drained, method, named, type Attempt, type ScratchFolder } from './attempt.ts';

const text = Buffer.from('the same again and '.repeat(50));

/** Pairs that pack and unpack, each with the function that makes the input of the second. */
const pairs = [
  ['deflate', 'inflate', 'deflateSync'],
  ['deflateRaw', 'inflateRaw', 'deflateRawSync'],
  ['gzip', 'gunzip', 'gzipSync'],
  ['gzip', 'unzip', 'gzipSync'],
  ['brotliCompress', 'brotliDecompress', 'brotliCompressSync'],
  ['zstdCompress', 'zstdDecompress', 'zstdCompressSync'],
] as const;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function compressionAttempts(scratch: ScratchFolder): Attempt[] {
  const inputs = new Map<string, () => unknown>();
  for (const [pack, unpack, sync] of pairs) {
    inputs.set(pack, () => text);
    inputs.set(unpack, () => method(zlib, sync)(text));
  }
  return [
    ...[...inputs].flatMap(([name, input]) =>
      named({
        [`zlib.${name}`]: () => called((done) => method(zlib, name)(input(), done)),
        [`zlib.create${capital(name)}`]: async () => {
          const stream = method(zlib, `create${capital(name)}`)() as NodeJS.ReadWriteStream;
          stream.end(input() as Buffer);
          await drained(stream);
        },
      }),
    ),
    ...archiveAttempts(scratch),
    ...named(
      {
        CompressionStream: () => through(new CompressionStream('gzip'), text),
        DecompressionStream: () => through(new DecompressionStream('gzip'), zlib.gzipSync(text)),
      },
      { through: 'zlib' },
    ),
  ];
}

/** Attempts at archives, which Node has since version 26. */
function archiveAttempts(scratch: ScratchFolder): Attempt[] {
  const { ZipEntry = {} } = zlib as { ZipEntry?: object };
  const entry = (how: string, content: unknown) => method(ZipEntry, how)('x', content);
  return named({
    'zlib.zipFiles': async () => drained(method(zlib, 'zipFiles')([scratch.file()])),
    // The entry is not compressed yet: one that is would only be copied.
    'zlib.createZipArchive': async () =>
      drained(method(zlib, 'createZipArchive')([entry('createStream', Readable.from([text]))])),
    'zlib.ZipEntry.create': async () => entry('create', text),
  });
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
