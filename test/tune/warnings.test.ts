/** What whoever follows a recommendation is told besides. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SearchOptions } from '../../src/model/tune.ts';
import { optionsOf, rateOf, serverOf, sizeOf, tune, type Server } from './simulated-servers.ts';

suite('A warning is given where', () => {
  const kinds = (server: Server, options: Partial<SearchOptions> = {}, noise = 0.02) =>
    tune(server, optionsOf(options), noise, 3).recommendation.warnings.map(({ code }) => code);

  test('the best throughput makes most requests wait longer', () => {
    const slow: Server = (id) => ({
      ok: true,
      figures: { throughput: rateOf('cpu')(sizeOf(id)), p50: sizeOf(id) > 4 ? 30 : 10, p99: 100 },
    });
    assert.deepEqual(kinds(slow), ['tune.side-effect']);
  });

  test('a percentile is worse, but only where every trial has it: those that have are the fast ones', () => {
    const servers = (missing: boolean): Server => {
      let trial = 0;
      return (id) => {
        const hole = missing && sizeOf(id) === 4 && trial++ % 2 === 0;
        return {
          ok: true,
          figures: { throughput: rateOf('cpu')(sizeOf(id)), ...(!hole && { p99: sizeOf(id) > 4 ? 90 : 20 }) },
        };
      };
    };
    assert.deepEqual(kinds(servers(false)), ['tune.side-effect']);
    assert.deepEqual(kinds(servers(true)), []);
  });

  test('the largest size that was tried is the best, and larger ones exist', () => {
    const upTo = (last: number) => ({ factors: [{ key: 'pool', levels: [1, 2, 4, 8, 16, last] }] });
    assert.deepEqual(kinds(serverOf('dns'), upTo(32)), ['tune.edge']);
    assert.deepEqual(kinds(serverOf('dns'), upTo(1024)), []);
  });

  test('the default could not be measured', () => {
    const dies: Server = (id) => (sizeOf(id) === 4 ? { ok: false, figures: {} } : serverOf('mixed')(id));
    assert.deepEqual(kinds(dies), ['tune.current-not-measured']);
  });
});
