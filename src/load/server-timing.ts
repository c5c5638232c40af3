import type { Milliseconds } from '../model/units.ts';

/**
 * What a server says that a whole request took it: `db;dur=12.5, app;dur=47.2;desc="all of it"` (W3C, Server Timing).
 * Only `app` and `total` are taken for the whole. NaN if there is neither.
 */
export function serverTiming(header: string): Milliseconds {
  const took = /(?:^|,)\s*(?:app|total)\s*;(?:[^,]*;)?\s*dur=([\d.]+)/.exec(header)?.[1];
  return took === undefined ? Number.NaN : Number(took);
}
