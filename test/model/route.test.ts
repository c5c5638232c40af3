/** What is asked of a server, in the heads of reports and in the list of runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRoute, requestSchema } from '../../src/model/plan.ts';

test('A route is named by method and path, without its query; GET / needs no name', () => {
  const route = (...requests: readonly (readonly [string, string])[]) =>
    describeRoute([{ requests: requests.map(([method, url]) => requestSchema.parse({ method, url })) }]);
  assert.equal(route(['GET', 'http://127.0.0.1:0/']), '');
  assert.equal(route(['POST', 'http://127.0.0.1:3000/login']), 'POST /login');
  assert.equal(route(['GET', 'http://127.0.0.1/a?id=1'], ['GET', 'http://127.0.0.1/a?id=2']), 'GET /a');
  assert.equal(route(['GET', 'http://127.0.0.1/'], ['PUT', 'http://127.0.0.1/b']), 'GET / +1');
  assert.equal(route(), '');
});
