/**
 * The probe's files as one text (guest): a thread or a process that has none of them on its disk is given that.
 *
 * - `bundle('worker')` is the text of a `new Worker(text, { eval: true })`;
 * - `bundle('install')` is the body of a function `(exports, require, module)`, and sets `exports.install`.
 */
const { existsSync, readFileSync } = require('node:fs') as typeof import('node:fs');
const nodeModule = require('node:module') as typeof import('node:module');
const path = require('node:path') as typeof import('node:path');

/** The files of each entry; a file stands behind those that it needs. */
const parts = {
  worker: [
    'contained',
    'shared-counters',
    'own-thread',
    'queues',
    'transport',
    'main-session',
    'profile',
    'capture',
    'main-thread',
    'worker',
  ],
  install: [
    'contained',
    'shared-counters',
    'windows',
    'traffic',
    'connection-clients',
    'watched-pool',
    'turns',
    'http-connections',
    'connections',
    'install',
  ],
} as const;

function source(name: string): string {
  const built = path.join(__dirname, `${name}.cjs`);
  if (existsSync(built)) return readFileSync(built, 'utf8');
  // In a checkout: what Node does when it runs such a file, for those that do it (22.13 and newer).
  return nodeModule.stripTypeScriptTypes(readFileSync(path.join(__dirname, `${name}.cts`), 'utf8'));
}

/**
 * Returns the text. Files name each other as `./NAME` with their own extension; in the text the name alone counts.
 *
 * @throws if a file is missing
 */
function bundle(entry: keyof typeof parts): string {
  const files = parts[entry].map(
    (name) =>
      `${JSON.stringify(name)}: function (exports, require, module, __filename) {\n${source(name)}\n}`,
  );
  return `'use strict';
const files = {
${files.join(',\n')}
};
const loaded = {};
function load(specifier) {
  const name = (/^\\.\\/([\\w-]+)/.exec(specifier) || [])[1];
  if (!name) return require(specifier);
  if (!loaded[name]) {
    loaded[name] = { exports: {} };
    files[name](loaded[name].exports, load, loaded[name], name + '.cjs');
  }
  return loaded[name].exports;
}
Object.assign(exports, load('./${entry}'));
`;
}

const api = { bundle };
export type BundleModule = typeof api;
module.exports = api;
