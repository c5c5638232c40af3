/**
 * A headless browser for the tests, without any set-up but `npm ci`: @sparticuz/chromium carries one for Linux x64.
 * Elsewhere the Chrome that is installed is taken.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { environment } from '../kit/environment.ts';

export interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** The browser, or in one sentence why there is none on this machine. Ends with its files when disposed of. */
export async function openBrowser(): Promise<OpenBrowser | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    try {
      const browser = await playwright.launch({ channel: 'chrome' });
      return { browser, [Symbol.asyncDispose]: () => browser.close() };
    } catch {
      return `no Chrome is installed, and @sparticuz/chromium has none for ${process.platform} ${process.arch}`;
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'chokepoint-browser-'));
  const browser = await launch(folder, await unpack(folder));
  return {
    browser,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Unpacks into a folder of our own: in the shared temporary folder the package would take a browser of another
 * version, or one that another process is still writing. Named as its home on AWS, it unpacks its system libraries too.
 */
async function unpack(folder: string): Promise<string> {
  using _ = environment({ TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  return await chromium.executablePath();
}

/** With the machine's libraries; where they are missing (NSS, on bare images), with those of the package. */
async function launch(folder: string, executablePath: string): Promise<Browser> {
  // The package's own arguments are for one page on AWS: in one process, the second page ends the browser.
  const options = { executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 60_000 };
  try {
    return await playwright.launch(options);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('shared libraries'))) throw error;
    const libraries = join(folder, 'al2023', 'lib');
    return playwright.launch({ ...options, env: { ...process.env, LD_LIBRARY_PATH: libraries } });
  }
}

/** Opens all that is folded. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
}
