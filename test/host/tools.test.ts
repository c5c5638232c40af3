/** Where a program that is started by its name may lie: PATH is another one for each case. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { findTool, toolPath, whyNoTool } from '../../src/host/tools.ts';
import { environment } from '../kit/environment.ts';
import { emptyPlace } from '../kit/place.ts';

const name = 'chokepoint-tool';

/** A folder with a program, made for this test alone. */
function place() {
  const here = emptyPlace('tools');
  const file = here.write(`bin/${name}`, '#!/bin/sh\n', 0o755);
  return { ...here, bin: dirname(file), file };
}

suite('A program that is started by its name', () => {
  test('is found in full in a folder of PATH, and nowhere by a relative or an empty word', () => {
    using here = place();
    const before = process.cwd();
    process.chdir(here.bin);
    try {
      for (const PATH of ['', '.', ':', `../bin:.`]) {
        using _ = environment({ PATH });
        assert.deepEqual([findTool(name), whyNoTool(name).code], [null, 'tool.not-on-path'], PATH);
        assert.doesNotMatch(toolPath(), /^$|^:|::|:$|(?:^|:)\./, 'an empty word is the current folder');
      }
      using _ = environment({ PATH: `.:${here.bin}` });
      assert.equal(findTool(name), here.file);
      assert.equal(toolPath().split(':')[0], here.bin);
    } finally {
      process.chdir(before);
    }
  });

  const skip = process.geteuid?.() !== 0 && 'only root is refused what another may write';
  test('is none for root where anybody else could have put it', { skip }, () => {
    using here = place();
    using _ = environment({ PATH: here.bin });
    chmodSync(here.bin, 0o777);
    assert.deepEqual([findTool(name), whyNoTool(name).code], [null, 'tool.of-others']);
    assert.ok(!toolPath().split(':').includes(here.bin), 'nor is what it starts itself');
    chmodSync(here.bin, 0o755);
    assert.equal(findTool(name), here.file);
    chmodSync(here.file, 0o777);
    assert.equal(findTool(name), null);
  });
});
