/** `--open`: shows a report in the browser of the desktop. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { findTool, toolPath } from '../../host/tools.ts';
import { message, say } from '../../messages/message.ts';
import type { Values } from '../options/table.ts';
import { tell } from './terminal.ts';

/** The program that opens a file as a double click does. It is `explorer` and not `start`, since no shell may read the path. */
const opener = { darwin: 'open', win32: 'explorer.exe' } as Partial<Record<NodeJS.Platform, string>>;

/**
 * Opens the report where that was asked for and somebody can see it: not with `--json`, and not in CI. It never fails:
 * without a desktop or a program it says where the report is.
 * @param file null where none was written
 */
export async function openReport(
  file: string | null,
  { open = false, json = false }: Pick<Values, 'open' | 'json'>,
): Promise<void> {
  if (!open || json || file === null || isContinuousIntegration()) return;
  if (hasDesktop() && (await starts(opener[process.platform] ?? 'xdg-open', resolve(file)))) return;
  tell(say(message('open.none', { file })));
}

function isContinuousIntegration({ CI } = process.env): boolean {
  return CI !== undefined && CI !== '' && CI !== 'false';
}

/** Whether there is a desktop. Without a display xdg-open would start a browser for terminals. */
function hasDesktop({ DISPLAY, WAYLAND_DISPLAY } = process.env): boolean {
  return process.platform in opener || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/** Starts a program that outlives this process. @returns whether it could be started */
function starts(name: string, file: string): Promise<boolean> {
  const program = findTool(name);
  if (program === null) return Promise.resolve(false);
  const env = { ...process.env, PATH: toolPath() };
  const child = spawn(program, [file], { detached: true, env, stdio: 'ignore' });
  child.unref();
  return new Promise((settle) => {
    child.once('spawn', () => settle(true));
    child.once('error', () => settle(false));
  });
}
