import type { RunResult } from '../model/verdict.ts';
import { outline } from './outline.ts';

export async function html(result: RunResult): Promise<string> {
  return `<!doctype html><title>${outline(result).title.replaceAll('<', '&lt;')}</title>`;
}
