/** What counts where an option is not given. Help says it too (`option_…` and `help_…` in cli.ftl). Times are in milliseconds. */
export const defaults = {
  duration: 5000,
  warmup: 1000,
  /** What load tools begin with: enough to keep a server at work, and few enough for its queue. */
  load: 'closed:32',
  timeout: 30_000,
  startTimeout: 30_000,
  /** What browsers send: a server that compresses does so under their load. `-H 'Accept-Encoding: identity'` asks for none. */
  acceptEncoding: 'gzip, deflate, br, zstd',
  /** Of a run that stops by itself. */
  budget: 10 * 60_000,
  failIfWorse: 0.05,
  find: {
    duration: 5000,
    /** Who answers later than this is slow, and not worth waiting for thrice as long. */
    timeout: 10_000,
    /** A first page may lead elsewhere; what it leads to is told, and one option away. */
    expectStatus: [200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308],
  },
  doctor: { duration: { pid: 4000, command: 10_000 } },
  tune: {
    objective: 'throughput',
    within: 0.05,
    confidence: 0.95,
    /** Enough for a certificate where settings differ or noise is low; else the answer says what is missing. */
    budget: 5 * 60_000,
  },
  capacity: {
    precision: 0.05,
    /** For each setting: enough for three or four blocks of most servers, ± 5 to 10%. */
    budget: 5 * 60_000,
  },
  /** Trials of a server that is measured first: enough for a spread. */
  predict: { blocks: 3 },
} as const;
