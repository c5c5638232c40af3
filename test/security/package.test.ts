/** What comes with the package, and where the requests of a load end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { httpEngine } from '../../src/load/http-engine.ts';
import { saying, serving } from '../kit/localhost.ts';
import { job } from '../load/jobs.ts';

test('The package has two dependencies, and runs nothing where it is installed', () => {
  const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: object;
    scripts: Record<string, string>;
  };
  assert.deepEqual(Object.keys(dependencies), ['@fluent/bundle', 'zod']);
  for (const name of ['preinstall', 'install', 'postinstall']) assert.equal(scripts[name], undefined);
});

test('A load follows no redirect', async () => {
  await using other = await saying();
  await using first = await serving((_, response) => response.writeHead(302, { location: other.url }).end());
  await httpEngine().run(job({ url: first.url }, { load: { kind: 'closed', clients: 1, requestsEach: 3 } }));
  assert.ok(first.calls() > 0);
  assert.equal(other.calls(), 0);
});
