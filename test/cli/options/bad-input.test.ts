/** How the built command says what is wrong with its input; refused.test.ts has each reason. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ProblemData } from '../../../src/messages/problem.ts';
import { words } from '../../kit/words.ts';
import { assertProblem, example, place } from '../chokepoint.ts';

const server = `-- node ${example('http-files.mjs')}`;

suite('Bad input ends at once with a code, a reason, and what to do:', () => {
  test('an unknown command', async () => {
    using here = place();
    assertProblem(await here.run(words('swep')), 'COMMAND_UNKNOWN', 2, /chokepoint sweep/);
  });

  test('three faults, which are told together', async () => {
    using here = place();
    const line = words(`sweep --url server --vary pol=1 --duration soon ${server}`);
    const { code, stderr } = await here.run(line);
    assert.equal(code, 2);
    const codes = Array.from(
      stderr.matchAll(/^error: .+\n {7}.+\nhint: {2}.+\n\[([A-Z_]+)\]$/gm),
      ([, one]) => one,
    );
    assert.deepEqual(codes, ['OPTION_INVALID', 'VARY_KEY_UNKNOWN', 'URL_INVALID']);
    const { stdout } = await here.run([line[0] ?? '', '--json', ...line.slice(1)]);
    const document = JSON.parse(stdout) as { problem: ProblemData; problems: readonly ProblemData[] };
    assert.deepEqual(
      document.problems.map((one) => one.code),
      codes,
    );
    assert.deepEqual(document.problems[0], document.problem);
  });

  test('a Node that is too old', async () => {
    using here = place();
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
    const result = await here.run(words('lab pool-size'), { NODE_OPTIONS: `--import="${pretend}"` });
    assertProblem(result, 'NODE_TOO_OLD', 2, /npx -p node-\S+@26 -p chokepoint chokepoint lab pool-size/);
  });

  test('is one JSON document where JSON was asked for', async () => {
    using here = place();
    const { code, stdout } = await here.run(words('runs show nothing --json'));
    const document = JSON.parse(stdout) as { schema: number; problem: { code: string; todo: string } };
    assert.equal(document.schema, 1);
    assert.equal(document.problem.code, 'RUN_NOT_FOUND');
    assert.equal(code, 2);
  });
});
