/**
 * The recording in the READMEs, and the picture of the page: from a real run, in this folder's terminal.
 *
 *     npm run bench -- record -- COMMAND      runs it (with script of util-linux), and writes docs/images/first-look.svg
 *     npm run bench -- record REPORT.html     its first screen as docs/images/report.png
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from '../test/report/browser.ts';
import { terminalSvg, type Frame } from './pages/terminal-svg.ts';

const image = (name: string) => new URL(`../docs/images/${name}`, import.meta.url);
/** A pause that says nothing more is cut to this. */
const longestPause = 0.4;
/** Seconds that the recording takes. */
const longest = 12;

const stripped = (text: string) =>
  text
    .replaceAll('\u001B[1G', '\r')
    .replaceAll('\u001B[K', '')
    .replaceAll('\u001B[0K', '')
    .replaceAll('\r\n', '\n');

/** What stands on the screen after each write of the program: it goes back to the start of a line, and no further. */
function framesOf(output: string, timing: string): readonly Frame[] {
  // The first line is that of script.
  let rest = Buffer.from(output).subarray(output.indexOf('\n') + 1);
  let text = '';
  let seconds = 0;
  const frames: Frame[] = [{ seconds, lines: [] }];
  for (const [, pause, size] of timing.matchAll(/^([\d.]+) (\d+)$/gm)) {
    seconds = Number((seconds + Math.min(Number(pause), longestPause)).toFixed(1));
    text += rest.subarray(0, Number(size)).toString();
    rest = rest.subarray(Number(size));
    // Both escapes begin a line anew; what clears its rest comes behind the new text.
    const lines = stripped(text)
      .split('\n')
      .map((one) => one.slice(one.lastIndexOf('\r') + 1));
    const frame = { seconds, lines: lines.slice(0, lines.findLastIndex((one) => one !== '') + 1) };
    if (frames.at(-1)?.seconds === seconds) frames.pop();
    frames.push(frame);
  }
  return shortened(frames);
}

/** A run of a minute, with a proof, plays as long as nobody looks away. */
function shortened(frames: readonly Frame[]): readonly Frame[] {
  const pace = Math.min(1, longest / (frames.at(-1)?.seconds ?? 1));
  const faster = frames.map((one) => ({ ...one, seconds: Number((one.seconds * pace).toFixed(1)) }));
  return faster.filter(({ seconds }, at) => seconds !== faster[at + 1]?.seconds);
}

function record(command: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  const [output, timing] = [join(folder, 'output'), join(folder, 'timing')];
  const args = ['-qe', '--log-out', output, '--log-timing', timing];
  try {
    const sized = `stty cols 84 rows 50; ${command}`;
    execFileSync('script', [...args, '-c', sized], { stdio: ['ignore', 'inherit', 'inherit'] });
    const frames = framesOf(readFileSync(output, 'utf8'), readFileSync(timing, 'utf8'));
    const prompt = `\u001B[2m$\u001B[22m ${command}`;
    const shown = frames.map(({ seconds, lines }) => ({ seconds, lines: [prompt, '', ...lines] }));
    writeFileSync(image('first-look.svg'), terminalSvg(shown));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function picture(report: string): Promise<void> {
  const opened = await openBrowser();
  if (typeof opened === 'string') throw new Error(opened);
  await using open = opened;
  const page = await open.browser.newPage({ viewport: { width: 1000, height: 880 }, deviceScaleFactor: 1 });
  await page.goto(pathToFileURL(resolve(report)).href);
  await page.screenshot({ path: image('report.png').pathname });
}

const [, , what = '', ...words] = process.argv;
if (what === '--') record(words.join(' '));
else await picture(what);
