/**
 * The lab's paths as routes of Express (guest): a framework in front of the same work. Express only routes: the handler
 * reads the path and writes the JSON by itself, with node:http.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { factsPath, readyPath } from './guest-protocol.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface ExpressApp extends Handler {
  get(path: string, handler: Handler): void;
}

const paths = [
  readyPath,
  factsPath,
  '/prime/:upTo',
  '/file/large',
  '/io-test',
  '/network-io',
  '/wait/:milliseconds/:units',
  '/pbkdf2/:iterations',
  '/synchronized/:milliseconds',
  '/burn/:milliseconds',
];

/**
 * @param manifest the package.json of Express, from where it is loaded: it is no dependency of this package
 * @returns a listener that routes to `handle`; other paths get the 404 of Express
 */
export function expressApp(manifest: string, handle: Handler): Handler {
  const express = createRequire(manifest)('express') as () => ExpressApp;
  const app = express();
  for (const path of paths) app.get(path, (request, response) => handle(request, response));
  return app;
}
