/**
 * Tests of what needs a machine that can be measured. Such a test has three outcomes: it passes, it fails, or it could
 * not be told, because the machine did not give what the test needs. That is said with figures, never guessed:
 *
 *   const examined = await examine(server);
 *   if (examined.usedByOthers > 0.3) inconclusive(`others used ${examined.usedByOthers} CPUs`);
 *
 * An inconclusive test is repeated once, unless it takes long. `npm run test:system` fails when more than a tenth stay
 * inconclusive.
 */
import { test, type TestContext } from 'node:test';

class Inconclusive extends Error {}

/** Marks a test in the runner's events. */
export const mark = 'inconclusive: ';

/** @param figures what the machine gave, and what the test needs */
export function inconclusive(figures: string): never {
  throw new Inconclusive(figures);
}

interface SystemTestOptions {
  /** What this machine does not have, and never has. */
  readonly skip?: string | false;
  /** How often it is tried: once where it takes a minute, and a second one would tell as little. */
  readonly attempts?: number;
}

/** A test of the system tier. */
export function systemTest(
  title: string,
  { attempts = 2, ...options }: SystemTestOptions,
  body: (t: TestContext) => Promise<void>,
): void {
  test(title, options, async (t) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await body(t);
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error;
        t.diagnostic(`${mark}${error.message}`);
        if (attempt === attempts) return t.skip(mark + error.message);
      }
    }
  });
}
