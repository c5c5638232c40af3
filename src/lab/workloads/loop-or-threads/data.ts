/** The files that the article's create-files.js makes (guest): one large text, five small ones. Always the same. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const line = 'a large file that is read whole for each request to count its words\n';
const wordsInLine = 14;
/** Lines of the large file. The article does not print its size: this one takes about as long as the published requests did. */
export const publishedLines = 30_000;
export const smallFiles = [1, 2, 3, 4, 5].map((n) => ({ name: `file${n}.txt`, bytes: 1024 * n }));

export const largeText = (lines: number) => line.repeat(lines);
/** How many words whoever reads the large file must find in it. */
export const wordsOf = (lines: number) => lines * wordsInLine;

export interface TestData {
  readonly large: string;
  readonly small: readonly string[];
}

/**
 * Writes the files when the server starts, if they are not there, and each whole: several processes may share the folder.
 * @param lines of the large file; 0: nobody will ask for it
 * @param folder the trial's, which is removed with it; without one, a folder that stays for the next time
 * @throws Error that names the folder, when there is no room
 */
export function testData(
  lines: number,
  folder = process.env['CHOKEPOINT_DIR'] ?? join(tmpdir(), 'chokepoint-loop-or-threads'),
): TestData {
  const place = join(folder, 'data');
  const large = join(place, `large-${lines}.txt`);
  try {
    mkdirSync(place, { recursive: true });
    if (lines > 0) put(large, () => largeText(lines));
    return {
      large,
      small: smallFiles.map(({ name, bytes }) => put(join(place, name), () => 'x'.repeat(bytes))),
    };
  } catch (error) {
    const size = `${((lines * line.length) / 1e6).toFixed(1)} MB`;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the test data (${size}) could not be written to ${place}: ${why}. Free space, or set TMPDIR.`,
      {
        cause: error,
      },
    );
  }
}

function put(file: string, content: () => string): string {
  if (existsSync(file)) return file;
  const part = `${file}.${process.pid}`;
  try {
    writeFileSync(part, content());
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  return file;
}
