/** A client of the protocol, with the server as a child of its own: what it is answered is held against the promises. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { entry, type Place } from '../chokepoint.ts';

/** The handshake of 2025, and the protocol of 2026 without one. */
export const eras = ['legacy', 'auto'] as const;

export interface Answered {
  readonly text: string;
  readonly links: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export async function client(here: Place, era: (typeof eras)[number], args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry, 'mcp', ...args],
    cwd: here.folder,
    env: {
      ...(process.env as Record<string, string>),
      CHOKEPOINT_TEST: here.folder,
      CHOKEPOINT_COMMAND: 'chokepoint',
    },
    stderr: 'ignore',
  });
  const one = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await one.connect(transport);
  return {
    one,
    pid: transport.pid ?? 0,
    /** The client holds each answer against the schema of its tool. */
    async ask(name: string, given: Record<string, unknown> = {}): Promise<Answered> {
      const found = await one.callTool({ name, arguments: given }, { timeout: 120_000 });
      const size = Buffer.byteLength(JSON.stringify(found));
      assert.ok(size <= 2048, `${name}: ${size} bytes`);
      return {
        text: found.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
        links: found.content.flatMap((part) => (part.type === 'resource_link' ? [part.uri] : [])),
        data: (found.structuredContent ?? {}) as Answered['data'],
        isError: found.isError === true,
      };
    },
    async [Symbol.asyncDispose]() {
      await one.close();
    },
  };
}
